import { hex, mix, ramp, shade, toHex } from '../../paint/color.js';
import { noiseField } from '../../paint/noise.js';
import type { Canvas } from './pdf-writer.js';

export interface MapBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Side of a cell of the relief in points; 5 by default, larger is coarser and faster. */
  readonly cellPoints?: number;
}

const finestCellPoints = 5;
const tints = ['#c6dca6', '#dbe5ad', '#efe3b0', '#e3c48d', '#cfa272', '#b78a6a', '#efe9e2'].map(hex);
const contourCount = 15;

/** An invented relief: shaded tints below, contour lines by marching squares above. Returns its heights, 0..1. */
export function drawRelief(canvas: Canvas, box: MapBox, seed: number): (x: number, y: number) => number {
  const cellPoints = box.cellPoints ?? finestCellPoints;
  const columns = Math.ceil(box.width / cellPoints) + 1;
  const rows = Math.ceil(box.height / cellPoints) + 1;
  const heights = noiseField(columns, rows, { seed, cell: columns / 2.6, octaves: 5, gain: 0.45 });
  const at = (column: number, row: number): number =>
    heights[Math.min(rows - 1, row) * columns + Math.min(columns - 1, column)]!;
  canvas.save().rect(box.x, box.y, box.width, box.height).clip();
  for (let row = 0; row < rows - 1; row++) {
    for (let column = 0; column < columns - 1; column++) {
      const slope = at(column + 1, row + 1) - at(column, row);
      const tint = shade(ramp(tints, (at(column, row) - 0.22) * 1.7), 1 + slope * 2.4);
      canvas
        .rect(box.x + column * cellPoints, box.y + row * cellPoints, cellPoints + 0.3, cellPoints + 0.3)
        .fill(toHex(tint));
    }
  }
  for (let level = 1; level < contourCount; level++) {
    drawContour(canvas, box, columns, rows, at, 0.2 + (level / contourCount) * 0.6);
    const isIndex = level % 4 === 0;
    canvas.lineWidth(isIndex ? 0.9 : 0.4).stroke(toHex(mix(hex('#8a5a34'), hex('#5a3418'), isIndex ? 1 : 0)));
  }
  canvas.restore();
  return (x, y) => at(Math.round((x - box.x) / cellPoints), Math.round((y - box.y) / cellPoints));
}

// Marching squares: on each edge of a cell whose ends lie on two sides of the level, one point by interpolation.
function drawContour(
  canvas: Canvas,
  box: MapBox,
  columns: number,
  rows: number,
  at: (column: number, row: number) => number,
  level: number,
): void {
  const cellPoints = box.cellPoints ?? finestCellPoints;
  for (let row = 0; row < rows - 1; row++) {
    for (let column = 0; column < columns - 1; column++) {
      const corners = [
        [column, row],
        [column + 1, row],
        [column + 1, row + 1],
        [column, row + 1],
      ] as const;
      const crossings: [number, number][] = [];
      for (let edge = 0; edge < 4; edge++) {
        const [fromX, fromY] = corners[edge]!;
        const [toX, toY] = corners[(edge + 1) % 4]!;
        const from = at(fromX, fromY);
        const to = at(toX, toY);
        if (from < level === to < level) continue;
        const share = (level - from) / (to - from);
        crossings.push([
          box.x + (fromX + (toX - fromX) * share) * cellPoints,
          box.y + (fromY + (toY - fromY) * share) * cellPoints,
        ]);
      }
      for (let pair = 0; pair + 1 < crossings.length; pair += 2) {
        canvas.moveTo(...crossings[pair]!).lineTo(...crossings[pair + 1]!);
      }
    }
  }
}

/** A compass rose of sixteen points. */
export function drawCompass(canvas: Canvas, x: number, y: number, radius: number): void {
  canvas
    .circle(x, y, radius * 0.98)
    .lineWidth(0.8)
    .fillAndStroke('#fdf8ea', '#5a3418');
  for (let point = 0; point < 16; point++) {
    const length = radius * (point % 4 === 0 ? 0.95 : point % 2 === 0 ? 0.7 : 0.45);
    canvas
      .save()
      .translate(x, y)
      .rotate(point * 22.5);
    canvas.path(`M0 ${-length} L${radius * 0.1} ${-radius * 0.14} L0 0Z`).fill('#7a2e1d');
    canvas.path(`M0 ${-length} L${-radius * 0.1} ${-radius * 0.14} L0 0Z`).fill('#d9b98a');
    canvas.restore();
  }
  canvas.circle(x, y, radius * 0.08).fill('#5a3418');
}

/** A watermill, `size` points wide. */
export function drawMill(canvas: Canvas, x: number, y: number, size: number): void {
  canvas
    .rect(x - size * 0.4, y - size * 0.4, size * 0.55, size * 0.4)
    .lineWidth(0.7)
    .fillAndStroke('#fdf3dc', '#4a2c17');
  canvas.path(
    `M${x - size * 0.48} ${y - size * 0.4} L${x - size * 0.12} ${y - size * 0.8} L${x + size * 0.23} ${y - size * 0.4}Z`,
  );
  canvas.fillAndStroke('#a8402c', '#4a2c17');
  canvas
    .circle(x + size * 0.26, y - size * 0.16, size * 0.24)
    .lineWidth(1.2)
    .stroke('#4a2c17');
  for (let spoke = 0; spoke < 4; spoke++) {
    const [dx, dy] = [Math.cos(spoke * 0.785) * size * 0.24, Math.sin(spoke * 0.785) * size * 0.24];
    canvas
      .moveTo(x + size * 0.26 - dx, y - size * 0.16 - dy)
      .lineTo(x + size * 0.26 + dx, y - size * 0.16 + dy);
  }
  canvas.lineWidth(0.7).stroke('#4a2c17');
}
