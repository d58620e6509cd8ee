// SPDX-License-Identifier: Apache-2.0
// Curves over time, with a mark at the present.

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
            if (event.buttons & 1) goToTime(this.from + event.offsetX / this.canvas.clientWidth * (this.to - this.from));
        };
        this.canvas.addEventListener("pointerdown", point);
        this.canvas.addEventListener("pointermove", point);
    }
    // Sets one curve for each name, with a value for each time.
    setCurves(times, curves) {
        Object.assign(this, { times, curves });
        this.low = Math.min(0, ...curves.map(curve => curve.reduce((least, y) => y < least ? y : least, Infinity)));
        this.high = Math.max(0, ...curves.map(curve => curve.reduce((most, y) => isFinite(y) && y > most ? y : most, -Infinity)));
        if (!(this.high > this.low)) this.high = this.low + 1;
    }
    draw(row, from, to) {
        Object.assign(this, { from, to });
        this.caption.replaceChildren(this.title + (this.unit ? ` [${this.unit}]` : ""));
        this.curves.forEach((curve, i) => {
            const value = document.createElement("span");
            value.style.color = this.colors[i];
            value.textContent = ` ${this.names[i]} ${isFinite(curve[row]) ? +curve[row].toPrecision(4) : "-"}`;
            this.caption.append(value);
        });
        this.canvas.setAttribute("aria-label", this.caption.textContent);
        const ratio = Math.min(devicePixelRatio, 2), width = this.canvas.clientWidth, height = this.canvas.clientHeight;
        if (this.canvas.width !== width * ratio || this.canvas.height !== height * ratio)
            Object.assign(this.canvas, { width: width * ratio, height: height * ratio });
        const pen = this.canvas.getContext("2d");
        pen.setTransform(ratio, 0, 0, ratio, 0, 0);
        pen.clearRect(0, 0, width, height);
        const x = time => (time - from) / (to - from) * width;
        const y = value => height - 5 - (value - this.low) / (this.high - this.low) * (height - 10);
        pen.fillStyle = "#f4f6f9";
        pen.fillRect(0, 0, width, height);
        pen.strokeStyle = "#b4bec9";
        pen.strokeRect(0, Math.round(y(0)) + .5, width, 0);
        if (!this.curves.length) return;
        this.curves.forEach((curve, i) => this.drawCurve(pen, curve, this.colors[i], x, y, width));
        pen.fillStyle = "#4a5561";
        pen.font = "11px system-ui, sans-serif";
        pen.fillText(+this.high.toPrecision(3), 3, 13);
        if (this.low < 0) pen.fillText(+this.low.toPrecision(3), 3, height - 4);
        pen.strokeStyle = "#1c2530";
        pen.strokeRect(x(this.times[row]), 0, 0, height);
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
