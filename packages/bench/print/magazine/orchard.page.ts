import { createRandom } from '../../random.js';
import { drawLeaf } from '../draw/botanical.js';
import { drawCrates, drawShareRing, drawStream, drawYearWheel } from '../draw/charts.js';
import type { Canvas } from '../draw/pdf-writer.js';
import { bodyStyle, fonts, setFolio, setLine, setText } from '../draw/typography.js';
import { fillPaper, type PageDrawing } from './layout.js';

/** Page 7: a year in an orchard, in figures. */
export const drawOrchard: PageDrawing = (canvas) => {
  fillPaper(canvas, '#f4ecd8');
  setLine(canvas, 'Un an au verger', 40, 30, { font: fonts.serifBold, size: 44, color: '#8a3b1f' });
  setLine(canvas, 'One hectare, 212 trees, one ladder: the orchard of La Sourde in numbers', 41, 82, {
    font: fonts.serifItalic,
    size: 15.5,
    color: '#5a4a30',
  });
  drawTree(canvas, 148, 384);
  setLine(canvas, '1 arbre / 1 tree', 60, 394, { font: fonts.sansBold, size: 10, color: '#33301f' });
  setText(
    canvas,
    '94 kg de pommes, 11 nids en dix ans, 3 branches cassées par le vent d’ouest.',
    { x: 60, y: 408, width: 190 },
    { ...bodyStyle, align: 'left' },
  );

  drawYearWheel(canvas, 408, 252, 118, [
    { color: '#5f8a3c', values: [0.05, 0.08, 0.25, 0.55, 0.8, 0.95, 0.9, 0.7, 0.5, 0.3, 0.1, 0.05] },
    { color: '#d8506a', values: [0, 0, 0.1, 0.9, 0.75, 0.1, 0, 0, 0, 0, 0, 0] },
    { color: '#d99a2b', values: [0, 0, 0, 0, 0.05, 0.3, 0.5, 0.75, 1, 0.85, 0.2, 0] },
  ]);
  drawKey(canvas);

  canvas.rect(40, 452, 515, 1.2).fill('#8a3b1f');
  setLine(canvas, 'Les caisses / crates per week', 40, 462, {
    font: fonts.serifBold,
    size: 17,
    color: '#8a3b1f',
  });
  drawCrates(canvas, 40, 484, [
    { label: 'Reinette', count: 14, color: '#c9b23c' },
    { label: 'Api rouge', count: 9, color: '#c23a36' },
    { label: 'Poire curé', count: 11, color: '#9ab04a' },
    { label: 'Quetsche', count: 6, color: '#5b3a78' },
    { label: 'Coing', count: 4, color: '#e0b53a' },
  ]);
  (
    [
      [400, 0.62, 'au marché', '#c8402f'],
      [458, 0.27, 'en cidre', '#d99a2b'],
      [516, 0.11, 'aux merles', '#3f5d34'],
    ] as const
  ).forEach(([x, share, label, color], index) => {
    const y = index % 2 ? 582 : 520;
    drawShareRing(canvas, x, y, 34, share, color);
    setLine(canvas, label, x, y + 38, {
      font: fonts.serifItalic,
      size: 11,
      color: '#33301f',
      align: 'center',
    });
  });

  setLine(canvas, 'Ce que l’on entend / what you hear, from January to December', 40, 634, {
    font: fonts.serifBold,
    size: 17,
    color: '#8a3b1f',
  });
  drawStream(canvas, 40, 656, 515, 116, [
    '#26445f',
    '#3f7f86',
    '#8fb56a',
    '#e8c35a',
    '#e08a4a',
    '#b8434a',
    '#6d2f4f',
  ]);
  ['rain', 'robins', 'bees', 'scythes', 'laughter', 'barrels', 'wind'].forEach((sound, index) => {
    setLine(canvas, sound, 60 + index * 74, 780, { font: fonts.sansBold, size: 9, color: '#33301f' });
    canvas
      .circle(52 + index * 74, 784, 4)
      .fill(['#26445f', '#3f7f86', '#8fb56a', '#e8c35a', '#e08a4a', '#b8434a', '#6d2f4f'][index]);
  });
  setFolio(canvas, 7, 'Jardins');
};

function drawKey(canvas: Canvas): void {
  (
    [
      ['feuilles / leaf', '#5f8a3c'],
      ['fleurs / blossom', '#d8506a'],
      ['fruits / fruit', '#d99a2b'],
    ] as const
  ).forEach(([label, color], index) => {
    canvas.rect(300 + index * 86, 408, 10, 10).fill(color);
    setLine(canvas, label, 314 + index * 86, 409, { font: fonts.sans, size: 9, color: '#33301f' });
  });
}

function drawTree(canvas: Canvas, x: number, y: number): void {
  const random = createRandom(88);
  const grow = (fromX: number, fromY: number, angle: number, length: number, depth: number): void => {
    const toX = fromX + Math.cos(angle) * length;
    const toY = fromY + Math.sin(angle) * length;
    canvas
      .moveTo(fromX, fromY)
      .lineTo(toX, toY)
      .lineWidth(depth * 1.9)
      .lineCap('round')
      .stroke('#5a3a22');
    if (depth <= 3) {
      for (let leaf = 0; leaf < 2; leaf++)
        drawLeaf(canvas, toX, toY, random.between(9, 15), random.between(0, 360), '#5f8a3c', random);
    }
    if (depth === 1) {
      if (random.chance(0.28))
        canvas
          .circle(toX, toY + 5, 5.2)
          .lineWidth(0.6)
          .fillAndStroke(random.pick(['#c23a36', '#d8563a', '#e0a03a']), '#6d1f1a');
      return;
    }
    for (const turn of [-0.52, 0.06, 0.55]) {
      if (depth < 4 || turn !== 0.06)
        grow(
          toX,
          toY,
          angle + turn + random.between(-0.16, 0.16),
          length * random.between(0.68, 0.82),
          depth - 1,
        );
    }
  };
  grow(x, y, -Math.PI / 2, 74, 6);
  canvas.ellipse(x, y + 2, 74, 7).fill('#8fa35a');
}
