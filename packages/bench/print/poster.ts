import { toJpeg } from '../paint/rgb-image.js';
import { createRandom } from '../random.js';
import { drawLeaf } from './draw/botanical.js';
import { drawOwl } from './draw/owl.js';
import { rasterizePdfPage } from './draw/pdf-rasterizer.js';
import { writePdf, type Canvas } from './draw/pdf-writer.js';
import { fonts, setLine, setText } from './draw/typography.js';

const widthPoints = 600;
const heightPoints = 850;
const printQuality = 90;

/** Width in pixels of the poster's picture. */
export const posterWidthPx = 1200;

let printed: Promise<Buffer> | undefined;

/** The demo poster, an evening among owls, as a JPEG of 1200x1700 pixels. Always the same bytes. */
export function printPoster(): Promise<Buffer> {
  printed ??= writePdf({ width: widthPoints, height: heightPoints, title: 'La nuit des chouettes' }, [
    drawPoster,
  ])
    .then((pdf) => rasterizePdfPage(pdf, 0, posterWidthPx))
    .then((image) => toJpeg(image, printQuality));
  return printed;
}

function drawPoster(canvas: Canvas): void {
  const night = canvas
    .linearGradient(0, 0, 0, heightPoints)
    .stop(0, '#0d1b3d')
    .stop(0.55, '#2c4a7c')
    .stop(1, '#e07a4f');
  canvas.rect(0, 0, widthPoints, heightPoints).fill(night);
  drawStars(canvas);
  drawMoon(canvas, 300, 352, 232);
  drawWood(canvas);
  drawBranch(canvas, 'M-20 640 C120 600 260 650 380 622 S560 640 640 600', 26);
  drawBranch(canvas, 'M640 470 C560 486 520 450 450 462', 14);
  drawBranch(canvas, 'M-20 436 C40 446 90 420 150 428', 14);
  drawOwl(canvas, { x: 300, y: 620, height: 350, plumage: ['#7a5236', '#ecd9b0', '#f2a516'], seed: 3 });
  drawOwl(canvas, { x: 510, y: 448, height: 130, plumage: ['#5f6a86', '#dfe4ee', '#f4d03a'], seed: 4 });
  drawOwl(canvas, { x: 92, y: 418, height: 122, plumage: ['#8a4030', '#f0cfae', '#e8632a'], seed: 5 });
  drawOwl(canvas, { x: 96, y: 602, height: 150, plumage: ['#3f4a3a', '#cfd3a8', '#f2c230'], seed: 6 });
  drawOwl(canvas, { x: 508, y: 612, height: 140, plumage: ['#6b4a6a', '#ead4e2', '#7fc6c0'], seed: 7 });
  setLine(canvas, 'LA NUIT DES', widthPoints / 2, 32, {
    font: fonts.sansBold,
    size: 36,
    color: '#ffe9b8',
    align: 'center',
    spacing: 9,
  });
  setLine(canvas, 'CHOUETTES', widthPoints / 2, 72, {
    font: fonts.serifBold,
    size: 88,
    color: '#fff6dd',
    align: 'center',
    spacing: 2,
  });
  canvas.rect(0, 700, widthPoints, 150).fill('#fff1d0');
  for (let tooth = 0; tooth < 40; tooth++)
    canvas.path(`M${tooth * 15} 701 l7.5 -11 l7.5 11z`).fill('#fff1d0');
  setLine(canvas, '14', 34, 708, { font: fonts.serifBold, size: 118, color: '#b3402a' });
  setLine(canvas, 'AOÛT · AUGUST', 166, 720, {
    font: fonts.sansBold,
    size: 24,
    color: '#b3402a',
    spacing: 2,
  });
  setText(
    canvas,
    'Clairière du Grand-Clos, 21 h 30. An evening of listening, with five species and one flask of soup. Gratuit, sur réservation.',
    { x: 167, y: 754, width: 290 },
    { font: fonts.serif, size: 15, color: '#2a2036', lineGap: 1 },
  );
  for (let feather = 0; feather < 7; feather++) {
    drawLeaf(
      canvas,
      520,
      826,
      92,
      -150 + feather * 20,
      feather % 2 ? '#b3402a' : '#7a5236',
      createRandom(feather),
    );
  }
}

function drawStars(canvas: Canvas): void {
  const random = createRandom(99);
  for (let star = 0; star < 190; star++) {
    const [x, y] = [random.between(0, widthPoints), random.between(0, 560)];
    const size = random.between(0.8, 4.2);
    canvas.path(
      `M${x} ${y - size} L${x + size * 0.25} ${y - size * 0.25} L${x + size} ${y} L${x + size * 0.25} ${y + size * 0.25} L${x} ${y + size} L${x - size * 0.25} ${y + size * 0.25} L${x - size} ${y} L${x - size * 0.25} ${y - size * 0.25}Z`,
    );
    canvas.fill(random.pick(['#ffffff', '#ffe9b8', '#b9d4ff']));
  }
}

function drawMoon(canvas: Canvas, x: number, y: number, radius: number): void {
  const random = createRandom(7);
  canvas.circle(x, y, radius).fill(
    canvas
      .radialGradient(x - 70, y - 80, 20, x, y, radius)
      .stop(0, '#fffbe6')
      .stop(1, '#efcf8a'),
  );
  for (let crater = 0; crater < 60; crater++) {
    const angle = random.between(0, 2 * Math.PI);
    const distance = radius * 0.9 * Math.sqrt(random.next());
    const size = random.between(3, 20);
    const [craterX, craterY] = [x + Math.cos(angle) * distance, y + Math.sin(angle) * distance];
    if (distance + size > radius) continue;
    canvas
      .circle(craterX, craterY, size)
      .lineWidth(1)
      .fillOpacity(0.35)
      .strokeOpacity(0.5)
      .fillAndStroke('#cda45c', '#a87c34');
  }
  canvas.fillOpacity(1).strokeOpacity(1);
}

function drawWood(canvas: Canvas): void {
  const random = createRandom(45);
  for (let tree = 0; tree < 34; tree++) {
    const x = (tree / 33) * widthPoints + random.between(-12, 12);
    const height = random.between(110, 260) * (0.55 + Math.abs(x / widthPoints - 0.5));
    canvas.save().fillOpacity(0.9);
    for (let tier = 0; tier < 7; tier++) {
      const y = 705 - (height * tier) / 7;
      const half = 32 * (1 - tier / 8);
      canvas
        .path(`M${x - half} ${y} L${x} ${y - height / 4} L${x + half} ${y} Q${x} ${y - 9} ${x - half} ${y}Z`)
        .fill(tree % 2 ? '#14243a' : '#1d3550');
    }
    canvas.restore();
  }
}

function drawBranch(canvas: Canvas, path: string, width: number): void {
  canvas.path(path).lineWidth(width).lineCap('round').stroke('#2b1a14');
  canvas
    .path(path)
    .lineWidth(width * 0.55)
    .stroke('#553626');
  canvas
    .path(path)
    .lineWidth(width * 0.12)
    .dash(9, { space: 7 })
    .stroke('#8a6044')
    .undash();
}
