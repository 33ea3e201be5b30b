import type { Canvas } from '../draw/pdf-writer.js';
import { fonts, setLine, setText } from '../draw/typography.js';
import { pageHeight, pageWidth, placePicture, type PageDrawing } from './layout.js';

/** Page 8: the back cover, an invitation to an island that does not exist. */
export const drawBack: PageDrawing = (canvas, pictures) => {
  placePicture(canvas, pictures.coast, 0, 0, pageWidth, 600);
  placePicture(canvas, pictures.pebbles, 0, 600, pageWidth, pageHeight - 600);
  drawLighthouse(canvas, 446, 596, 400);
  setLine(canvas, 'ÎLE DU PHARE', 34, 34, { font: fonts.serifBold, size: 60, color: '#fff6dd' });
  setLine(canvas, 'Trois nuits, deux marées, un gardien', 37, 100, {
    font: fonts.serifItalic,
    size: 23,
    color: '#ffe1a8',
  });
  setLine(canvas, 'Three nights, two tides, one keeper.', 37, 130, {
    font: fonts.sans,
    size: 14,
    color: '#ffffff',
  });

  canvas.save().translate(4, 5).rect(40, 628, 372, 168).fillOpacity(0.4).fill('#1a120c').restore();
  canvas.rect(40, 628, 372, 168).fill('#fff6dd');
  canvas.rect(47, 635, 358, 154).lineWidth(1).stroke('#b3202a');
  setLine(canvas, 'Gagnez votre traversée', 60, 646, { font: fonts.serifBold, size: 25, color: '#b3202a' });
  setText(
    canvas,
    'Photographiez cette page et répondez à une seule question : combien de marches compte le phare ? ' +
      'Take a picture of this page and tell us how many steps the keeper climbs. Ten readers will sail in September. ' +
      'Bring a jumper; the wind is included.',
    { x: 60, y: 680, width: 332 },
    { font: fonts.serif, size: 11.5, color: '#33261a', lineGap: 1.5 },
  );
  setLine(canvas, 'lisiere.example/phare   ·   +33 1 99 00 14 14', 60, 764, {
    font: fonts.sansBold,
    size: 10.5,
    color: '#33261a',
  });
  drawStamp(canvas, 490, 716);
};

function drawLighthouse(canvas: Canvas, x: number, foot: number, height: number): void {
  const top = foot - height;
  for (const [angle, reach] of [
    [-0.25, 420],
    [3.3, 460],
  ] as const) {
    canvas.save().fillOpacity(0.24);
    canvas
      .moveTo(x, top + 18)
      .lineTo(x + Math.cos(angle - 0.1) * reach, top + 18 + Math.sin(angle - 0.1) * reach);
    canvas
      .lineTo(x + Math.cos(angle + 0.1) * reach, top + 18 + Math.sin(angle + 0.1) * reach)
      .fill('#fff3b8')
      .restore();
  }
  canvas
    .path(`M${x - 90} ${foot + 12} Q${x - 60} ${foot - 46} ${x - 20} ${foot - 40} T${x + 110} ${foot + 12}Z`)
    .fill('#2e2a33');
  const half = (t: number): number => 44 - 20 * t;
  for (let band = 0; band < 8; band++) {
    const [low, high] = [band / 8, (band + 1) / 8];
    const [lowY, highY] = [foot - 20 - low * (height - 70), foot - 20 - high * (height - 70)];
    canvas.polygon(
      [x - half(low), lowY],
      [x + half(low), lowY],
      [x + half(high), highY],
      [x - half(high), highY],
    );
    canvas.fill(band % 2 ? '#fbf4e4' : '#c1272d');
    canvas.polygon(
      [x + half(low) * 0.3, lowY],
      [x + half(low), lowY],
      [x + half(high), highY],
      [x + half(high) * 0.3, highY],
    );
    canvas.fillOpacity(0.22).fill('#1a0f1f').fillOpacity(1);
    if (band % 2)
      canvas
        .rect(x - 6, highY + 12, 12, 20)
        .lineWidth(1.5)
        .fillAndStroke('#38465f', '#1f1a26');
  }
  canvas.rect(x - 34, top + 40, 68, 10).fill('#1f1a26');
  for (let post = 0; post < 9; post++) canvas.rect(x - 34 + post * 8.2, top + 26, 2, 16).fill('#1f1a26');
  canvas
    .rect(x - 17, top + 6, 34, 36)
    .lineWidth(2)
    .fillAndStroke('#fff0a8', '#1f1a26');
  canvas
    .moveTo(x - 6, top + 6)
    .lineTo(x - 6, top + 42)
    .moveTo(x + 6, top + 6)
    .lineTo(x + 6, top + 42)
    .stroke('#1f1a26');
  canvas.path(`M${x - 24} ${top + 6} Q${x} ${top - 30} ${x + 24} ${top + 6}Z`).fill('#c1272d');
  canvas.rect(x - 1.5, top - 32, 3, 16).fill('#1f1a26');
}

function drawStamp(canvas: Canvas, x: number, y: number): void {
  canvas.save().translate(x, y).rotate(-12);
  for (let tooth = 0; tooth < 24; tooth++) {
    canvas
      .save()
      .rotate(tooth * 15)
      .circle(56, 0, 8)
      .fill('#26445f')
      .restore();
  }
  canvas.circle(0, 0, 57).fill('#26445f').circle(0, 0, 48).lineWidth(1.5).stroke('#ffe1a8');
  setLine(canvas, 'LISIÈRE', 0, -26, {
    font: fonts.serifBold,
    size: 17,
    color: '#ffe1a8',
    align: 'center',
    spacing: 1,
  });
  setLine(canvas, '10 voyages', 0, -6, {
    font: fonts.serifBold,
    size: 15,
    color: '#ffffff',
    align: 'center',
  });
  setLine(canvas, 'à gagner', 0, 10, {
    font: fonts.serifItalic,
    size: 14,
    color: '#ffffff',
    align: 'center',
  });
  canvas.restore();
}
