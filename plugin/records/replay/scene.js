// SPDX-License-Identifier: Apache-2.0
// Bodies and contacts, drawn by three.js: all things of one shape and opacity in one call.

const colors = { background: 0xeef2f6, sticking: [.08, .5, .235], sliding: [.776, .157, .157], picked: [.95, .7, 0] };

// From untouched soil to the deepest rut. The brightness falls evenly.
const soilColors = [[.86, .80, .67], [.80, .63, .38], [.67, .42, .21], [.46, .24, .15], [.23, .11, .13]];

// Things that are drawn with one call, each with its pose and colour.
class Bunch {
    constructor(scene, makeGeometry, material, order = material.transparent ? 1 : 0) {
        Object.assign(this, { scene, makeGeometry, material, order, count: 0, capacity: 0, bodies: [] });
    }
    add(matrix, color, body) {
        if (this.count === this.capacity) this.grow();
        matrix.toArray(this.mesh.instanceMatrix.array, 16 * this.count);
        this.colors.array.set(color, 3 * this.count);
        this.bodies[this.count++] = body;
    }
    grow() {
        const old = this.mesh, oldColors = this.colors;
        this.capacity = 2 * this.capacity || 4;
        const geometry = this.makeGeometry(this.capacity);
        this.colors = new THREE.InstancedBufferAttribute(new Float32Array(3 * this.capacity), 3);
        geometry.setAttribute("color", this.colors);
        this.mesh = new THREE.InstancedMesh(geometry, this.material, this.capacity);
        this.mesh.frustumCulled = false;
        this.mesh.renderOrder = this.order;
        this.scene.add(this.mesh);
        if (!old) return;
        this.mesh.instanceMatrix.array.set(old.instanceMatrix.array);
        this.colors.array.set(oldColors.array);
        this.scene.remove(old);
        old.geometry.dispose();
    }
    finish() {
        if (!this.mesh) return;
        this.mesh.count = this.count;
        this.mesh.visible = this.count > 0;
        this.mesh.instanceMatrix.needsUpdate = this.colors.needsUpdate = true;
        this.count = 0;
    }
}

// Line segments with colours, drawn with one call.
class Lines {
    constructor(scene) {
        this.geometry = new THREE.BufferGeometry();
        this.lines = new THREE.LineSegments(this.geometry, new THREE.LineBasicMaterial({ vertexColors: true, fog: false }));
        this.lines.frustumCulled = false;
        scene.add(this.lines);
        this.reserve(64);
        this.count = 0;
    }
    reserve(points) {
        const make = old => {
            const array = new Float32Array(3 * points);
            if (old) array.set(old.array);
            return new THREE.BufferAttribute(array, 3);
        };
        this.geometry.dispose();
        this.geometry.setAttribute("position", this.places = make(this.places));
        this.geometry.setAttribute("color", this.colors = make(this.colors));
        this.capacity = points;
    }
    add(from, to, color) {
        if (this.count + 2 > this.capacity) this.reserve(2 * this.capacity);
        for (const point of [from, to]) {
            point.toArray(this.places.array, 3 * this.count);
            this.colors.array.set(color, 3 * this.count++);
        }
    }
    finish() {
        this.geometry.setDrawRange(0, this.count);
        this.places.needsUpdate = this.colors.needsUpdate = true;
        this.count = 0;
    }
}

// The pressure on the elements of layers and soils: a polygon of each element, with one call where a body hides it and one where it is seen. The colours are
// those of viridis, which rise evenly to the eye. Elements that slide are hatched.
const viridis = [0x440154, 0x482878, 0x3e4989, 0x31688e, 0x26828e, 0x1f9e89, 0x35b779, 0x6ece58, 0xb5de2b, 0xfde725]
    .map(color => [color >> 16, color >> 8 & 255, color & 255].map(part => part / 255));
class PressureMap {
    constructor(scene, rows, grounds) {
        Object.assign(this, { scene, rows, grounds, capacity: 0, peak: 0, isShown: true, drawn: 0 });
        for (const { peak } of rows.rows) if (peak > this.peak && isFinite(peak)) this.peak = peak;
        this.geometry = new THREE.BufferGeometry();
        this.stripe = { value: 1 }; // width of a stripe in pixels of the screen
        this.meshes = [true, false].map(isHidden => {
            const material = new THREE.ShaderMaterial({
                uniforms: { stripe: this.stripe, opacity: { value: isHidden ? .8 : 1 }, slip: { value: new THREE.Vector3(...colors.sliding) } },
                vertexShader: `attribute vec3 shade; attribute float slides; varying vec3 color; varying float hatched;
                    void main() { color = shade; hatched = slides; gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1. ); }`,
                fragmentShader: `uniform float stripe, opacity; uniform vec3 slip; varying vec3 color; varying float hatched;
                    void main() {
                        bool isStripe = hatched > .5 && mod( gl_FragCoord.x + gl_FragCoord.y, 4. * stripe ) < stripe;
                        gl_FragColor = vec4( isStripe ? slip : color, opacity );
                    }`,
                side: THREE.DoubleSide, polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -1, transparent: true, // after bodies that are seen through
                depthFunc: isHidden ? THREE.GreaterDepth : THREE.LessEqualDepth, depthWrite: !isHidden,
            });
            const mesh = new THREE.Mesh(this.geometry, material);
            mesh.frustumCulled = mesh.visible = false;
            mesh.renderOrder = isHidden ? 1.5 : 2;
            scene.add(mesh);
            return mesh;
        });
    }
    reserve(corners) {
        if (corners <= this.capacity) return;
        this.capacity = 2 * corners;
        this.geometry.dispose();
        for (const [name, size] of [["position", 3], ["shade", 3], ["slides", 1]])
            this.geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(size * this.capacity), size));
    }
    static colorOf(share) {
        const at = Math.min(Math.max(share, 0), 1) * (viridis.length - 1), i = Math.min(Math.floor(at), viridis.length - 2);
        return viridis[i].map((part, k) => part + (at - i) * (viridis[i + 1][k] - part));
    }
    // Draws the elements of the present row, each as a fan of triangles.
    update(poses) {
        const { rows, rows: { outlines, present } } = this;
        let count = 0;
        this.drawn = 0;
        outlines.forEachIn(present, element => { count += outlines.ends[element] - (element ? outlines.ends[element - 1] : 0) - 2; });
        for (const { soil } of this.grounds) soil.forEachPressed(() => { count += 4; });
        this.reserve(3 * count);
        count = 0;
        const { position, shade, slides } = this.geometry.attributes, corners = outlines.corners, places = [];
        const addTriangle = (points, second, third, color, isSliding) => {
            for (const corner of [0, second, third]) {
                for (let i = 0; i < 3; i++) position.array[3 * count + i] = points[3 * corner + i];
                shade.array.set(color, 3 * count);
                slides.array[count++] = isSliding ? 1 : 0;
            }
        };
        if (this.isShown) outlines.forEachIn(present, (element, pressure, isSliding) => {
            const pose = poses[rows.start.layers[outlines.layers[element]][1]], first = element ? outlines.ends[element - 1] : 0;
            if (!pose) return;
            const e = pose.elements, numCorners = outlines.ends[element] - first, color = PressureMap.colorOf(pressure / this.peak);
            for (let k = 0; k < numCorners; k++) {
                const x = corners[3 * (first + k)], y = corners[3 * (first + k) + 1], z = corners[3 * (first + k) + 2];
                for (let i = 0; i < 3; i++) places[3 * k + i] = e[i] * x + e[4 + i] * y + e[8 + i] * z + e[12 + i];
            }
            for (let k = 1; k + 1 < numCorners; k++) addTriangle(places, k, k + 1, color, isSliding);
            this.drawn++;
        });
        if (this.isShown) for (const ground of this.grounds)
            ground.forEachPressed((corners, pressure, isSliding) => {
                const color = PressureMap.colorOf(pressure / this.peak);
                for (let k = 1; k <= 4; k++) addTriangle(corners, k, k % 4 + 1, color, isSliding);
                this.drawn++;
            });
        this.geometry.setDrawRange(0, count);
        for (const mesh of this.meshes) mesh.visible = count > 0;
        if (count > 0) position.needsUpdate = shade.needsUpdate = slides.needsUpdate = true;
    }
}

// Balls that are no bodies, each a point of the screen that is shaded as a ball, with the colour of its speed. One call draws all.
class BallCloud {
    constructor(scene, balls) {
        Object.assign(this, { balls, isShown: true });
        this.geometry = new THREE.BufferGeometry();
        for (const [name, size] of [["position", 3], ["radius", 1], ["share", 1]])
            this.geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(size * balls.length), size));
        this.geometry.attributes.radius.array.set(balls.radii);
        this.pixels = { value: 1 }; // of a length of 1 at a distance of 1
        this.points = new THREE.Points(this.geometry, new THREE.ShaderMaterial({
            uniforms: { pixels: this.pixels, palette: { value: viridis.map(color => new THREE.Vector3(...color)) } },
            vertexShader: `uniform float pixels; uniform vec3 palette[ ${viridis.length} ]; attribute float radius, share; varying vec3 color;
                void main() {
                    color = palette[ 0 ];
                    for ( int i = 1; i < ${viridis.length}; i ++ )
                        color = mix( color, palette[ i ], clamp( share * ${viridis.length - 1}. - float( i - 1 ), 0., 1. ) );
                    vec4 seen = modelViewMatrix * vec4( position, 1. );
                    gl_Position = projectionMatrix * seen;
                    gl_PointSize = max( 2. * radius * pixels / max( - seen.z, 1e-6 ), 1. );
                }`,
            fragmentShader: `varying vec3 color;
                void main() {
                    vec2 at = 2. * gl_PointCoord - 1.;
                    float height = 1. - dot( at, at );
                    if ( height < 0. ) discard;
                    gl_FragColor = vec4( color * ( .45 + .55 * dot( vec3( at.x, - at.y, sqrt( height ) ), vec3( - .3, .6, .74 ) ) ), 1. );
                }`,
        }));
        this.points.frustumCulled = false;
        scene.add(this.points);
    }
    update() {
        const { balls } = this, { position, share } = this.geometry.attributes;
        this.points.visible = this.isShown;
        if (!this.isShown || !balls.hasChanged) return;
        balls.hasChanged = false;
        for (let i = 0; i < 3 * balls.length; i++) position.array[i] = balls.places[i] * balls.step;
        for (let k = 0; k < balls.length; k++) share.array[k] = balls.fastest > 0 ? balls.speedOf(k) / balls.fastest : 0;
        position.needsUpdate = share.needsUpdate = true;
    }
}

// Soil under a sun that stands still, so that slopes are seen. It is drawn from above only: from below one sees through it.
const makeSoilMaterial = (shared, more) => new THREE.ShaderMaterial({
    uniforms: Object.assign({ palette: { value: soilColors.map(color => new THREE.Vector3(...color)) } }, shared),
    vertexShader: `attribute float sinkage, depth; varying float share, deep; varying vec3 slope, seen;
        void main() {
            deep = depth;
            seen = ( modelViewMatrix * vec4( position, 1. ) ).xyz;
            share = sinkage; slope = normal;
            gl_Position = projectionMatrix * vec4( seen, 1. );
        }`,
    fragmentShader: `uniform vec3 palette[ ${soilColors.length} ], sun, sky; uniform vec2 fog; varying float share, deep; varying vec3 slope, seen;
        void main() {
            if ( deep == 0. ) discard;
            vec3 color = palette[ 0 ];
            for ( int i = 1; i < ${soilColors.length}; i ++ )
                color = mix( color, palette[ i ], clamp( share * ${soilColors.length - 1}. - float( i - 1 ), 0., 1. ) );
            color *= .5 + .5 * min( max( dot( normalize( slope ), sun ), 0. ) / .6, 1.4 );
            gl_FragColor = vec4( mix( color, sky, smoothstep( fog.x, fog.y, length( seen ) ) ), 1. );
        }`,
    ...more,
});

// One surface of soil: a sheet or terrain that was never touched, and in holes of it the cells that have a depth. They are at their sinkage, or
// where a body presses them to. A lid over the holes marks their pixels, from which the scene then takes away what is at the lid or behind.
class SoilGround {
    constructor(scene, soil, shared, peak, canCut) {
        Object.assign(this, { soil, dips: new Map(), pressed: new Set(), low: Infinity, high: 0, numQuads: 0 });
        const offset = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 4 };
        const whole = new THREE.Mesh(this.makeWhole(), makeSoilMaterial(shared, offset));
        const lidMaterial = new THREE.ShaderMaterial({
            vertexShader: `attribute float depth; varying float deep;
                void main() { deep = depth; gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1. ); }`,
            fragmentShader: "varying float deep; void main() { if ( deep == 0. ) discard; gl_FragColor = vec4( 1. ); }",
            colorWrite: false, depthWrite: false, polygonOffset: true, polygonOffsetFactor: -1, polygonOffsetUnits: -4,
            stencilWrite: true, stencilRef: 1, stencilFunc: THREE.AlwaysStencilFunc, stencilZPass: THREE.ReplaceStencilOp,
        });
        this.makeCells(peak);
        const lid = new THREE.Mesh(this.lid, lidMaterial), cells = new THREE.Mesh(this.cells, makeSoilMaterial(shared));
        this.sheet = soil.plane && whole;
        [[whole, soil.plane ? -6 : -4.5], [lid, -3], [cells, -1]].forEach(([mesh, order]) => {
            mesh.frustumCulled = false;
            mesh.renderOrder = order;
            if ((mesh === whole || this.numQuads) && (mesh === cells || canCut)) scene.add(mesh);
        });
    }
    // Returns the geometry of the surface as it was before the run.
    makeWhole() {
        const { soil } = this, geometry = new THREE.BufferGeometry();
        let places, triangles;
        if (soil.plane) { // a square of size 2, which moves with the view
            const [origin, first, second, up] = soil.plane.map(v => new THREE.Vector3(...v));
            Object.assign(this, { origin, up });
            first.normalize();
            second.normalize();
            if (first.clone().cross(second).dot(up) < 0) first.negate();
            const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) => first.clone().multiplyScalar(a).addScaledVector(second, b));
            places = new Float32Array([].concat(...corners.map(corner => corner.toArray())));
            triangles = [0, 1, 2, 0, 2, 3];
        } else {
            places = new Float32Array(toBytes(soil.corners).buffer);
            triangles = new Int32Array(toBytes(soil.triangles).buffer);
        }
        geometry.setAttribute("position", new THREE.BufferAttribute(places, 3));
        for (const [name, value] of [["sinkage", 0], ["depth", 1]]) // no part is left out
            geometry.setAttribute(name, new THREE.BufferAttribute(new Float32Array(places.length / 3).fill(value), 1));
        geometry.setIndex(new THREE.BufferAttribute(new Uint32Array(triangles), 1));
        geometry.computeVertexNormals();
        return geometry;
    }
    // Makes the surface through the centres of the cells, and the lid.
    makeCells(peak) {
        const { soil } = this, count = soil.length, { places, isCell } = soil, span = Math.pow(2, 26), numbers = new Map();
        const keyOf = (i, j) => (i + span / 2) * span + j + span / 2;
        for (let k = 0; k < count; k++) numbers.set(keyOf(places[2 * k], places[2 * k + 1]), k);
        this.beside = new Int32Array(4 * count); // i - 1, i + 1, j - 1, j + 1; itself beyond the border
        this.base = new Float32Array(3 * count);
        this.ups = new Float32Array(3 * count);
        for (let k = 0; k < count; k++) {
            const i = places[2 * k], j = places[2 * k + 1];
            [[i - 1, j], [i + 1, j], [i, j - 1], [i, j + 1]].forEach((place, side) => {
                const node = numbers.get(keyOf(...place));
                this.beside[4 * k + side] = node === undefined ? k : node;
            });
            for (let axis = 0; axis < 3; axis++) {
                const n = 3 * k + axis, plane = soil.plane && soil.plane.map(v => v[axis]);
                this.base[n] = plane ? plane[0] + i * plane[1] + j * plane[2] : soil.points[n];
                this.ups[n] = plane ? plane[3] : soil.ups[n];
            }
        }
        const corners = []; // of each quad
        this.quadOf = new Int32Array(count).fill(-1); // by the node with the least i and j
        for (let a = 0; a < count; a++) {
            const i = places[2 * a], j = places[2 * a + 1];
            const quad = [a, ...[[i + 1, j], [i + 1, j + 1], [i, j + 1]].map(place => numbers.get(keyOf(...place)))];
            if (quad.includes(undefined) || !quad.some(node => isCell[node])) continue;
            this.quadOf[a] = corners.length / 4;
            corners.push(...quad);
        }
        this.corners = new Int32Array(corners);
        this.numQuads = corners.length / 4;
        this.isTurned = this.numQuads > 0 && this.findNormal(corners[0], this.base).dot(new THREE.Vector3().fromArray(this.ups, 3 * corners[0])) < 0;
        const lifted = this.base.map((x, n) => x + (soil.sag || 0) * this.ups[n]);
        this.lid = new THREE.BufferGeometry();
        this.lid.setAttribute("position", new THREE.BufferAttribute(lifted, 3));
        this.cells = new THREE.BufferGeometry();
        this.positions = new THREE.BufferAttribute(new Float32Array(this.base), 3);
        this.normals = new THREE.BufferAttribute(new Float32Array(this.ups), 3);
        this.depths = new THREE.BufferAttribute(new Float32Array(count), 1);
        this.lid.setAttribute("depth", this.depths);
        this.shares = new THREE.BufferAttribute(new Float32Array(count), 1);
        this.indices = new THREE.BufferAttribute(new Uint32Array(6 * this.numQuads), 1);
        const attributes = { position: this.positions, normal: this.normals, sinkage: this.shares, depth: this.depths };
        for (const name of Object.keys(attributes)) this.cells.setAttribute(name, attributes[name]);
        this.cells.setIndex(this.indices);
        this.perStep = peak > 0 ? 1 / peak : 0;
        for (let q = 0; q < this.numQuads; q++) this.divide(q);
        this.lid.setIndex(new THREE.BufferAttribute(this.indices.array.slice(), 1));
        for (let k = 0; k < count; k++) soil.changed.add(k);
    }
    // Returns the normal across the differences of the nodes beside this one.
    findNormal(node, positions) {
        const [a, b, c, d] = this.beside.subarray(4 * node, 4 * node + 4);
        const along = (from, to) => new THREE.Vector3().fromArray(positions, 3 * to).sub(new THREE.Vector3().fromArray(positions, 3 * from));
        return along(a, b).cross(along(c, d));
    }
    // Divides a quad along its diagonal with the lesser difference of depths, so that ridges and walls are straight.
    divide(quad) {
        const [a, b, c, d] = this.corners.subarray(4 * quad, 4 * quad + 4), depth = node => this.depthOf(node);
        const isAlongAC = Math.abs(depth(a) - depth(c)) <= Math.abs(depth(b) - depth(d));
        const triangles = isAlongAC ? [a, b, c, a, c, d] : [a, b, d, b, c, d];
        this.indices.array.set(this.isTurned ? triangles.reverse() : triangles, 6 * quad);
    }
    depthOf(node) { return this.soil.sinkageOf(node) + (this.dips.get(node) || 0); }

    // Moves the cells to their depths in the present row.
    update() {
        const { soil, dips, pressed, beside } = this, dirty = soil.changed, around = new Set(), quads = new Set();
        if (!this.numQuads) return;
        const before = new Map(dips);
        dips.clear();
        pressed.clear();
        soil.forEachPressed((node, pressure, slides, deeper) => {
            pressed.add(node);
            if (deeper > 0) dips.set(node, deeper);
        });
        for (const [node, depth] of before) if (dips.get(node) !== depth) dirty.add(node);
        for (const [node, depth] of dips) if (before.get(node) !== depth) dirty.add(node);
        const positions = this.positions.array, normals = this.normals.array;
        for (const node of dirty) {
            const depth = this.depthOf(node);
            for (let n = 3 * node; n < 3 * node + 3; n++) positions[n] = this.base[n] - depth * this.ups[n];
            this.depths.array[node] = depth;
            this.shares.array[node] = soil.sinkages[node] * this.perStep;
            const left = beside[4 * node], below = beside[4 * node + 2];
            around.add(node);
            for (let side = 0; side < 4; side++) around.add(beside[4 * node + side]);
            for (const corner of [node, left, below, beside[4 * left + 2]]) if (this.quadOf[corner] >= 0) quads.add(this.quadOf[corner]);
        }
        for (const node of around) {
            const normal = this.findNormal(node, positions).normalize();
            (this.isTurned ? normal.negate() : normal).toArray(normals, 3 * node);
            this.low = Math.min(this.low, node);
            this.high = Math.max(this.high, node + 1);
        }
        for (const quad of quads) this.divide(quad);
        if (quads.size) this.indices.needsUpdate = true;
        dirty.clear();
    }
    // Hands the nodes that have moved to WebGL.
    send() {
        if (this.low >= this.high) return;
        for (const attribute of [this.positions, this.normals, this.shares, this.depths]) {
            const range = attribute.updateRange, size = attribute.itemSize, isWaiting = range.count >= 0;
            const from = Math.min(size * this.low, isWaiting ? range.offset : Infinity);
            range.count = Math.max(size * this.high, isWaiting ? range.offset + range.count : 0) - from;
            range.offset = from;
            attribute.needsUpdate = true;
        }
        [this.low, this.high] = [Infinity, 0];
    }
    place(target, size) {
        if (!this.sheet) return;
        this.sheet.position.copy(target).addScaledVector(this.up, this.up.dot(this.origin) - this.up.dot(target));
        this.sheet.scale.setScalar(size);
    }
    // Calls visit(corners, pressure, slides) for each cell under contact. The corners are its centre and four points around it, 15 numbers. A
    // corner is at the mean depth of the cells around it that are under contact, so that the map ends flat at the rim of a body.
    forEachPressed(visit) {
        const places = new Float32Array(15), { base, ups, beside, pressed } = this;
        this.soil.forEachPressed((node, pressure, slides) => {
            const own = this.depthOf(node);
            for (let n = 0; n < 3; n++) places[n] = base[3 * node + n] - own * ups[3 * node + n];
            [[0, 2], [1, 2], [1, 3], [0, 3]].forEach(([i, j], k) => {
                const a = beside[4 * node + i], around = [node, a, beside[4 * a + j], beside[4 * node + j]];
                const touching = around.filter(other => pressed.has(other)), depth = touching.reduce((sum, other) => sum + this.depthOf(other), 0) / touching.length;
                for (let n = 0; n < 3; n++)
                    places[3 * k + 3 + n] = around.reduce((sum, other) => sum + base[3 * other + n] - depth * ups[3 * other + n], 0) / 4;
            });
            visit(places, pressure, slides);
        });
    }
}

// Revision 125 of three.js has shortened the names of geometries.
const geometryNamed = (name, ...sizes) => new THREE[name + (THREE.REVISION < 125 ? "Buffer" : "") + "Geometry"](...sizes);

// Shapes of size 1. If there are many round things, each has fewer corners, so that a slow machine can draw them.
const roundness = count => count > 600 ? [10, 6] : count > 300 ? [12, 8] : count > 60 ? [20, 12] : [36, 24];
const shapes = {
    sphere: (look, count) => geometryNamed("Sphere", 1, ...roundness(count)),
    brick: () => geometryNamed("Box", 2, 2, 2),
    cylinder: (look, count) => geometryNamed("Cylinder", 1, 1, 2, roundness(count)[0]),
    cone: (look, count) => geometryNamed("Cylinder", 0, 1, 1, roundness(count)[0]).translate(0, .5, 0), // its base at y = 0
    circle: () => geometryNamed("Circle", 1, 48),
    torus: (look, count) => geometryNamed("Torus", 1, look.tube, roundness(count)[1], 2 * roundness(count)[0]),
};

const makeMesh = mesh => { // every triangle has its own corners, so that edges are sharp
    const corners = new Float32Array(toBytes(mesh.corners).buffer), triangles = new Int32Array(toBytes(mesh.triangles).buffer);
    const places = new Float32Array(3 * triangles.length);
    triangles.forEach((corner, i) => places.set(corners.subarray(3 * corner, 3 * corner + 3), 3 * i));
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.BufferAttribute(places, 3));
    geometry.computeVertexNormals();
    return geometry;
};

const makeMaterial = look => new THREE.MeshPhongMaterial({
    vertexColors: true, fog: false, shininess: 25, specular: 0x222222, wireframe: Boolean(look.as),
    side: look.shape === "circle" || look.shape.startsWith("mesh") ? THREE.DoubleSide : THREE.FrontSide,
    opacity: look.opacity === undefined ? 1 : look.opacity, transparent: look.opacity < 1, depthWrite: !(look.opacity < 1),
});

// Revision 111 of three.js turns the normals of a scaled thing as if they were directions in it.
THREE.ShaderChunk.defaultnormal_vertex = THREE.ShaderChunk.defaultnormal_vertex.replace(
    "transformedNormal = mat3( instanceMatrix ) * transformedNormal;",
    `mat3 stretched = mat3( instanceMatrix );
    transformedNormal = stretched * ( transformedNormal / vec3( dot( stretched[ 0 ], stretched[ 0 ] ),
        dot( stretched[ 1 ], stretched[ 1 ] ), dot( stretched[ 2 ], stretched[ 2 ] ) ) );`);

class Scene {
    constructor(canvas, context, labels, rows) {
        Object.assign(this, { canvas, labels, rows, bunches: new Map(), arrowScale: 1, picked: -1 });
        this.renderer = new THREE.WebGLRenderer({ canvas, context, antialias: true });
        this.renderer.setClearColor(colors.background);
        this.scene = new THREE.Scene();
        this.scene.fog = new THREE.Fog(colors.background, 1, 100);
        this.camera = new THREE.PerspectiveCamera(35, 1, .01, 100);
        const light = new THREE.DirectionalLight(0xffffff, .42);
        light.position.set(-.5, 1, .8);
        this.camera.add(light); // comes over the viewer's shoulder
        this.scene.add(this.camera, new THREE.HemisphereLight(0xffffff, 0xa9b4c0, .74));
        this.lines = new Lines(this.scene);
        this.poses = [];
        this.setUp(new THREE.Vector3(...rows.start.up));
        this.makeGrounds();
        this.map = new PressureMap(this.scene, rows, this.grounds);
        this.cloud = rows.balls.length > 0 && new BallCloud(this.scene, rows.balls);
        // Contacts inside a body are seen through it, faintly. Others are drawn after a map that they cover.
        this.contactBunches = [false, true].map(seenThrough => {
            const material = new THREE.MeshPhongMaterial({ vertexColors: true, fog: false, specular: 0, depthTest: !seenThrough,
                depthWrite: !seenThrough, transparent: true, opacity: seenThrough ? .35 : 1 });
            return ["sphere", "cylinder", "cone"].map(shape => new Bunch(this.scene, n => shapes[shape]({}, Math.max(n, 61)), material, 3));
        });
        this.size = this.measure();
        if (rows.start.ground) this.addGrid();
    }
    setUp(up) {
        this.up = up;
        this.camera.up.copy(up);
        this.front = new THREE.Vector3(0, 0, 1);
        if (Math.abs(up.z) > .9) this.front.set(0, -1, 0);
        this.side = new THREE.Vector3().crossVectors(up, this.front);
    }

    // Takes notice of rows that are new. Surfaces of soil are made again, since they have other cells.
    learn(rows) {
        for (const { peak } of rows) if (peak > this.map.peak && isFinite(peak)) this.map.peak = peak;
        if (!this.rows.soils.length) return;
        for (const thing of this.ofGrounds) {
            this.scene.remove(thing);
            thing.geometry.dispose();
            thing.material.dispose();
        }
        this.makeGrounds();
        this.map.grounds = this.grounds;
    }
    makeGrounds() {
        const before = new Set(this.scene.children);
        this.addGrounds();
        this.ofGrounds = this.scene.children.filter(thing => !before.has(thing));
    }
    // Makes the surfaces of soil. Before them come decorations of Ground, so that the holes go through these too.
    addGrounds() {
        const { soils } = this.rows;
        const sun = new THREE.Vector3().addScaledVector(this.up, .6).addScaledVector(this.side, -.65).addScaledVector(this.front, .46).normalize();
        this.soilFog = { value: new THREE.Vector2(1, 2) };
        const shared = { sun: { value: sun }, sky: { value: new THREE.Color(colors.background) }, fog: this.soilFog };
        this.peakSinkage = Math.max(0, ...soils.map(soil => soil.peak * soil.step)); // [m]
        const canCut = this.renderer.getContext().getContextAttributes().stencil; // else only the ruts are drawn
        this.grounds = soils.map(soil => new SoilGround(this.scene, soil, shared, this.peakSinkage / soil.step, canCut));
        if (!canCut || !this.grounds.some(ground => ground.numQuads)) return;
        const geometry = new THREE.BufferGeometry(); // covers the view, as far away as possible
        geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3));
        const emptying = new THREE.Mesh(geometry, new THREE.ShaderMaterial({
            uniforms: { sky: shared.sky },
            vertexShader: "void main() { gl_Position = vec4( position.xy, 1., 1. ); }",
            fragmentShader: "uniform vec3 sky; void main() { gl_FragColor = vec4( sky, 1. ); }",
            depthFunc: THREE.AlwaysDepth, stencilWrite: true, stencilRef: 1, stencilFunc: THREE.EqualStencilFunc, stencilZPass: THREE.ZeroStencilOp,
        }));
        emptying.frustumCulled = false;
        emptying.renderOrder = -2;
        this.scene.add(emptying);
    }

    // Returns the box around the bodies in a row; that of Ground only if there is nothing else.
    boxAt(row) {
        this.rows.goTo(row);
        const box = new THREE.Box3(), ground = new THREE.Box3(), point = new THREE.Vector3();
        this.forEachDecoration((look, matrix, local, body) => {
            const mesh = look.shape.startsWith("mesh") && this.rows.meshes[+look.shape.slice(5)];
            const corners = mesh ? new Float32Array(toBytes(mesh.corners).buffer) : [-1, -1, -1, 1, 1, 1, -1, 1, -1, 1, -1, 1];
            for (let i = 0; i + 2 < corners.length; i += 3)
                (body ? box : ground).expandByPoint(point.fromArray(corners, i).applyMatrix4(matrix));
        });
        const { balls } = this.rows;
        for (let k = 0; row === 0 && k < balls.length; k++) box.expandByPoint(point.fromArray(balls.places, 3 * k).multiplyScalar(balls.step));
        for (let b = 1; b < this.rows.present.n[0]; b++)
            if (this.poses[b]) box.expandByPoint(point.setFromMatrixPosition(this.poses[b]));
        const whole = box.isEmpty() ? ground : box;
        return whole.isEmpty() ? whole.setFromCenterAndSize(new THREE.Vector3(), new THREE.Vector3(1, 1, 1)) : whole;
    }
    // Returns the size of all bodies together in the first row. Finds the region to show: the bodies, or their whole paths if none is
    // followed. Parts of a path that are far away are left out, as those of a body that is lost.
    measure() {
        const whole = this.boxAt(0), extent = whole.getSize(new THREE.Vector3()), size = Math.max(extent.length() / 2, 1e-6);
        const near = whole.clone().expandByScalar(4 * size), last = this.rows.length - 1;
        for (let k = 1; k <= 12 && !this.rows.start.follow; k++) whole.union(this.boxAt(Math.round(k * last / 12)).intersect(near));
        whole.getSize(extent);
        this.centre = whole.getCenter(new THREE.Vector3());
        this.halfHeight = Math.abs(extent.dot(this.up)) / 2;
        this.halfBreadth = Math.sqrt(Math.max(extent.lengthSq() / 4 - this.halfHeight * this.halfHeight, 0));
        this.rows.goTo(0);
        this.readPoses();
        return size;
    }
    // Returns the distance from which all bodies can be seen, with some space around them.
    get overview() {
        const { clientWidth, clientHeight } = this.canvas, slope = Math.tan(this.camera.fov * Math.PI / 360);
        const aspect = Math.max(clientWidth, 1) / Math.max(clientHeight, 1);
        return 1.1 * Math.max((this.halfHeight + .3 * this.halfBreadth) / slope, this.halfBreadth / slope / aspect, this.size) + this.halfBreadth;
    }
    // Adds a grid of a hundred squares each way. Its lines are short pieces, since a software renderer does not draw a line that begins
    // behind the camera.
    addGrid() {
        const plane = this.grounds.find(ground => ground.sheet), isFirst = this.grounds.length > 0;
        this.gridUp = plane ? plane.up : this.up;
        this.gridOrigin = plane ? plane.origin : this.up.clone().multiplyScalar(-2e-3 * this.size); // below things at height 0
        const color = plane ? { fine: [.80, .73, .60], coarse: [.69, .61, .47] } : { fine: [.85, .88, .91], coarse: [.69, .74, .79] };
        const places = [], shades = [];
        for (let i = -50; i <= 50; i++)
            for (let j = -50; j < 50; j += 5) {
                places.push(i, 0, j, i, 0, j + 5, j, 0, i, j + 5, 0, i);
                for (let k = 0; k < 4; k++) shades.push(...i % 5 ? color.fine : color.coarse);
            }
        const geometry = new THREE.BufferGeometry();
        geometry.setAttribute("position", new THREE.Float32BufferAttribute(places, 3));
        geometry.setAttribute("color", new THREE.Float32BufferAttribute(shades, 3));
        this.grid = new THREE.LineSegments(geometry, new THREE.LineBasicMaterial({ vertexColors: true, depthTest: !isFirst, depthWrite: !isFirst }));
        this.grid.frustumCulled = false;
        this.grid.renderOrder = isFirst ? -5 : 0; // on a sheet of soil, and behind all else
        this.grid.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), this.gridUp);
        this.scene.add(this.grid);
    }
    // Moves the grid with the view. Its squares are 1, 2 or 5 times a power of ten.
    placeGrid(target, distance) {
        const wish = distance / 12, power = Math.pow(10, Math.floor(Math.log10(wish)));
        const square = power * (wish / power >= 5 ? 5 : wish / power >= 2 ? 2 : 1);
        const { quaternion, position } = this.grid, back = quaternion.clone().conjugate(), lines = 5 * square;
        position.copy(target).sub(this.gridOrigin).applyQuaternion(back).divideScalar(lines).round().multiplyScalar(lines).setY(0);
        position.applyQuaternion(quaternion).add(this.gridOrigin);
        this.grid.scale.setScalar(square);
    }

    readPoses() {
        const { bodies, present } = this.rows, place = new THREE.Vector3(), turn = new THREE.Quaternion(), one = new THREE.Vector3(1, 1, 1);
        this.poses.length = present.n[0];
        for (let b = 0; b < present.n[0]; b++) {
            place.fromArray(bodies.floats, 5 * b);
            const q = bodies.shorts.subarray(10 * b + 6, 10 * b + 10);
            turn.set(q[1], q[2], q[3], q[0]).normalize();
            this.poses[b] = isFinite(place.x + place.y + place.z) && (this.poses[b] || new THREE.Matrix4()).compose(place, turn, one);
        }
    }
    forEachDecoration(visit) {
        this.readPoses();
        const { decorations, present, looks } = this.rows, f = decorations.floats;
        const place = new THREE.Vector3(), turn = new THREE.Quaternion(), scale = new THREE.Vector3();
        const local = new THREE.Matrix4(), matrix = new THREE.Matrix4();
        for (let i = 0; i < present.n[1]; i++) {
            const at = 11 * i, look = looks[decorations.ints[at]];
            if (!look || !this.poses[look.body]) continue;
            place.fromArray(f, at + 1);
            turn.set(f[at + 5], f[at + 6], f[at + 7], f[at + 4]);
            local.compose(place, turn, scale.fromArray(f, at + 8));
            visit(look, matrix.multiplyMatrices(this.poses[look.body], local), local, look.body);
        }
    }
    bunchOf(look) {
        const isGround = this.grounds.length > 0 && look.body === 0;
        const name = [look.shape, look.as, look.opacity, look.tube, isGround].join(" ");
        let bunch = this.bunches.get(name);
        if (!bunch) {
            const mesh = look.shape.startsWith("mesh") && makeMesh(this.rows.meshes[+look.shape.slice(5)]);
            bunch = new Bunch(this.scene, count => mesh ? mesh.clone() : shapes[look.shape](look, count), makeMaterial(look),
                isGround && !(look.opacity < 1) ? -4 : undefined);
            this.bunches.set(name, bunch);
        }
        return bunch;
    }

    update() {
        const gray = [.5, .5, .5], magenta = [.8, 0, .8], axes = [[.8, .1, .1], [.05, .5, .1], [.1, .3, .8]];
        const origin = new THREE.Vector3(), end = new THREE.Vector3(), start = new THREE.Vector3();
        const texts = [];
        this.forEachDecoration((look, matrix, local, body) => {
            origin.setFromMatrixPosition(matrix);
            if (look.shape === "line") {
                this.lines.add(origin, end.set(1, 1, 1).applyMatrix4(matrix), look.color || gray);
            } else if (look.shape === "frame" || look.shape === "point") {
                for (let k = 0; k < 3; k++) {
                    end.set(0, 0, 0).setComponent(k, 1).applyMatrix4(matrix);
                    start.copy(origin);
                    if (look.shape === "point") start.multiplyScalar(2).sub(end);
                    this.lines.add(start, end, look.color || (look.shape === "point" ? magenta : axes[k]));
                }
            } else if (look.shape === "text") {
                texts.push([look, origin.clone()]);
            } else
                this.bunchOf(look).add(matrix, look.color || gray, body);
        });
        this.addContacts();
        for (const ground of this.grounds) ground.update();
        this.map.update(this.poses);
        if (this.cloud) this.cloud.update();
        this.lines.finish();
        for (const bunch of [...this.bunches.values(), ...this.contactBunches[0], ...this.contactBunches[1]]) bunch.finish();
        this.texts = texts;
    }
    addContacts() {
        const { contacts, present } = this.rows, f = contacts.floats;
        const point = new THREE.Vector3(), force = new THREE.Vector3(), y = new THREE.Vector3(0, 1, 0), middle = new THREE.Vector3();
        const turn = new THREE.Quaternion(), scale = new THREE.Vector3(), matrix = new THREE.Matrix4(), thin = .007 * this.size;
        for (let i = 0; i < present.n[2]; i++) {
            const at = 9 * i, state = f[at];
            if (state === 0) continue;
            point.fromArray(f, at + 1);
            force.fromArray(f, at + 4);
            const color = state === 2 ? colors.sliding : colors.sticking;
            const length = force.length() * this.arrowScale, tip = Math.min(.3 * length, 6 * thin);
            const isPicked = i === this.picked;
            this.addToContacts(0, matrix.compose(point, turn.set(0, 0, 0, 1), scale.setScalar((isPicked ? 2.6 : 1.7) * thin)),
                isPicked ? colors.picked : color);
            if (!(length > 0)) continue;
            force.normalize();
            turn.setFromUnitVectors(y, force);
            middle.copy(point).addScaledVector(force, (length - tip) / 2);
            this.addToContacts(1, matrix.compose(middle, turn, scale.set(.8 * thin, (length - tip) / 2, .8 * thin)), color);
            middle.copy(point).addScaledVector(force, length - tip);
            this.addToContacts(2, matrix.compose(middle, turn, scale.set(2.2 * thin, tip, 2.2 * thin)), color);
        }
    }
    addToContacts(shape, matrix, color) {
        for (const bunches of this.contactBunches) bunches[shape].add(matrix, color, -1);
    }

    draw(view) {
        const width = this.canvas.clientWidth, height = this.canvas.clientHeight, ratio = Math.min(devicePixelRatio, 2);
        if (width !== this.width || height !== this.height || ratio !== this.ratio) {
            Object.assign(this, { width, height, ratio });
            this.renderer.setPixelRatio(ratio);
            this.renderer.setSize(width, height, false);
            this.camera.aspect = width / Math.max(height, 1);
        }
        const { target, distance, turn, tilt } = view;
        const away = new THREE.Vector3().addScaledVector(this.front, Math.cos(tilt) * Math.cos(turn))
            .addScaledVector(this.side, Math.cos(tilt) * Math.sin(turn)).addScaledVector(this.up, Math.sin(tilt));
        this.camera.position.copy(target).addScaledVector(away, distance);
        this.camera.near = distance / 50;
        this.camera.far = distance * 20 + 20 * this.size;
        this.camera.updateProjectionMatrix();
        this.camera.lookAt(target);
        this.camera.updateMatrixWorld();
        this.scene.fog.near = 1.2 * distance;
        this.scene.fog.far = 4 * distance;
        if (this.grid) this.placeGrid(target, distance);
        this.soilFog.value.set(this.scene.fog.near, this.scene.fog.far);
        for (const ground of this.grounds) {
            ground.place(target, this.scene.fog.far + distance);
            ground.send();
        }
        this.map.stripe.value = 2 * ratio;
        if (this.cloud) this.cloud.pixels.value = height * ratio / 2 / Math.tan(this.camera.fov * Math.PI / 360);
        this.renderer.render(this.scene, this.camera);
        this.placeTexts();
    }
    placeTexts() {
        if (!this.texts.length && !this.labels.firstChild) return;
        let line = 0;
        this.labels.replaceChildren(...this.texts.map(([look, place]) => {
            const label = document.createElement("span"), at = this.toScreen(place);
            label.textContent = look.text;
            label.style.color = `rgb(${(look.color || [.1, .15, .2]).map(part => Math.round(200 * part)).join()})`;
            if (look.onScreen) Object.assign(label.style, { right: "10px", top: `${8 + 20 * line++}px` });
            else Object.assign(label.style, { left: `${at.x}px`, top: `${at.y}px`, display: at.z < 1 ? "" : "none" });
            return label;
        }));
    }
    toScreen(place) {
        const at = place.clone().project(this.camera);
        return at.set((at.x + 1) / 2 * this.width, (1 - at.y) / 2 * this.height, at.z);
    }
    // Returns the contact that is drawn near this pixel, or -1.
    contactAt(x, y) {
        const { contacts, present } = this.rows, place = new THREE.Vector3();
        let best = -1, least = 20;
        for (let i = 0; i < present.n[2]; i++) {
            if (contacts.floats[9 * i] === 0) continue;
            const at = this.toScreen(place.fromArray(contacts.floats, 9 * i + 1)), distance = Math.hypot(at.x - x, at.y - y);
            if (distance < least) [best, least] = [i, distance];
        }
        return best;
    }
    // Returns the body that is drawn at this pixel, or Ground.
    bodyAt(x, y) {
        const ray = new THREE.Raycaster();
        ray.setFromCamera({ x: 2 * x / this.width - 1, y: 1 - 2 * y / this.height }, this.camera);
        const bunches = [...this.bunches.values()].filter(bunch => bunch.mesh);
        const hit = ray.intersectObjects(bunches.map(bunch => bunch.mesh))[0];
        return hit ? bunches.find(bunch => bunch.mesh === hit.object).bodies[hit.instanceId] : 0;
    }
    placeOf(body) { return this.poses[body] ? new THREE.Vector3().setFromMatrixPosition(this.poses[body]) : null; }
}
