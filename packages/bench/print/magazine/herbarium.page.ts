import { createRandom } from '../../random.js';
import { drawPlant, type Plant } from '../draw/botanical.js';
import { bodyStyle, fonts, setDropCap, setFolio, setLine, setText } from '../draw/typography.js';
import { fillPaper, placePicture, type PageDrawing } from './layout.js';

const plants: readonly (Plant & { readonly names: readonly [string, string] })[] = [
  {
    x: 98,
    y: 372,
    height: 215,
    leafColor: '#5f8a3c',
    flowerColor: '#ffffff',
    habit: 'daisy',
    names: ['Grande marguerite', 'oxeye daisy'],
  },
  {
    x: 208,
    y: 372,
    height: 232,
    leafColor: '#4d7a4a',
    flowerColor: '#8b5fb4',
    habit: 'spike',
    names: ['Sauge des prés', 'meadow sage'],
  },
  {
    x: 318,
    y: 372,
    height: 210,
    leafColor: '#3f6f3a',
    flowerColor: '#6fa03c',
    habit: 'fern',
    names: ['Fougère mâle', 'male fern'],
  },
  {
    x: 424,
    y: 372,
    height: 205,
    leafColor: '#6d9142',
    flowerColor: '#f6efe0',
    habit: 'umbel',
    names: ['Carotte sauvage', 'wild carrot'],
  },
  {
    x: 512,
    y: 372,
    height: 225,
    leafColor: '#527f56',
    flowerColor: '#5673c4',
    habit: 'bell',
    names: ['Campanule', 'bellflower'],
  },
];

const french =
  "Une haie n'est pas une clôture. C'est une phrase que le paysan écrit au bord de son champ et que les oiseaux " +
  "corrigent chaque printemps. En juin, elle compte plus d'habitants que le village : la mésange y tient son " +
  'école, le hérisson sa cave, et les bourdons y ouvrent boutique dès six heures. Nous avons marché tout un ' +
  'dimanche le long de celle qui borde le pré du Grand-Clos, un carnet à la main, et nous avons rapporté ces ' +
  'cinq portraits. Aucun n’est rare ; tous gagnent à être regardés de près.';
const english =
  'Take a lens and a cushion. Sit where the mown grass ends, and wait until the hedge forgets that you are ' +
  'there. The first quarter of an hour belongs to the flies, the second to the finches. In the third, if the wind ' +
  'keeps still, a vole will cross from one root to another as though carrying a letter. Nothing in this page needs ' +
  'a garden, a fence or a fortune: a ditch and a little patience are enough. Draw what you see, badly if you must, ' +
  'and write the date beneath it. Next June you will be glad of both.';

/** Page 2: five plants of the hedge, and what lives among them. */
export const drawHerbarium: PageDrawing = (canvas, pictures) => {
  fillPaper(canvas, '#f7f1e1');
  setLine(canvas, 'HERBIER', 40, 34, { font: fonts.sans, size: 9, color: '#9a4b2f', spacing: 3 });
  setLine(canvas, 'La haie en juin', 40, 48, { font: fonts.serifBold, size: 44, color: '#2f4a2c' });
  setLine(canvas, 'The hedge in June, and five of its neighbors', 42, 98, {
    font: fonts.serifItalic,
    size: 17,
    color: '#7c6a4a',
  });

  canvas.rect(40, 126, 515, 286).lineWidth(1).stroke('#b9a87d');
  canvas.rect(44, 130, 507, 278).lineWidth(0.4).stroke('#b9a87d');
  const random = createRandom(614);
  plants.forEach((plant, index) => {
    drawPlant(canvas, random, plant);
    setLine(canvas, plant.names[0], plant.x, 380, {
      font: fonts.serifBold,
      size: 9.5,
      color: '#33301f',
      align: 'center',
    });
    setLine(canvas, plant.names[1], plant.x, 392, {
      font: fonts.serifItalic,
      size: 9,
      color: '#7c6a4a',
      align: 'center',
    });
    setLine(canvas, `fig. ${index + 1}`, plant.x - 30, 138, {
      font: fonts.serifItalic,
      size: 8,
      color: '#9a8a64',
    });
  });

  setDropCap(canvas, french, { x: 40, y: 432, width: 248 }, bodyStyle, '#9a4b2f');
  setText(canvas, english, { x: 307, y: 432, width: 248, height: 220 }, bodyStyle);
  placePicture(canvas, pictures.valley, 40, 640, 515, 160);
  canvas.rect(52, 652, 196, 44).fill('#f7f1e1');
  setText(
    canvas,
    'Le pré du Grand-Clos, un matin de brume. The field before the first tractor.',
    { x: 60, y: 659, width: 182 },
    {
      font: fonts.serifItalic,
      size: 10,
      color: '#33301f',
    },
  );
  setFolio(canvas, 2, 'Herbier');
};
