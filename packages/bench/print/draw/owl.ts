import { hex, mix, shade, toHex, type Color } from '../../paint/color.js';
import { createRandom, type Random } from '../../random.js';
import type { Canvas } from './pdf-writer.js';

export interface Owl {
  readonly x: number;
  /** Where it perches. */
  readonly y: number;
  readonly height: number;
  readonly plumage: readonly [back: string, breast: string, eye: string];
  readonly seed: number;
}

/** An owl built of overlapping feathers, eyes wide open. */
export function drawOwl(canvas: Canvas, owl: Owl): void {
  const random = createRandom(owl.seed);
  const [back, breast, eye] = owl.plumage.map(hex) as [Color, Color, Color];
  canvas
    .save()
    .translate(owl.x, owl.y)
    .scale(owl.height / 200);
  canvas
    .path(
      'M0 -186 C-74 -186 -84 -120 -74 -70 C-70 -20 -36 4 0 4 C36 4 70 -20 74 -70 C84 -120 74 -186 0 -186Z',
    )
    .fill(toHex(shade(back, 0.7)));
  for (const side of [-1, 1]) {
    canvas.path(
      `M${side * 20} -182 C${side * 44} -212 ${side * 66} -206 ${side * 74} -214 C${side * 74} -184 ${side * 66} -164 ${side * 50} -156Z`,
    );
    canvas.lineWidth(1.5).fillAndStroke(toHex(back), '#1a1420');
  }
  layFeathers(canvas, random, breast, back);
  for (const side of [-1, 1]) drawWing(canvas, random, back, side);
  const eyeRadius = random.between(27, 36);
  const eyeY = random.between(-144, -132);
  for (const side of [-1, 1]) drawEye(canvas, side * (eyeRadius + 1), eyeY, eyeRadius, eye, breast);
  canvas
    .path('M-9 -126 Q0 -140 9 -126 Q6 -104 0 -98 Q-6 -104 -9 -126Z')
    .lineWidth(1.2)
    .fillAndStroke('#e0a030', '#5a3410');
  for (const side of [-1, 1]) {
    for (let toe = 0; toe < 3; toe++)
      canvas
        .ellipse(side * 24 + (toe - 1) * 9, 5, 4.5, 10)
        .lineWidth(1)
        .fillAndStroke('#d99a3a', '#5a3410');
  }
  canvas.restore();
}

function layFeathers(canvas: Canvas, random: Random, breast: Color, back: Color): void {
  const pitch = random.between(10.5, 15);
  for (let row = 0; row < 9; row++) {
    const y = -12 - row * 11.5;
    const half = 44 - Math.abs(row - 4) * 3.4;
    for (let x = -half + ((row % 2) * pitch) / 2; x <= half; x += pitch) {
      const tone = mix(breast, back, random.between(0, 0.35));
      canvas.path(
        `M${x} ${y - 14} C${x + 10} ${y - 8} ${x + 8} ${y + 8} ${x} ${y + 10} C${x - 8} ${y + 8} ${x - 10} ${y - 8} ${x} ${y - 14}Z`,
      );
      canvas.lineWidth(0.9).fillAndStroke(toHex(tone), toHex(shade(back, 0.55)));
      canvas
        .path(`M${x - 4} ${y + 2} Q${x} ${y + 7} ${x + 4} ${y + 2} M${x} ${y - 10} V${y + 7}`)
        .lineWidth(0.9)
        .stroke(toHex(shade(back, 0.6)));
    }
  }
}

function drawWing(canvas: Canvas, random: Random, back: Color, side: number): void {
  for (let row = 0; row < 7; row++) {
    for (let feather = 0; feather < 3; feather++) {
      const x = side * (50 + feather * 9 - row * 2.2);
      const y = -104 + row * 15 + feather * 4;
      const length = 26 + row * 2;
      const tone = shade(back, random.between(0.75, 1.25));
      canvas.path(
        `M${x} ${y} C${x + side * 12} ${y + 6} ${x + side * 8} ${y + length} ${x - side * 4} ${y + length + 4} C${x - side * 10} ${y + length * 0.6} ${x - side * 8} ${y + 6} ${x} ${y}Z`,
      );
      canvas.lineWidth(0.8).fillAndStroke(toHex(tone), '#1a1420');
      canvas
        .path(`M${x} ${y + 4} L${x - side * 2} ${y + length}`)
        .lineWidth(0.7)
        .stroke('#1a1420');
    }
  }
}

function drawEye(canvas: Canvas, x: number, y: number, radius: number, iris: Color, disc: Color): void {
  for (let ray = 0; ray < 30; ray++) {
    const angle = (ray / 30) * 2 * Math.PI;
    const reach = radius * (ray % 2 ? 1.28 : 1.12);
    canvas.moveTo(x, y).lineTo(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach);
    canvas.lineWidth(4.4).stroke(toHex(shade(disc, ray % 2 ? 0.75 : 1)));
  }
  canvas
    .circle(x, y, radius * 0.82)
    .lineWidth(2)
    .fillAndStroke(toHex(iris), '#1a1420');
  for (let ray = 0; ray < 24; ray++) {
    const angle = (ray / 24) * 2 * Math.PI;
    canvas.moveTo(x + Math.cos(angle) * radius * 0.5, y + Math.sin(angle) * radius * 0.5);
    canvas.lineTo(x + Math.cos(angle) * radius * 0.8, y + Math.sin(angle) * radius * 0.8);
  }
  canvas.lineWidth(0.8).stroke(toHex(shade(iris, 0.6)));
  canvas.circle(x, y, radius * 0.5).fill('#120c18');
  canvas.circle(x - radius * 0.18, y - radius * 0.2, radius * 0.14).fill('#ffffff');
}
