import { createRandom } from '../../random.js';
import type { Canvas } from '../draw/pdf-writer.js';
import { drawCompass, drawMill, drawRelief } from '../draw/terrain-map.js';
import { bodyStyle, fonts, setFolio, setLine, setText } from '../draw/typography.js';
import { fillPaper, type PageDrawing } from './layout.js';

const box = { x: 40, y: 118, width: 515, height: 470 };

const mills = [
  ['Moulin-Haut', 118, 214],
  ['La Roue Blanche', 196, 300],
  ['Moulin du Prieur', 262, 262],
  ['Les Écluses', 330, 352],
  ['Moulin Brûlé', 402, 318],
  ['La Sourde', 452, 430],
  ['Moulin-le-Roi', 500, 516],
] as const;

const river =
  'M40 176 C80 196 92 232 126 234 S176 300 208 316 S238 262 276 278 S300 362 344 366 S386 314 418 332 S428 428 468 444 S488 520 520 530 S548 560 556 588';
const path =
  'M70 152 C96 176 84 196 112 202 S170 262 186 292 S240 238 262 248 S338 306 322 340 S392 288 404 306 S470 382 446 416 S520 462 498 504 S470 556 430 566';

/** Page 3: the map of a two-day walk. */
export const drawMap: PageDrawing = (canvas) => {
  fillPaper(canvas, '#efe6d2');
  setLine(canvas, 'LA VALLÉE DES SEPT MOULINS', 40, 36, {
    font: fonts.serifBold,
    size: 30,
    color: '#7a2e1d',
    spacing: 0.6,
  });
  setLine(canvas, 'The Seven Mills Walk — 31 km, two days, one good pair of boots', 41, 74, {
    font: fonts.serifItalic,
    size: 16,
    color: '#4a2c17',
  });
  canvas.moveTo(40, 104).lineTo(555, 104).lineWidth(1.4).stroke('#7a2e1d');

  drawRelief(canvas, box, 77);
  canvas.save().rect(box.x, box.y, box.width, box.height).clip();
  plantWoods(canvas);
  canvas.path(river).lineWidth(9).lineCap('round').stroke('#f4efe0');
  canvas.path(river).lineWidth(6).stroke('#4f8fb5');
  canvas.path(river).lineWidth(1.4).stroke('#a9d2e6');
  canvas.path(path).lineWidth(2.4).dash(7, { space: 4 }).stroke('#b3202a').undash();
  drawVillages(canvas);
  mills.forEach(([name, x, y], index) => {
    drawMill(canvas, x, y, 25);
    const isAtEdge = x > 470;
    setLine(canvas, `${index + 1}  ${name}`, isAtEdge ? x - 96 : x + 17, y - 21, {
      font: fonts.serifBold,
      size: 10.5,
      color: '#331a0c',
    });
  });
  canvas.restore();
  canvas.rect(box.x, box.y, box.width, box.height).lineWidth(2).stroke('#4a2c17');
  drawGraticule(canvas);
  drawCompass(canvas, 496, 176, 42);
  drawLegend(canvas);
  setText(
    canvas,
    'Partez tôt. Le sentier descend du plateau avec le ruisseau et ne le quitte plus : il le franchit onze fois, ' +
      'sur quatre ponts, six gués et une planche. Au troisième moulin, la meunière vend encore sa farine de ' +
      'châtaigne dans des sacs cousus main. Dormez aux Écluses, où l’on entend l’eau toute la nuit.',
    { x: 40, y: 606, width: 248, height: 190 },
    bodyStyle,
  );
  setText(
    canvas,
    'On the second day the valley opens. The burnt mill has no roof, but swallows keep it in repair. Past La Sourde ' +
      'leave the river to the anglers and climb to the king’s mill for bread, cider and the bus home: it leaves at ten ' +
      'past five, and the driver does wait for people who run. Water at mills 1, 3, 4 and 7; dogs on a lead near the sheep.',
    { x: 307, y: 606, width: 248, height: 190 },
    bodyStyle,
  );
  drawProfile(canvas);
  setFolio(canvas, 3, 'Chemins', '#6b4a30');
};

function plantWoods(canvas: Canvas): void {
  const random = createRandom(31);
  for (const [centerX, centerY, count] of [
    [140, 400, 90],
    [460, 230, 60],
    [250, 540, 70],
    [330, 180, 60],
  ] as const) {
    for (let tree = 0; tree < count; tree++) {
      const x = centerX + random.gaussian() * 36;
      const y = centerY + random.gaussian() * 24;
      const size = random.between(4, 7);
      canvas.path(`M${x} ${y - size * 1.7} L${x + size * 0.7} ${y} L${x - size * 0.7} ${y}Z`).lineWidth(0.3);
      canvas.fillAndStroke(random.pick(['#4d7a3c', '#5f8a45', '#3d6a3a']), '#25421f');
    }
  }
}

function drawVillages(canvas: Canvas): void {
  const random = createRandom(12);
  for (const [name, x, y] of [
    ['SAINT-AUBRY', 100, 480],
    ['Le Plantis', 300, 470],
    ['Bois-Joli', 400, 216],
    ['Vernay', 196, 160],
  ] as const) {
    for (let house = 0; house < 14; house++) {
      canvas.rect(
        x + random.between(-26, 26),
        y + random.between(-13, 13),
        random.between(4, 9),
        random.between(3, 7),
      );
      canvas.lineWidth(0.4).fillAndStroke('#3a302a', '#fff6e0');
    }
    setLine(canvas, name, x, y + 18, {
      font: fonts.sansBold,
      size: 10,
      color: '#1f1a16',
      align: 'center',
      spacing: 0.6,
    });
  }
}

function drawGraticule(canvas: Canvas): void {
  for (let tick = 0; tick < 20; tick++) {
    const x = box.x + (box.width / 20) * tick;
    canvas.rect(x, box.y + box.height - 5, box.width / 20, 5).fill(tick % 2 ? '#f7efdc' : '#4a2c17');
  }
}

function drawLegend(canvas: Canvas): void {
  canvas.rect(48, 516, 132, 62).lineWidth(0.8).fillAndStroke('#fdf8ea', '#4a2c17');
  const style = { font: fonts.sans, size: 8, color: '#331a0c' };
  canvas.moveTo(56, 529).lineTo(80, 529).lineWidth(2.4).dash(6, { space: 3 }).stroke('#b3202a').undash();
  setLine(canvas, 'sentier / footpath', 88, 525, style);
  canvas.moveTo(56, 543).lineTo(80, 543).lineWidth(4).stroke('#4f8fb5');
  setLine(canvas, 'la Sourdine / river', 88, 539, style);
  drawMill(canvas, 68, 561, 16);
  setLine(canvas, 'moulin / mill', 88, 552, style);
  canvas.rect(56, 568, 60, 3).fill('#4a2c17');
  setLine(canvas, '2 km', 120, 565, style);
}

function drawProfile(canvas: Canvas): void {
  const heights = [
    620, 590, 604, 540, 512, 530, 470, 452, 480, 430, 402, 418, 372, 350, 366, 318, 300, 342, 372, 356,
  ];
  const step = 515 / (heights.length - 1);
  canvas.moveTo(40, 798);
  heights.forEach((meters, index) => canvas.lineTo(40 + index * step, 798 - (meters - 280) * 0.2));
  canvas.lineTo(555, 798).fill('#c98d62');
  heights.forEach((meters, index) => {
    if (index % 3 === 0)
      setLine(canvas, `${meters} m`, 40 + index * step + 2, 786 - (meters - 280) * 0.2 - 2, {
        font: fonts.sans,
        size: 7,
        color: '#4a2c17',
      });
  });
}
