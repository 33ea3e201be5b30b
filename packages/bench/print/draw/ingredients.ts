import { drawLeaf } from './botanical.js';
import type { Canvas } from './pdf-writer.js';
import { createRandom } from '../../random.js';

export type Ingredient = 'apricot' | 'strawberry' | 'egg' | 'butter' | 'flour' | 'sugar' | 'lemon' | 'almond';

/** Draws one ingredient inside a square of `size` points around a center. */
export function drawIngredient(canvas: Canvas, kind: Ingredient, x: number, y: number, size: number): void {
  canvas
    .save()
    .translate(x, y)
    .scale(size / 100);
  canvas.ellipse(6, 44, 46, 9).fillOpacity(0.18).fill('#3a2510').fillOpacity(1);
  drawings[kind](canvas);
  canvas.restore();
}

const outline = '#4a2c17';

const drawings: Readonly<Record<Ingredient, (canvas: Canvas) => void>> = {
  apricot: (canvas) => {
    const skin = canvas
      .radialGradient(-12, -12, 4, 0, 0, 46)
      .stop(0, '#ffd38a')
      .stop(0.6, '#f0a03c')
      .stop(1, '#c8682a');
    canvas.circle(0, 4, 40).fill(skin);
    canvas.path('M0 -34 C18 -18 20 20 4 43').lineWidth(2.5).stroke('#b85a24');
    drawLeaf(canvas, 0, -34, 40, -25, '#5f8a3c', createRandom(3));
    for (let dot = 0; dot < 14; dot++)
      canvas.circle(-24 + ((dot * 7) % 30), -6 + ((dot * 11) % 34), 1.3).fill('#c8502a');
  },
  strawberry: (canvas) => {
    const skin = canvas.linearGradient(-30, -20, 30, 40).stop(0, '#ee5a4e').stop(1, '#a3141f');
    canvas
      .path('M0 46 C-20 36 -44 2 -36 -18 C-26 -34 -8 -28 0 -24 C8 -28 26 -34 36 -18 C44 2 20 36 0 46Z')
      .fill(skin);
    for (let row = 0; row < 5; row++) {
      for (let dot = 0; dot < 6 - row; dot++)
        canvas.ellipse(-24 + row * 5 + dot * 10, -10 + row * 11, 1.6, 2.6).fill('#f7d98a');
    }
    for (let sepal = 0; sepal < 5; sepal++) {
      canvas
        .save()
        .translate(0, -24)
        .rotate(-160 + sepal * 35);
      canvas
        .path('M0 0 C8 -10 20 -8 28 0 C20 8 8 10 0 0Z')
        .lineWidth(1)
        .fillAndStroke('#4f8a34', '#2c5220')
        .restore();
    }
  },
  egg: (canvas) => {
    for (const [x, y, tone] of [
      [-16, 6, '#e8c9a0'],
      [18, 12, '#f5e6d0'],
    ] as const) {
      canvas.path(
        `M${x} ${y - 42} C${x + 22} ${y - 42} ${x + 30} ${y + 32} ${x} ${y + 32} C${x - 30} ${y + 32} ${x - 22} ${y - 42} ${x} ${y - 42}Z`,
      );
      canvas.lineWidth(1.6).fillAndStroke(tone, outline);
      for (let dot = 0; dot < 9; dot++)
        canvas.circle(x - 12 + ((dot * 9) % 25), y - 20 + ((dot * 13) % 44), 1.1).fill('#a87c4f');
    }
  },
  butter: (canvas) => {
    canvas.path('M-44 10 L-6 -16 L46 0 L8 28Z').lineWidth(1.6).fillAndStroke('#ffe9a0', outline);
    canvas.path('M-44 10 L8 28 L8 46 L-44 28Z').fillAndStroke('#f4cf62', outline);
    canvas.path('M8 28 L46 0 L46 18 L8 46Z').fillAndStroke('#dcae3c', outline);
    for (let cut = 1; cut < 5; cut++)
      canvas.moveTo(-44 + cut * 10.4, 10 + cut * 3.6).lineTo(-44 + cut * 10.4, 28 + cut * 3.6);
    canvas.lineWidth(1).stroke('#a87c1c');
  },
  flour: (canvas) => {
    canvas
      .path('M-32 -28 L-36 44 L36 44 L32 -28 C20 -40 -20 -40 -32 -28Z')
      .lineWidth(1.8)
      .fillAndStroke('#efe6d4', outline);
    canvas.rect(-30, -8, 60, 34).fillAndStroke('#3d5f8f', outline);
    canvas.circle(0, 9, 13).fillAndStroke('#f2d489', outline);
    for (let grain = 0; grain < 8; grain++)
      canvas.ellipse(0, 9 - 9 + grain * 2.5, 5 - (grain % 2) * 2, 1.4).fill('#8a6417');
    for (let fold = 0; fold < 6; fold++) canvas.moveTo(-26 + fold * 10, -34).lineTo(-22 + fold * 9, -20);
    canvas.lineWidth(1.4).stroke('#a8977a');
  },
  sugar: (canvas) => {
    canvas.path('M-40 -6 C-38 50 38 50 40 -6Z').lineWidth(1.8).fillAndStroke('#b9d4df', outline);
    canvas.ellipse(0, -6, 40, 12).fillAndStroke('#ffffff', outline);
    for (const [x, y, turn] of [
      [-18, -22, 10],
      [4, -28, -15],
      [22, -20, 25],
      [0, -14, 5],
    ] as const) {
      canvas
        .save()
        .translate(x, y)
        .rotate(turn)
        .rect(-9, -9, 18, 18)
        .lineWidth(1.2)
        .fillAndStroke('#fdfaf4', '#8a8378')
        .restore();
    }
    for (let band = 0; band < 9; band++)
      canvas.circle(-30 + band * 7.5, 18 + Math.sin(band) * 3, 2.4).fill('#3d5f8f');
  },
  lemon: (canvas) => {
    const skin = canvas.radialGradient(-10, -8, 4, 0, 2, 46).stop(0, '#fff3a8').stop(1, '#d9b21e');
    canvas
      .path('M-48 4 C-40 -2 -34 -30 0 -30 C34 -30 40 -2 48 4 C40 10 34 38 0 38 C-34 38 -40 10 -48 4Z')
      .fill(skin);
    canvas.circle(18, 22, 24).lineWidth(3).fillAndStroke('#fdf6cc', '#e3c22e');
    for (let wedge = 0; wedge < 8; wedge++) {
      canvas
        .save()
        .translate(18, 22)
        .rotate(wedge * 45)
        .path('M3 0 L19 -6 L19 6Z')
        .fill('#f0d34a')
        .restore();
    }
  },
  almond: (canvas) => {
    for (const [x, y, turn] of [
      [-22, 18, -30],
      [18, 22, 20],
      [0, -12, 75],
      [28, -14, -60],
      [-28, -16, 35],
    ] as const) {
      canvas.save().translate(x, y).rotate(turn);
      canvas
        .path('M-24 0 C-14 -16 10 -14 24 0 C10 14 -14 16 -24 0Z')
        .lineWidth(1.4)
        .fillAndStroke('#b9793f', outline);
      for (let line = 0; line < 5; line++) canvas.moveTo(-18, (line - 2) * 2.4).lineTo(18, (line - 2) * 2);
      canvas.lineWidth(0.8).stroke('#7d4a1e').restore();
    }
  },
};
