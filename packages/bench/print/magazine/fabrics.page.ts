import { drawPattern, type PatternName } from '../draw/patterns.js';
import { fonts, setFolio, setLine, setText } from '../draw/typography.js';
import { fillPaper, type PageDrawing } from './layout.js';

type Colors = readonly [string, string, string];

const swatches: readonly (readonly [PatternName, string, string, Colors])[] = [
  ['zellige', 'Fès', '38 € / m', ['#f2ead8', '#1f6f78', '#d99a2b']],
  ['houndstooth', 'Pied-de-poule', '52 € / m', ['#f4f0e8', '#26262b', '#b3202a']],
  ['waves', 'Marée basse', '34 € / m', ['#dfeaea', '#2c6a8c', '#e58a5f']],
  ['tartan', 'Dimanche en Écosse', '61 € / m', ['#7d2231', '#1d3f3a', '#f0c75e']],
  ['meadow', 'Foin coupé', '44 € / m', ['#f6edd0', '#4f7a45', '#d8506a']],
  ['terrazzo', 'Palier du quatrième', '40 € / m', ['#f3f0ec', '#d07a5a', '#6f9a8d']],
  ['ikat', 'Caravane', '72 € / m', ['#efe2c6', '#7a2e4d', '#e0932f']],
  ['fans', 'Éventail', '48 € / m', ['#26445f', '#f0e2c0', '#c8675a']],
  ['orchard', 'Verger', '36 € / m', ['#e9f0e2', '#c23a36', '#e8a33a']],
];

/** Page 6: nine fabrics, each drawn from its own rule. */
export const drawFabrics: PageDrawing = (canvas) => {
  fillPaper(canvas, '#fbf8f3');
  canvas.rect(0, 0, 595, 112).fill('#26445f');
  setLine(canvas, "Neuf tissus pour l'été", 40, 24, { font: fonts.serifBold, size: 42, color: '#f6edd0' });
  setLine(canvas, 'Nine summer fabrics, cut square and told in one line each', 41, 76, {
    font: fonts.serifItalic,
    size: 17,
    color: '#e8b98a',
  });
  swatches.forEach(([pattern, name, price, colors], index) => {
    const x = 40 + (index % 3) * 175;
    const y = 130 + Math.floor(index / 3) * 212;
    canvas.save().translate(3, 4).rect(x, y, 165, 168).fillOpacity(0.25).fill('#2b2018').restore();
    drawPattern(canvas, pattern, { x, y, width: 165, height: 168, colors });
    drawPinkedEdge(canvas, x, y, 165);
    setLine(canvas, `${index + 1}. ${name}`, x, y + 176, {
      font: fonts.serifBold,
      size: 13,
      color: '#26241f',
    });
    setLine(canvas, price, x + 165, y + 178, { font: fonts.sans, size: 9, color: '#a0522d', align: 'right' });
    colors.forEach((color, dot) =>
      canvas
        .circle(x + 6 + dot * 14, y + 198, 5)
        .lineWidth(0.5)
        .fillAndStroke(color, '#26241f'),
    );
  });
  setText(
    canvas,
    'Lin, coton et un peu de patience. All of them wash at thirty degrees and fade like good stories: slowly, from the folds.',
    { x: 40, y: 772, width: 515 },
    { font: fonts.serifItalic, size: 12, color: '#26445f', align: 'center' },
  );
  setFolio(canvas, 6, 'Atelier');
};

function drawPinkedEdge(canvas: Parameters<PageDrawing>[0], x: number, y: number, width: number): void {
  for (let tooth = 0; tooth < width / 7.5; tooth++) {
    const left = x + tooth * 7.5;
    canvas.path(`M${left} ${y} l3.75 5 l3.75 -5z`).fill('#fbf8f3');
    canvas.path(`M${left} ${y + 168} l3.75 -5 l3.75 5z`).fill('#fbf8f3');
  }
}
