// SPDX-License-Identifier: Apache-2.0
// The page: controls, keys, pointers and the clock. The browser calls replay.row() for each row that it reads.

window.replay = (() => {
    const rows = new Rows(), at = id => document.getElementById(id);
    const speeds = [.0001, .001, .01, .02, .05, .1, .2, .5, 1, 2, 5, 10];
    const view = {};
    let scene, source, times = [], plots = [], ofContact = [], greatestEnergy = 0, row = 0, now = 0, digits = 3, lastTick = NaN, isPlaying = false, isStale = true, picked = -1, followed = 0;

    const seconds = time => `${time.toFixed(digits)} s`;
    const say = text => { at("trouble").textContent = text; };

    // ---- time
    function goTo(number) {
        row = Math.min(Math.max(number, 0), rows.length - 1);
        now = times[row];
        refresh();
    }
    function refresh() {
        const before = scene && scene.placeOf(followed);
        rows.goTo(row);
        if (scene) {
            scene.update();
            const { drawn, isShown } = scene.map, { touching } = rows.present;
            at("shown").textContent = isShown && touching > drawn ? `(${drawn} of ${touching} elements are drawn)` : "";
            const place = scene.placeOf(followed);
            if (followed && before && place) view.target.add(place).sub(before);
        }
        at("scrub").value = row;
        at("scrub").setAttribute("aria-valuetext", seconds(times[row]));
        at("time").textContent = `${seconds(times[row])} of ${seconds(times[rows.length - 1])}`;
        const [kinetic, potential, heat] = rows.present.energy.map(energy => `${shortNumber(energy, greatestEnergy)} J`);
        at("energy").textContent = `kinetic ${kinetic}, potential ${potential}` + (isNaN(rows.present.energy[2]) ? "" : `, heat ${heat}`);
        isStale = true;
    }
    function setPlaying(wanted) {
        if (wanted && row === rows.length - 1) goTo(0);
        isPlaying = wanted;
        lastTick = NaN;
        at("play").textContent = wanted ? "Pause" : "Play";
    }
    // Advances the replay to the time of the clock [ms], and draws.
    function tick(clock) {
        if (isPlaying) {
            if (!isNaN(lastTick)) now += (clock - lastTick) / 1000 * at("speed").value;
            lastTick = clock;
            const due = Math.max(countUpTo(times, now) - 1, 0);
            if (due === rows.length - 1) setPlaying(false);
            if (due !== row) {
                row = due;
                refresh();
            }
        }
        if (isStale) draw();
    }
    function draw() {
        isStale = false;
        if (scene) {
            scene.draw(view);
            drawArrowScale();
        }
        const whole = times[times.length - 1] - times[0], asked = +at("span").value, span = asked ? Math.min(asked, whole) : whole;
        const from = Math.min(Math.max(times[row] - span / 2, times[0]), times[times.length - 1] - span);
        for (const plot of plots) plot.draw(row, from, from + (span || 1));
    }

    // Shows the length of an arrow of a round force at the point that the camera looks at.
    function drawArrowScale() {
        const perNewton = scene.arrowScale / metersPerPixel();
        at("arrowKey").hidden = !rows.start.contacts || !scene.hasArrows;
        if (at("arrowKey").hidden) return;
        const power = Math.pow(10, Math.floor(Math.log10(100 / perNewton)));
        const force = power * [5, 2, 1].find(factor => factor * power * perNewton <= 100);
        at("arrow").style.width = `${force * perNewton}px`;
        at("arrowForce").textContent = force >= 1e6 ? `${force / 1e6} MN` : force >= 1e4 ? `${force / 1e3} kN` : `${+force.toPrecision(1)} N`;
    }

    // ---- the view
    function resetView() {
        if (!scene) return;
        Object.assign(view, { target: scene.centre.clone(), distance: scene.overview, turn: .45, tilt: .28 });
        const place = scene.placeOf(followed);
        rows.goTo(0);
        scene.readPoses();
        const before = scene.placeOf(followed);
        rows.goTo(row);
        scene.readPoses();
        if (followed && place && before) view.target.add(place).sub(before);
        isStale = true;
    }
    function turnView(turn, tilt) {
        view.turn += turn;
        view.tilt = Math.min(Math.max(view.tilt + tilt, -1.55), 1.55);
        isStale = true;
    }
    function zoom(factor) {
        view.distance *= factor;
        isStale = true;
    }
    // Returns the length of a pixel at the point that the camera looks at.
    const metersPerPixel = () => 2 * Math.tan(scene.camera.fov * Math.PI / 360) * view.distance / scene.height;
    function move(x, y) { // pixels
        const perPixel = metersPerPixel();
        const axis = k => new THREE.Vector3().setFromMatrixColumn(scene.camera.matrixWorld, k);
        view.target.addScaledVector(axis(0), -x * perPixel).addScaledVector(axis(1), y * perPixel);
        isStale = true;
    }
    function follow(body) {
        followed = body;
        at("follow").value = body;
    }

    // ---- contacts
    const nameOf = contact => `${rows.names[contact][0]}, ${rows.names[contact][1]}`;
    function pick(contact) {
        if (!rows.names[contact]) return;
        picked = contact;
        if (![...at("contact").options].some(option => +option.value === contact)) addOption("contact", contact, nameOf(contact));
        at("contact").value = contact;
        if (scene) scene.picked = contact;
        ofContact.forEach(plot => { plot.curves = []; });
        plotContact();
        refresh();
    }
    function plotContact() {
        const contact = picked;
        rows.follow(contact, () => picked === contact, (overlap, slip) => {
            ofContact[0].setCurves(times, [overlap.map(y => 1000 * y)]);
            ofContact[1].setCurves(times, [slip.map(y => 1000 * y)]);
            isStale = true;
        });
    }
    // Returns the contact with the largest force in the middle of the run, or the first one.
    function strongest() {
        rows.goTo(rows.length >> 1);
        const { contacts, present } = rows, forceOf = i => Math.hypot(...contacts.floats.subarray(9 * i + 4, 9 * i + 7));
        let best = 0;
        for (let i = 1; i < present.n[2]; i++) if (forceOf(i) > forceOf(best)) best = i;
        return best;
    }
    // ---- layers
    function showMap(wanted) {
        if (!scene || !scene.map.peak) return;
        at("map").checked = scene.map.isShown = wanted;
        at("mapKey").hidden = !wanted;
        refresh();
    }
    function showBalls(wanted) {
        if (!scene || !scene.cloud) return;
        at("ballBox").checked = scene.cloud.isShown = wanted;
        at("ballKey").hidden = !wanted;
        rows.balls.hasChanged = true;
        refresh();
    }
    // Writes the scale of the colours, which is the same in all rows.
    function makeScale() {
        const peak = scene ? scene.map.peak : 0, [unit, size] = peak >= 1e6 ? ["MPa", 1e6] : peak >= 1e3 ? ["kPa", 1e3] : ["Pa", 1];
        for (const element of document.querySelectorAll(".ofLayers, #mapKey")) element.hidden = !peak;
        const gradient = stops => `linear-gradient(to right, ${stops.map(color => `rgb(${color.map(part => Math.round(255 * part))})`)})`;
        at("scale").style.background = gradient(viridis);
        const deepest = scene ? 1000 * scene.peakSinkage : 0; // [mm]
        at("rutKey").hidden = !deepest;
        at("rutScale").style.background = gradient(soilColors);
        at("deepest").textContent = `${+deepest.toPrecision(3)} mm`;
        const isBall = Boolean(scene && scene.cloud), { fastest } = rows.balls, inMm = fastest < .1;
        for (const element of document.querySelectorAll(".ofBalls, #ballKey")) element.hidden = !isBall;
        at("ballScale").style.background = gradient(viridis);
        at("fastest").textContent = `${+((inMm ? 1000 : 1) * fastest).toPrecision(3)} ${inMm ? "mm/s" : "m/s"}`;
        at("peak").textContent = `${+(peak / size).toPrecision(3)} ${unit}`;
    }
    function addOption(select, value, text) { at(select).add(new Option(text, value)); }
    function step(select, by) { // selects the next entry, or the one before
        const element = at(select), count = element.options.length;
        if (!count) return;
        element.selectedIndex = select === "speed" ? Math.min(Math.max(element.selectedIndex + by, 0), count - 1)
            : (element.selectedIndex + by + count) % count;
        element.dispatchEvent(new Event("change"));
    }

    // ---- the page
    function makePlots() {
        const goToTime = time => goTo(Math.max(countUpTo(times, time) - 1, 0));
        const add = (...what) => plots[plots.push(new Plot(at("plots"), ...what, goToTime)) - 1];
        const three = ["#c62828", "#14803c", "#1f6fb4"];
        if (rows.start.contacts) {
            const greatest = rows.rows.reduce((most, r) => r.greatest > most && isFinite(r.greatest) ? r.greatest : most, 0);
            if (source || columnsOfGround().some(curve => curve.some(force => Math.abs(force) > 1e-9 * greatest))) // otherwise nothing touches Ground
                add("Ground force", "N", ["x", "y", "z", "peak"], [...three, "#6b5b00"]).columns = columnsOfGround;
            ofContact = [add("Overlap", "mm", [""], ["#8a4fbf"]), add("Slip", "mm/s", [""], ["#b3470a"])];
        }
        add("Energy", "J", ["kinetic", "potential", "heat"], three).columns =
            () => [0, 1, 2].map(k => column("energy", k)).filter((curve, k) => k < 2 || !curve.every(isNaN));
        setCurves();
    }
    const column = (name, k) => rows.rows.map(r => r[name][k]);
    // The peak of a row is the largest size of the force since the row before.
    const columnsOfGround = () => [...[0, 1, 2].map(k => column("ground", k)), column("most", 0)];
    function setCurves() {
        for (const plot of plots) if (plot.columns) plot.setCurves(times, plot.columns());
    }
    function makeControls() {
        speeds.forEach(speed => addOption("speed", speed, `${speed} x`));
        const duration = times[times.length - 1] - times[0]; // a short run is played slowly
        at("speed").value = duration < 1 && !source ? speeds.filter(speed => speed <= Math.max(duration / 2, speeds[0])).pop() : 1;
        addOption("follow", 0, "nothing");
        const owners = new Map();
        rows.names.forEach(([a, b, ofA, ofB]) => [[a, ofA], [b, ofB]].forEach(([name, body]) => {
            if (!/^surface \d/.test(name)) owners.set(body, (owners.get(body) || new Set()).add(name));
        }));
        const bodies = Math.min(rows.rows[0].n[0], 5000), bodyNames = rows.start.bodies || []; // of a Robot, say
        for (let b = 1; b < bodies; b++)
            addOption("follow", b, bodyNames[b] ? `${bodyNames[b]} (body ${b})` : `body ${b}` + (owners.has(b) ? ` (${[...owners.get(b)].slice(0, 2).join(", ")})` : ""));
        for (let c = 0; c < Math.min(rows.names.length, 300); c++) addOption("contact", c, nameOf(c));
        for (const element of document.querySelectorAll(".ofContacts, #key")) element.hidden = !rows.start.contacts;
        makeScale();
        at("span").value = duration > 20 || source ? 10 : 0;

        at("play").onclick = () => setPlaying(!isPlaying);
        at("scrub").oninput = () => goTo(+at("scrub").value);
        at("follow").onchange = () => follow(+at("follow").value);
        at("contact").onchange = () => pick(+at("contact").value);
        at("span").onchange = () => { isStale = true; };
        at("map").onchange = () => showMap(at("map").checked);
        at("ballBox").onchange = () => showBalls(at("ballBox").checked);
        at("reset").onclick = resetView;
        at("help").onclick = () => {
            at("keys").hidden = !at("keys").hidden;
            at("help").setAttribute("aria-expanded", !at("keys").hidden);
        };
        at("arrows").oninput = () => {
            setArrows();
            refresh();
        };
    }
    // Scales the arrows: the median of the largest forces of all rows has an arrow of 0.4 of the bodies' size.
    function setArrows() {
        const greatest = rows.rows.map(r => r.greatest).filter(force => force > 0 && isFinite(force)).sort((a, b) => a - b);
        if (scene) scene.hasArrows = greatest.length > 0;
        if (scene && greatest.length) scene.arrowScale = .4 * scene.size / greatest[greatest.length >> 1] * Math.pow(10, at("arrows").value / 2);
    }
    function listen() {
        const keys = {
            " ": () => setPlaying(!isPlaying), ArrowLeft: by => goTo(row - by), ArrowRight: by => goTo(row + by),
            Home: () => goTo(0), End: () => goTo(rows.length - 1), ",": () => step("speed", -1), ".": () => step("speed", 1),
            a: () => turnView(-.1, 0), d: () => turnView(.1, 0), w: () => turnView(0, .1), s: () => turnView(0, -.1),
            "+": () => zoom(1 / 1.15), "=": () => zoom(1 / 1.15), "-": () => zoom(1.15), 0: resetView,
            p: () => showMap(!at("map").checked), g: () => showBalls(!at("ballBox").checked), f: () => step("follow", 1), c: () => step("contact", 1),
        };
        document.addEventListener("keydown", event => {
            const { target } = event, isControl = /^(SELECT|BUTTON|INPUT)$/.test(target.tagName);
            if (event.ctrlKey || event.altKey || event.metaKey || target.tagName === "SELECT") return;
            if (isControl && (event.key === " " || target.id === "arrows") && target.id !== "scrub") return; // the control handles the key itself
            const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
            if (!act) return;
            event.preventDefault();
            act(event.shiftKey ? 10 : 1);
        });
        const canvas = at("view"), pointers = new Map();
        let moved = 0;
        canvas.addEventListener("pointerdown", event => {
            canvas.setPointerCapture(event.pointerId);
            pointers.set(event.pointerId, event);
            moved = 0;
        });
        canvas.addEventListener("pointermove", event => {
            const before = pointers.get(event.pointerId);
            if (!before || !scene) return;
            const x = event.clientX - before.clientX, y = event.clientY - before.clientY;
            moved += Math.abs(x) + Math.abs(y);
            const other = [...pointers.values()].find(p => p.pointerId !== event.pointerId);
            if (other) {
                const apart = p => Math.hypot(p.clientX - other.clientX, p.clientY - other.clientY);
                zoom(apart(before) / Math.max(apart(event), 1));
                move(x / 2, y / 2);
            } else if (event.shiftKey || event.buttons & 6) move(x, y);
            else turnView(-x / 150, y / 150);
            pointers.set(event.pointerId, event);
        });
        for (const type of ["pointerup", "pointercancel"]) canvas.addEventListener(type, event => pointers.delete(event.pointerId));
        canvas.addEventListener("click", event => {
            const contact = scene && moved < 5 ? scene.contactAt(event.offsetX, event.offsetY) : -1;
            if (contact >= 0) pick(contact);
        });
        canvas.addEventListener("dblclick", event => { if (scene) follow(scene.bodyAt(event.offsetX, event.offsetY)); });
        canvas.addEventListener("contextmenu", event => event.preventDefault());
        canvas.addEventListener("wheel", event => {
            event.preventDefault();
            zoom(Math.exp(event.deltaY * (event.deltaMode ? .05 : .0015)));
        }, { passive: false });
        canvas.addEventListener("webglcontextlost", () => say("The browser has stopped the graphics of this page; reload the page."));
        window.addEventListener("resize", () => { isStale = true; });
    }

    function readTimes() {
        times = rows.rows.map(r => r.t);
        greatestEnergy = rows.rows.reduce((most, { energy }) => Math.max(most, ...energy.map(Math.abs).filter(isFinite)), 0);
        const interval = (times[times.length - 1] - times[0]) / Math.max(times.length - 1, 1);
        if (interval > 0) digits = Math.min(Math.max(Math.ceil(.999 - Math.log10(interval)), 0), 12); // 0.999 instead of 1 for the rounding of 0.01
        at("scrub").max = rows.length - 1;
    }

    // ---- a run that has not ended
    // Adds rows to the page. The newest one is shown, unless an earlier one is looked at or the replay plays.
    function append(more) {
        const isAtEnd = row === rows.length - 1 && !isPlaying, numNames = rows.names.length;
        for (const what of more) rows.add(what);
        rows.at = -1; // the next row is computed from a key row
        readTimes();
        if (rows.trouble) say(rows.trouble);
        for (let c = numNames; c < Math.min(rows.names.length, 300); c++) addOption("contact", c, nameOf(c));
        setCurves();
        setArrows();
        if (scene) scene.learn(more);
        if (isAtEnd) goTo(rows.length - 1);
        else refresh();
        makeScale();
        if (picked < 0 && rows.names.length) {
            pick(strongest());
            goTo(row);
        }
        source.lacksPlot = picked >= 0;
    }
    // Asks the server for rows until it is gone. An answer comes when there are rows, or after a second without.
    async function readRun() {
        const opening = "<" + "script>replay.row(", ending = ")</" + "script>", mark = at("live");
        mark.hidden = false;
        for (let failures = 0; failures < 3;) {
            mark.textContent = "live";
            try {
                const answer = await fetch(`${source.address}?from=${source.from}&run=${source.run}`);
                if (answer.status === 205) return location.reload(); // the run has begun again
                if (!answer.ok) break;
                failures = 0;
                const lines = (await answer.text()).split("\n").filter(line => line);
                source.from = +answer.headers.get("X-Next");
                if (lines.length) append(lines.map(line => new Function(`return ${line.slice(opening.length, -ending.length)}`)()));
                const clock = performance.now(); // the curves of a contact need all rows, so they follow once a second
                if (source.lacksPlot && (clock > source.nextPlot || !lines.length)) {
                    plotContact();
                    Object.assign(source, { lacksPlot: false, nextPlot: clock + 1000 });
                }
            } catch (error) {
                if (!(error instanceof TypeError)) throw error; // no connection
                failures++;
            }
            await new Promise(resolve => setTimeout(resolve, rows.soils.length ? 500 : failures ? 300 : 30));
        }
        mark.textContent = "ended";
        mark.className = "ended";
    }

    function start() {
        if (!rows.length) return say("No row was recorded: the run ended before the first row.");
        readTimes();
        say(rows.trouble);
        const context = at("view").getContext("webgl", { antialias: true, alpha: false, stencil: true });
        if (context) scene = new Scene(at("view"), context, at("labels"), rows);
        else say("The bodies cannot be drawn: this browser has no WebGL, or WebGL is switched off. Time, energy and plots are below. " + rows.trouble);
        makePlots();
        makeControls();
        setArrows();
        followed = Math.min(rows.start.follow, rows.rows[0].n[0] - 1);
        follow(followed);
        resetView();
        pick(strongest());
        goTo(source ? rows.length - 1 : 0);
        listen();
        if (source) readRun();
        const frame = clock => {
            tick(clock);
            requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
    }
    document.addEventListener("DOMContentLoaded", start);

    return {
        row(what) {
            rows.add(what);
            document.currentScript.remove(); // its text is no longer needed
        },
        // Makes the page follow a run: further rows are at this address, and the page has those before the number `from`.
        live(address, from, run) {
            source = { address, from, run, nextPlot: 0, lacksPlot: false };
        },
        rows, view, plots, goTo, tick, draw, pick, follow, setPlaying, colorOf: PressureMap.colorOf, get scene() { return scene; },
    };
})();
