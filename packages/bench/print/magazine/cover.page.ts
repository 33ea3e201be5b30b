import { fonts, setLine, setText } from '../draw/typography.js';
import { pageHeight, pageWidth, placePicture, type PageDrawing } from './layout.js';

/** Page 1: the masthead over a lake at dawn. */
export const drawCover: PageDrawing = (canvas, pictures) => {
  placePicture(canvas, pictures.lake, 0, 0, pageWidth, pageHeight);
  const white = '#ffffff';
  canvas.save().opacity(0.35).rect(0, 0, pageWidth, 46).fill('#1a2340').restore();
  setLine(canvas, 'CHEMINS · JARDINS · TABLE', 30, 18, {
    font: fonts.sans,
    size: 9,
    color: white,
    spacing: 2.4,
  });
  setLine(canvas, 'No. 14 — Été / Summer', 565, 18, {
    font: fonts.serifItalic,
    size: 12,
    color: white,
    align: 'right',
  });
  setLine(canvas, 'LISIÈRE', pageWidth / 2, 52, {
    font: fonts.serifBold,
    size: 124,
    color: white,
    spacing: 4,
    align: 'center',
  });

  canvas.save().opacity(0.88).circle(492, 268, 62).fill('#c8402f').restore();
  setText(
    canvas,
    '48 pages of\nwalking,\npicking and\ncooking',
    { x: 432, y: 236, width: 120 },
    {
      font: fonts.serifBold,
      size: 14.5,
      color: white,
      align: 'center',
      lineGap: 1,
    },
  );

  const lines = [
    ['La vallée des Sept Moulins', 'A two-day walk between water and stone'],
    ['Tarte du dimanche', 'Apricots, strawberries and a blue plate'],
    ['Minuit sur les quais', 'What a city says when it believes itself alone'],
  ] as const;
  lines.forEach(([title, subtitle], index) => {
    const y = 598 + index * 66;
    canvas.rect(34, y + 4, 4, 44).fill('#f3b562');
    setLine(canvas, title, 50, y, { font: fonts.serifBold, size: 26, color: white });
    setLine(canvas, subtitle, 50, y + 31, { font: fonts.sans, size: 12.5, color: '#f5ead8' });
  });
  drawBarcode(canvas);
};

function drawBarcode(canvas: Parameters<PageDrawing>[0]): void {
  canvas.rect(462, 762, 104, 56).fill('#ffffff');
  let x = 472;
  for (const step of '3141592653589793238462643383279502884197') {
    const width = 0.6 + Number(step) * 0.16;
    if (x + width > 556) break;
    canvas.rect(x, 768, width, 36).fill('#111111');
    x += width + 0.9 + (Number(step) % 3) * 0.5;
  }
  setLine(canvas, '2 014006 07 2026', 514, 807, {
    font: fonts.mono,
    size: 8,
    color: '#111111',
    align: 'center',
  });
}
