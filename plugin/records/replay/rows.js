// SPDX-License-Identifier: Apache-2.0
// The content of the rows: things that change, each a record of fixed size (see KeyframeTracks.h), at any row.

const toBytes = text => {
    const letters = atob(text), bytes = new Uint8Array(letters.length);
    for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
    return bytes;
};

// Reads numbers one after the other (see ByteWriter.h).
class ByteReader {
    constructor(bytes) {
        this.bytes = bytes;
        this.at = 0;
        this.bits = new Uint32Array(1);
        this.float = new Float32Array(this.bits.buffer);
    }
    get isAtEnd() { return this.at >= this.bytes.length; }
    variable() {
        let number = 0, shift = 0, byte;
        do {
            byte = this.bytes[this.at++];
            number |= (byte & 127) << shift;
            shift += 7;
        } while (byte > 127);
        return number >>> 0;
    }
    signed() {
        const number = this.variable();
        return number & 1 ? -1 - (number >>> 1) : number >>> 1;
    }
    // Returns a number >= 0 and its mark.
    marked() {
        const marked = this.bytes[this.at] | this.bytes[this.at + 1] << 8;
        this.at += 2;
        this.bits[0] = (marked & 0x7fff) << 16;
        return [this.float[0], marked > 0x7fff];
    }
}

class Tracks {
    constructor(recordSize) {
        this.recordSize = recordSize;
        this.first = new Uint8Array(0);
        this.reserve(0);
    }
    reserve(count) {
        if (this.now && this.first.length >= count * this.recordSize) return;
        const bytes = new Uint8Array(2 * count * this.recordSize);
        bytes.set(this.first);
        this.first = bytes;
        this.now = new Uint8Array(bytes);
        this.floats = new Float32Array(this.now.buffer);
        this.shorts = new Int16Array(this.now.buffer);
        this.ints = new Int32Array(this.now.buffer);
    }
    // Adds the things that are new in a row.
    learn(bytes, from, to) {
        this.reserve(to);
        this.first.set(bytes.subarray(0, (to - from) * this.recordSize), from * this.recordSize);
    }
    // Sets everything as it was when it was new.
    reset() { this.now.set(this.first); }
    apply(bytes, from, to) {
        if (bytes.length === 0) return;
        const size = this.recordSize, mask = (to - from) * size;
        let at = mask + Math.ceil(to / 8);
        for (let i = 0; i < to; i++)
            if (bytes[mask + (i >> 3)] >> (i & 7) & 1) {
                this.now.set(bytes.subarray(at, at + size), i * size);
                at += size;
            }
    }
}

// The outlines of elements of layers, each fixed on a body (see PressureMap.h).
class Outlines {
    constructor() {
        this.layers = []; // of each element
        this.ends = [];   // the corners of an element are before this one
        this.pieces = [];
    }
    add(layer, sizes, corners) {
        const reader = new ByteReader(toBytes(sizes));
        while (!reader.isAtEnd) {
            this.layers.push(layer);
            this.ends.push((this.ends[this.ends.length - 1] || 0) + reader.variable());
        }
        this.pieces.push(new Float32Array(toBytes(corners).buffer));
    }
    // Returns the coordinates of all corners.
    get corners() {
        if (this.pieces.length !== 1) {
            const all = new Float32Array(this.pieces.reduce((sum, piece) => sum + piece.length, 0));
            let at = 0;
            for (const piece of this.pieces) {
                all.set(piece, at);
                at += piece.length;
            }
            this.pieces = [all];
        }
        return this.pieces[0];
    }
    // Calls visit(element, pressure, slides) for the elements of a row.
    forEachIn(row, visit) {
        const reader = new ByteReader(toBytes(row.elements));
        for (let element = 0; !reader.isAtEnd; element++) {
            element += reader.variable();
            visit(element, ...reader.marked());
        }
    }
}

// The cells of one surface of soil: their places, and their sinkages in the present row (see SoilMap.h).
class Soil {
    constructor(start) {
        Object.assign(this, start);
        this.step = this.width / 1024;      // of a sinkage [m]
        this.deeperStep = this.width / 64;  // of the elastic depth [m]
        this.places = [];                   // i and j of each node
        this.points = [];                   // of each node of a terrain
        this.ups = [];                      // its normals
        this.sinkages = new Int32Array(64); // of each node, in steps
        this.isCell = [];                   // true if the cell is touched in some row
        this.changes = [];                  // of each row
        this.pressed = [];
        this.changed = new Set(); // nodes, since they were taken
        this.peak = 0;
        this.at = -1;
    }
    get length() { return this.places.length / 2; }
    // Adds the next row.
    add(nodes = "", points = "", changes = "", pressed = undefined) {
        const reader = new ByteReader(toBytes(nodes)), last = this.places.slice(-2);
        let [i, j] = last.length ? last : [0, 0];
        while (!reader.isAtEnd) this.places.push(i += reader.signed(), j += reader.signed());
        const bytes = toBytes(points).buffer, view = new DataView(bytes);
        for (let at = 0; at < bytes.byteLength; at += 18)
            for (let k = 0; k < 3; k++) {
                this.points.push(view.getFloat32(at + 4 * k, true));
                this.ups.push(view.getInt16(at + 12 + 2 * k, true) / 32767);
            }
        if (this.length > this.sinkages.length) {
            const more = new Int32Array(2 * this.length);
            more.set(this.sinkages);
            this.sinkages = more;
        }
        this.changes.push(toBytes(changes));
        this.pressed.push(pressed === undefined ? this.pressed[this.pressed.length - 1] || "" : pressed);
        this.goTo(this.changes.length - 1);
        for (const node of this.changed) this.isCell[node] = true;
        if (pressed) this.forEachPressed(node => { this.isCell[node] = true; });
        this.changed.clear();
    }
    goTo(row) {
        while (this.at < row) this.apply(this.changes[++this.at], 1);
        while (this.at > row) this.apply(this.changes[this.at--], -1);
    }
    apply(bytes, sign) {
        const reader = new ByteReader(bytes), { sinkages } = this;
        for (let node = 0; !reader.isAtEnd; node++) {
            node += reader.variable();
            sinkages[node] += sign * reader.signed();
            if (sinkages[node] > this.peak) this.peak = sinkages[node];
            this.changed.add(node);
        }
    }
    sinkageOf(node) { return this.sinkages[node] * this.step; }
    // Calls visit(node, pressure, slides, deeper) for the cells under contact in the present row.
    forEachPressed(visit) {
        const reader = new ByteReader(toBytes(this.pressed[this.at] || ""));
        for (let node = 0; !reader.isAtEnd; node++) {
            node += reader.variable();
            const [pressure, slides] = reader.marked();
            visit(node, pressure, slides, reader.variable() * this.deeperStep);
        }
    }
}

// Balls that are no bodies: their places and speeds in the present row (see BallTracks.h).
class Balls {
    constructor() {
        Object.assign(this, { length: 0, changes: [], at: -1, fastest: 0, hasChanged: true });
    }
    // Adds the next row.
    add({ ballStep, radii, balls = "", fast = 0 }) {
        if (radii) {
            this.step = ballStep;
            this.radii = new Float32Array(toBytes(radii).buffer);
            this.length = this.radii.length;
            this.places = new Int32Array(3 * this.length);
            this.speeds = new Uint8Array(this.length); // codes
        }
        this.changes.push(toBytes(balls));
        this.fastest = Math.max(this.fastest, fast);
    }
    goTo(row) {
        if (!this.length || row === this.at) return;
        this.hasChanged = true;
        while (this.at < row) this.apply(this.changes[++this.at], 1);
        while (this.at > row) this.apply(this.changes[this.at--], -1);
        this.speeds.fill(0);
        this.forEachIn(row, (ball, speed) => { this.speeds[ball] = speed; });
    }
    forEachIn(row, visit) {
        const reader = new ByteReader(this.changes[row]);
        for (let ball = 0; !reader.isAtEnd; ball++) {
            ball += reader.variable();
            visit(ball, reader.variable(), reader.signed(), reader.signed(), reader.signed());
        }
    }
    apply(bytes, sign) {
        const { places } = this, reader = new ByteReader(bytes);
        for (let ball = 0; !reader.isAtEnd; ball++) {
            ball += reader.variable();
            reader.variable();
            for (let axis = 0; axis < 3; axis++) places[3 * ball + axis] += sign * reader.signed();
        }
    }
    speedOf(ball) { return this.speeds[ball] && 1e-6 * Math.pow(2, (this.speeds[ball] - 1) / 8); } // [m/s]
}

class Rows {
    constructor() {
        this.rows = [];
        this.bodies = new Tracks(20);      // position, 3 floats; quaternion w x y z, 4 multiples of 1/32767
        this.decorations = new Tracks(44); // look, or -1; position, quaternion, scale: 10 floats
        this.contacts = new Tracks(36);    // 0 apart, 1 sticks, 2 slides; point, force, overlap, slip: 9 floats
        this.looks = [];
        this.meshes = [];
        this.names = [];
        this.outlines = new Outlines();
        this.soils = [];
        this.balls = new Balls();
        this.at = -1;
        this.keys = []; // numbers of the key rows
        this.trouble = "";
    }
    get length() { return this.rows.length; }
    get present() { return this.rows[this.at]; }

    add(row) {
        if (row.start) {
            this.start = row.start;
            this.soils = row.start.soils.map(soil => new Soil(soil));
        }
        if (row.lost !== undefined)
            this.trouble = `From ${+row.t.toPrecision(6)} s on the position of body ${row.lost} is not finite (NaN or infinite), so the body is not drawn.`;
        this.looks.push(...row.looks || []);
        this.meshes.push(...row.meshes || []);
        this.names.push(...row.names || []);
        const before = this.length ? this.rows[this.length - 1].n : [0, 0, 0];
        for (const outlines of row.outlines || []) this.outlines.add(...outlines);
        row.outlines = undefined;
        const entries = [];
        for (const [soil, ...entry] of row.soils || []) entries[soil] = entry;
        this.soils.forEach((soil, k) => soil.add(...entries[k] || []));
        row.soils = undefined;
        this.balls.add(row);
        row.balls = row.radii = undefined;
        if (row.elements === undefined) row.elements = this.length ? this.rows[this.length - 1].elements : "";
        this.kinds.forEach((tracks, k) => {
            if (row.n[k] > before[k]) tracks.learn(toBytes(row.rows[k]), before[k], row.n[k]);
        });
        if (row.key || !this.length) this.keys.push(this.length);
        this.rows.push(row);
    }
    get kinds() { return [this.bodies, this.decorations, this.contacts]; }

    goTo(number) {
        if (number === this.at) return;
        const key = this.keys[countUpTo(this.keys, number) - 1];
        let from = this.at + 1;
        if (number < from || key > from) from = key;
        for (let i = from; i <= number; i++) this.kinds.forEach((tracks, k) => this.apply(tracks, k, i));
        for (const soil of this.soils) soil.goTo(number);
        this.balls.goTo(number);
        this.at = number;
    }
    apply(tracks, k, number) {
        const row = this.rows[number], before = number ? this.rows[number - 1].n[k] : 0;
        if (row.key || number === 0) tracks.reset();
        tracks.apply(toBytes(row.rows[k]), before, row.n[k]);
    }
    // Finds overlap and slip of a contact in each row, NaN where there is no contact. Works in pieces, so that the page stays responsive.
    async follow(contact, isWanted, done) {
        const tracks = new Tracks(36), overlap = new Float32Array(this.length).fill(NaN), slip = overlap.slice();
        tracks.reserve(this.names.length);
        tracks.first.set(this.contacts.first.subarray(0, tracks.first.length));
        let pause = performance.now() + 30;
        for (let i = 0; i < this.length && isWanted(); i++) {
            this.apply(tracks, 2, i);
            if (contact < this.rows[i].n[2] && tracks.floats[9 * contact] > 0) {
                overlap[i] = tracks.floats[9 * contact + 7];
                slip[i] = tracks.floats[9 * contact + 8];
            }
            if (performance.now() < pause) continue;
            await new Promise(resolve => setTimeout(resolve));
            pause = performance.now() + 30;
        }
        if (isWanted()) done(overlap, slip);
    }
}

// Returns how many of these rising numbers do not exceed the limit.
const countUpTo = (numbers, limit, of = x => x) => {
    let low = 0, high = numbers.length;
    while (low < high) {
        const middle = (low + high) >> 1;
        if (of(numbers[middle]) <= limit) low = middle + 1;
        else high = middle;
    }
    return low;
};
