// SPDX-License-Identifier: Apache-2.0
// Curves over time, with axes and a mark at the present.

// Returns a number with four digits. A number that is only rounding beside the scale of its curves is 0.
const shortNumber = (value, scale) => !isFinite(value) ? "-" : String(Math.abs(value) <= 1e-9 * scale ? 0 : +value.toPrecision(4));

// Returns round numbers between two numbers, count at most.
const roundNumbers = (from, to, count) => {
    const least = (to - from) / Math.max(count, 1), power = Math.pow(10, Math.floor(Math.log10(least)));
    const step = power * [1, 2, 5, 10].find(factor => factor * power >= least * (1 - 1e-9));
    const numbers = [];
    for (let k = Math.ceil(from / step - 1e-9); k <= to / step + 1e-9; k++) numbers.push(+(k * step).toPrecision(12));
    return numbers;
};

class Plot {
    constructor(parent, title, unit, names, colors, goToTime) {
        Object.assign(this, { title, unit, names, colors, curves: [] });
        this.figure = document.createElement("figure");
        this.caption = document.createElement("figcaption");
        this.canvas = document.createElement("canvas");
        this.canvas.setAttribute("role", "img");
        this.figure.append(this.caption, this.canvas);
        parent.append(this.figure);
        const point = event => {
            if (event.type === "pointerdown") this.canvas.setPointerCapture(event.pointerId);
            if (event.buttons & 1) goToTime(this.from + (event.offsetX - this.left) / (this.right - this.left) * (this.to - this.from));
        };
        this.canvas.addEventListener("pointerdown", point);
        this.canvas.addEventListener("pointermove", point);
    }
    // Sets one curve for each name, with a value for each time.
    setCurves(times, curves) {
        Object.assign(this, { times, curves });
        this.low = Math.min(0, ...curves.map(curve => curve.reduce((least, y) => y < least ? y : least, Infinity)));
        this.high = Math.max(0, ...curves.map(curve => curve.reduce((most, y) => isFinite(y) && y > most ? y : most, -Infinity)));
        this.scale = Math.max(this.high, -this.low);
        if (!(this.high > this.low)) this.high = this.low + 1;
    }
    draw(row, from, to) {
        Object.assign(this, { from, to });
        this.caption.replaceChildren(this.title + (this.unit ? ` [${this.unit}]` : ""));
        this.curves.forEach((curve, i) => {
            const value = document.createElement("span");
            value.style.color = this.colors[i];
            value.textContent = ` ${this.names[i]} ${shortNumber(curve[row], this.scale)}`;
            this.caption.append(value);
        });
        this.canvas.setAttribute("aria-label", this.caption.textContent);
        const ratio = Math.min(devicePixelRatio, 2), width = this.canvas.clientWidth, height = this.canvas.clientHeight;
        if (this.canvas.width !== width * ratio || this.canvas.height !== height * ratio)
            Object.assign(this.canvas, { width: width * ratio, height: height * ratio });
        const pen = this.canvas.getContext("2d");
        pen.setTransform(ratio, 0, 0, ratio, 0, 0);
        pen.clearRect(0, 0, width, height);
        pen.font = "11px system-ui, sans-serif";

        // The numbers stand beside and below the curves.
        const values = this.curves.length ? [this.high, 0, this.low].filter((value, i, all) => all.indexOf(value) === i) : [];
        const words = values.map(value => String(+value.toPrecision(3)));
        Object.assign(this, { left: Math.ceil(Math.max(8, ...words.map(word => pen.measureText(word).width))) + 6, right: width - 4, top: 6, bottom: height - 18 });
        const x = time => this.left + (time - from) / (to - from) * (this.right - this.left);
        const y = value => this.bottom - 3 - (value - this.low) / (this.high - this.low) * (this.bottom - this.top - 6);
        pen.fillStyle = "#f4f6f9";
        pen.fillRect(this.left, this.top, this.right - this.left, this.bottom - this.top);
        pen.strokeStyle = "#b4bec9";
        if (this.curves.length) pen.strokeRect(this.left, Math.round(y(0)) + .5, this.right - this.left, 0);
        pen.fillStyle = "#4a5561";
        pen.textBaseline = "middle";
        pen.textAlign = "right";
        const isZeroApart = !this.low || !this.high || Math.min(y(this.low) - y(0), y(0) - y(this.high)) > 12;
        values.forEach((value, i) => { if (value || isZeroApart) pen.fillText(words[i], this.left - 4, y(value)); });
        this.drawTimes(pen, x);
        if (!this.curves.length) return;
        pen.save();
        pen.beginPath();
        pen.rect(this.left, 0, this.right - this.left, this.bottom);
        pen.clip();
        this.curves.forEach((curve, i) => this.drawCurve(pen, curve, this.colors[i], x, y, this.right - this.left));
        pen.restore();
        pen.strokeStyle = "#1c2530";
        pen.strokeRect(x(this.times[row]), this.top, 0, this.bottom - this.top);
    }
    // Draws the axis of time, with its unit behind the last number.
    drawTimes(pen, x) {
        this.ticks = roundNumbers(this.from, this.to, (this.right - this.left) / 40);
        let end = -Infinity;
        pen.strokeStyle = "#7a8794";
        pen.strokeRect(this.left, this.bottom + .5, this.right - this.left, 0);
        pen.textBaseline = "alphabetic";
        pen.textAlign = "left";
        this.ticks.forEach((time, i) => {
            const word = String(time) + (i === this.ticks.length - 1 ? " s" : ""), { width } = pen.measureText(word);
            const at = Math.min(Math.max(x(time) - width / 2, 0), this.right + 4 - width);
            pen.strokeRect(Math.round(x(time)) + .5, this.bottom, 0, 3);
            if (at > end + 4) pen.fillText(word, at, this.bottom + 14);
            end = at > end + 4 ? at + width : end;
        });
    }
    // Draws no more than the least and the greatest value of each pixel.
    drawCurve(pen, curve, color, x, y, width) {
        const first = Math.max(0, countUpTo(this.times, this.from) - 1), last = Math.min(this.times.length, countUpTo(this.times, this.to) + 1);
        pen.strokeStyle = color;
        pen.lineWidth = 1.5;
        pen.beginPath();
        const isDense = last - first > 2 * width;
        let column = NaN, low, high, isDown = false;
        const flush = () => {
            if (!isFinite(column)) return;
            pen.lineTo(column, y(high));
            pen.lineTo(column, y(low));
        };
        for (let i = first; i < last; i++) {
            if (!isFinite(curve[i])) {
                if (isDense) flush();
                column = NaN;
                isDown = false;
                continue;
            }
            const at = x(this.times[i]);
            if (!isDown) pen.moveTo(at, y(curve[i]));
            isDown = true;
            if (!isDense) pen.lineTo(at, y(curve[i]));
            else if (Math.round(at) === column) [low, high] = [Math.min(low, curve[i]), Math.max(high, curve[i])];
            else {
                flush();
                column = Math.round(at);
                low = high = curve[i];
            }
        }
        if (isDense) flush();
        pen.stroke();
        pen.lineWidth = 1;
    }
}
