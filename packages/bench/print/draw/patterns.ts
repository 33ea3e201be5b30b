import { createRandom } from '../../random.js';
import type { Canvas } from './pdf-writer.js';

export interface Swatch {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Ground, figure, accent. */
  readonly colors: readonly [string, string, string];
}

export type PatternName =
  | 'zellige'
  | 'houndstooth'
  | 'waves'
  | 'tartan'
  | 'meadow'
  | 'terrazzo'
  | 'ikat'
  | 'fans'
  | 'orchard';

/** Fills a swatch with one of the patterns, cut at its edges. */
export function drawPattern(canvas: Canvas, name: PatternName, swatch: Swatch): void {
  const { x, y, width, height, colors } = swatch;
  canvas.save().rect(x, y, width, height).clip();
  canvas.rect(x, y, width, height).fill(colors[0]);
  canvas.translate(x, y);
  patterns[name](canvas, swatch);
  canvas.restore();
}

const patterns: Readonly<Record<PatternName, (canvas: Canvas, swatch: Swatch) => void>> = {
  zellige: (canvas, swatch) =>
    eachCell(swatch, 34, (x, y, odd) => {
      for (let turn = 0; turn < 2; turn++) {
        canvas
          .save()
          .translate(x + 17, y + 17)
          .rotate(turn * 45)
          .rect(-10, -10, 20, 20)
          .fill(swatch.colors[1])
          .restore();
      }
      canvas.circle(x + 17, y + 17, 5.5).fill(odd ? swatch.colors[2] : swatch.colors[0]);
      canvas.save().translate(x, y).rotate(45).rect(-5, -5, 10, 10).fill(swatch.colors[2]).restore();
    }),
  houndstooth: (canvas, swatch) =>
    eachCell(swatch, 20, (x, y) => {
      canvas.path(`M${x} ${y} h10 v5 l5 -5 h5 l-10 10 h-5 v5 l-5 5 v-5 l5 -5 h-5z`).fill(swatch.colors[1]);
      canvas.path(`M${x + 10} ${y + 10} h5 l-5 5z`).fill(swatch.colors[2]);
    }),
  waves: (canvas, swatch) => {
    for (let row = 0; row < swatch.height / 9; row++) {
      let path = `M-10 ${row * 9}`;
      for (let x = 0; x < swatch.width / 15 + 2; x++) path += ` q7.5 ${(x + row) % 3 === 0 ? -11 : 8} 15 0`;
      canvas
        .path(path)
        .lineWidth(row % 3 === 0 ? 3.4 : 1.6)
        .stroke(swatch.colors[row % 4 === 0 ? 2 : 1]);
    }
  },
  tartan: (canvas, swatch) => {
    const bands = [
      [0, 14, 1],
      [18, 3, 2],
      [25, 8, 1],
      [40, 2, 2],
      [46, 2, 2],
    ] as const;
    for (let start = 0; start < Math.max(swatch.width, swatch.height); start += 56) {
      for (const [offset, breadth, color] of bands) {
        canvas
          .fillOpacity(0.62)
          .rect(start + offset, 0, breadth, swatch.height)
          .fill(swatch.colors[color]);
        canvas.rect(0, start + offset, swatch.width, breadth).fill(swatch.colors[color]);
      }
    }
    canvas.fillOpacity(1);
  },
  meadow: (canvas, swatch) => {
    const random = createRandom(swatch.width * 7 + swatch.height);
    for (let flower = 0; flower < 62; flower++) {
      const x = random.between(0, swatch.width);
      const y = random.between(0, swatch.height);
      const size = random.between(5, 13);
      canvas
        .moveTo(x, y)
        .lineTo(x + random.between(-6, 6), y + size * 2)
        .lineWidth(1.3)
        .stroke(swatch.colors[1]);
      const petals = random.integer(5, 8);
      for (let petal = 0; petal < petals; petal++) {
        canvas
          .save()
          .translate(x, y)
          .rotate((petal * 360) / petals)
          .ellipse(size * 0.5, 0, size * 0.45, size * 0.2);
        canvas.fill(flower % 3 ? swatch.colors[2] : swatch.colors[1]).restore();
      }
      canvas.circle(x, y, size * 0.22).fill(swatch.colors[0]);
    }
  },
  terrazzo: (canvas, swatch) => {
    const random = createRandom(swatch.height * 3 + 1);
    for (let chip = 0; chip < 210; chip++) {
      const size = random.between(2, 9);
      const [x, y] = [random.between(0, swatch.width), random.between(0, swatch.height)];
      const corners = Array.from({ length: 5 }, (_, corner) => {
        const angle = corner * 1.257 + random.between(-0.4, 0.4);
        return [x + Math.cos(angle) * size, y + Math.sin(angle) * size * random.between(0.5, 1)] as [
          number,
          number,
        ];
      });
      canvas.polygon(...corners).fill(random.pick([swatch.colors[1], swatch.colors[2], '#33363b']));
    }
  },
  ikat: (canvas, swatch) =>
    eachCell(swatch, 40, (x, y, odd) => {
      for (let ring = 5; ring > 0; ring--) {
        canvas.path(
          `M${x + 20} ${y + 20 - ring * 5} l${ring * 3.6} ${ring * 5} l${-ring * 3.6} ${ring * 5} l${-ring * 3.6} ${-ring * 5}z`,
        );
        canvas.fill(swatch.colors[(ring + (odd ? 1 : 0)) % 3]);
      }
      for (let tooth = 0; tooth < 6; tooth++)
        canvas.rect(x - 3 + (tooth % 2) * 3, y + tooth * 6.6, 5, 3).fill(swatch.colors[1]);
    }),
  fans: (canvas, swatch) => {
    for (let row = Math.ceil(swatch.height / 14) + 2; row >= 0; row--) {
      for (let column = -1; column < swatch.width / 28 + 1; column++) {
        const x = column * 28 + (row % 2) * 14;
        const y = swatch.height - row * 14 + 14;
        for (let ring = 3; ring > 0; ring--)
          canvas
            .circle(x, y, ring * 4.6)
            .lineWidth(1)
            .fillAndStroke(ring % 2 ? swatch.colors[0] : swatch.colors[2], swatch.colors[1]);
      }
    }
  },
  orchard: (canvas, swatch) =>
    eachCell(swatch, 36, (x, y, odd) => {
      canvas.circle(x + 18, y + 20, 11).fill(odd ? swatch.colors[1] : swatch.colors[2]);
      canvas
        .path(`M${x + 18} ${y + 11} q1 -9 8 -9`)
        .lineWidth(2)
        .stroke('#4a2c17');
      canvas.path(`M${x + 19} ${y + 8} q-10 -8 -14 0 q6 6 14 0z`).fill('#5f8a3c');
      canvas
        .ellipse(x + 14, y + 17, 2.4, 4)
        .fillOpacity(0.6)
        .fill('#ffffff')
        .fillOpacity(1);
    }),
};

function eachCell(swatch: Swatch, size: number, draw: (x: number, y: number, isOdd: boolean) => void): void {
  for (let row = 0; row * size < swatch.height + size; row++) {
    for (let column = 0; column * size < swatch.width + size; column++) {
      draw(column * size, row * size, (row + column) % 2 === 1);
    }
  }
}
