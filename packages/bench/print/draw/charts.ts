import { createRandom } from '../../random.js';
import type { Canvas } from './pdf-writer.js';
import { fonts, setLine } from './typography.js';

/** A wheel of twelve months, one spoke group per series; `values` in 0..1. */
export function drawYearWheel(
  canvas: Canvas,
  x: number,
  y: number,
  radius: number,
  series: readonly WheelSeries[],
): void {
  const months = ['J', 'F', 'M', 'A', 'M', 'J', 'J', 'A', 'S', 'O', 'N', 'D'];
  for (let ring = 1; ring <= 4; ring++)
    canvas
      .circle(x, y, (radius * ring) / 4)
      .lineWidth(0.5)
      .stroke('#c9bfa8');
  series.forEach((one, seriesIndex) => {
    const breadth = 26 / series.length;
    one.values.forEach((value, month) => {
      const start = month * 30 + 2 + seriesIndex * breadth - 90;
      const [from, to] = [(start * Math.PI) / 180, ((start + breadth) * Math.PI) / 180];
      const reach = radius * (0.22 + 0.76 * value);
      canvas.moveTo(x + Math.cos(from) * radius * 0.2, y + Math.sin(from) * radius * 0.2);
      canvas.lineTo(x + Math.cos(from) * reach, y + Math.sin(from) * reach);
      canvas.lineTo(x + Math.cos(to) * reach, y + Math.sin(to) * reach);
      canvas.lineTo(x + Math.cos(to) * radius * 0.2, y + Math.sin(to) * radius * 0.2).fill(one.color);
    });
  });
  months.forEach((month, index) => {
    const angle = ((index * 30 + 15 - 90) * Math.PI) / 180;
    setLine(canvas, month, x + Math.cos(angle) * radius * 1.1, y + Math.sin(angle) * radius * 1.1 - 5, {
      font: fonts.sansBold,
      size: 11,
      color: '#33301f',
      align: 'center',
    });
  });
  canvas.circle(x, y, radius * 0.18).fill('#3f5d34');
}

export interface WheelSeries {
  readonly color: string;
  readonly values: readonly number[];
}

/** Layers that flow from left to right, their widths changing with the months. */
export function drawStream(
  canvas: Canvas,
  x: number,
  y: number,
  width: number,
  height: number,
  colors: readonly string[],
): void {
  const random = createRandom(404);
  const steps = 24;
  const layers = colors.map(() => {
    const phase = random.between(0, 6.28);
    const pace = random.between(0.2, 0.5);
    return Array.from(
      { length: steps + 1 },
      (_, step) => 0.5 + 0.42 * Math.sin(phase + step * pace) + random.between(0, 0.12),
    );
  });
  const totals = Array.from({ length: steps + 1 }, (_, step) =>
    layers.reduce((sum, layer) => sum + layer[step]!, 0),
  );
  const most = Math.max(...totals);
  const below = totals.map((total) => (1 - total / most) / 2);
  layers.forEach((layer, index) => {
    const top = below.map((start, step) => start + layer[step]! / most);
    canvas.moveTo(x, y + below[0]! * height);
    below.forEach((value, step) => canvas.lineTo(x + (step / steps) * width, y + value * height));
    for (let step = steps; step >= 0; step--)
      canvas.lineTo(x + (step / steps) * width, y + top[step]! * height);
    canvas.closePath().lineWidth(0.6).fillAndStroke(colors[index], '#fffaf0');
    below.splice(0, below.length, ...top);
  });
}

/** Rows of little crates standing for quantities; a crate is `unit` of them. */
export function drawCrates(canvas: Canvas, x: number, y: number, rows: readonly CrateRow[]): void {
  rows.forEach((row, index) => {
    const top = y + index * 27;
    setLine(canvas, row.label, x, top + 5, { font: fonts.serifBold, size: 11.5, color: '#33301f' });
    for (let crate = 0; crate < row.count; crate++) {
      const left = x + 78 + crate * 15.5;
      canvas
        .rect(left, top + 8, 13, 11)
        .lineWidth(0.7)
        .fillAndStroke('#c99a5b', '#5a3a1a');
      canvas
        .moveTo(left, top + 12)
        .lineTo(left + 13, top + 12)
        .moveTo(left, top + 15.5)
        .lineTo(left + 13, top + 15.5)
        .stroke('#5a3a1a');
      for (let fruit = 0; fruit < 3; fruit++)
        canvas.circle(left + 3 + fruit * 3.5, top + 6.4, 2.7).fillAndStroke(row.color, '#5a3a1a');
    }
  });
}

export interface CrateRow {
  readonly label: string;
  readonly count: number;
  readonly color: string;
}

/** Share as a ring with the figure in its middle; `share` in 0..1. */
export function drawShareRing(
  canvas: Canvas,
  x: number,
  y: number,
  radius: number,
  share: number,
  color: string,
): void {
  for (let dash = 0; dash < 60; dash++) {
    const angle = (dash / 60) * 2 * Math.PI - Math.PI / 2;
    const isCounted = dash / 60 < share;
    canvas.moveTo(x + Math.cos(angle) * radius * 0.74, y + Math.sin(angle) * radius * 0.74);
    canvas.lineTo(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius);
    canvas
      .lineWidth(radius * 0.075)
      .lineCap('butt')
      .stroke(isCounted ? color : '#ded3bb');
  }
  setLine(canvas, `${Math.round(share * 100)} %`, x, y - radius * 0.22, {
    font: fonts.serifBold,
    size: radius * 0.46,
    color: '#33301f',
    align: 'center',
  });
}
