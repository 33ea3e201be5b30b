import type { PercentBox } from '../../../../demo/content/content.types.js';
import { ingredientsBox, tartBox } from '../../../../demo/content/magazine.content.js';
import { drawIngredient, type Ingredient } from '../draw/ingredients.js';
import type { Canvas } from '../draw/pdf-writer.js';
import { bodyStyle, fonts, setFolio, setLine, setText } from '../draw/typography.js';
import { fillPaper, pageHeight, pageWidth, placePicture, type PageDrawing } from './layout.js';

const ingredients: readonly (readonly [Ingredient, string, string])[] = [
  ['apricot', '12 abricots', 'apricots'],
  ['strawberry', '250 g fraises', 'strawberries'],
  ['flour', '220 g farine', 'flour'],
  ['butter', '120 g beurre', 'butter'],
  ['egg', '3 œufs', 'eggs'],
  ['sugar', '90 g sucre', 'sugar'],
  ['lemon', '1 citron', 'lemon'],
  ['almond', '60 g amandes', 'almonds'],
];

const steps = [
  [
    'La pâte',
    'Rub butter, flour and a pinch of salt together until it looks like wet sand. Add one egg, make a ball, and forget it in the cool for an hour.',
  ],
  [
    'La crème',
    'Fouettez deux œufs, le sucre, les amandes en poudre et le zeste du citron. La crème doit faire le ruban.',
  ],
  [
    'Le fond',
    'Roll out, line a tin of 26 cm, prick it with a fork. Bake blind for a quarter of an hour at 180 °C.',
  ],
  [
    'Les fruits',
    'Étalez la crème, rangez les abricots en couronne, la peau vers le bas. Vingt-cinq minutes au four.',
  ],
  [
    'The finish',
    'Let it cool. Lay strawberries between the apricots, scatter berries, brush with warm jelly, and eat it the same day.',
  ],
] as const;

/** Page 4: a tart, its eight ingredients and its five steps. Two of its parts are zones of their own. */
export const drawRecipe: PageDrawing = (canvas, pictures) => {
  fillPaper(canvas, '#fdf8ee');
  canvas.rect(0, 0, pageWidth, 14).fill('#c8402f');
  setLine(canvas, 'LA TABLE', 36, 28, { font: fonts.sans, size: 9, color: '#c8402f', spacing: 3 });
  setLine(canvas, 'Tarte du dimanche', 36, 40, { font: fonts.serifBold, size: 48, color: '#3a2315' });
  setLine(canvas, 'A Sunday tart, for eight — or for four who walked', 38, 94, {
    font: fonts.serifItalic,
    size: 17,
    color: '#8a6a4a',
  });

  const photo = inPoints(tartBox);
  placePicture(canvas, pictures.tart, photo.x, photo.y, photo.width, photo.height);
  drawIngredientsPanel(canvas);
  drawSteps(canvas, photo.y + photo.height + 16);
  placePicture(canvas, pictures.market, 36, 676, 523, 124);
  setFolio(canvas, 4, 'La table');
};

/** The same rectangle in points on the page. */
function inPoints(box: PercentBox): { x: number; y: number; width: number; height: number } {
  return {
    x: (box.positionXPercent / 100) * pageWidth,
    y: (box.positionYPercent / 100) * pageHeight,
    width: (box.widthPercent / 100) * pageWidth,
    height: (box.heightPercent / 100) * pageHeight,
  };
}

function drawIngredientsPanel(canvas: Canvas): void {
  const panel = inPoints(ingredientsBox);
  canvas.rect(panel.x, panel.y, panel.width, panel.height).fill('#e4ecdd');
  canvas
    .rect(panel.x + 5, panel.y + 5, panel.width - 10, panel.height - 10)
    .lineWidth(1.2)
    .dash(4, { space: 3 })
    .stroke('#6d8a5a')
    .undash();
  setLine(canvas, 'LE PANIER', panel.x + panel.width / 2, panel.y + 16, {
    font: fonts.sansBold,
    size: 13,
    color: '#3f5d34',
    align: 'center',
    spacing: 2,
  });
  ingredients.forEach(([kind, french, english], index) => {
    const x = panel.x + panel.width * (index % 2 ? 0.74 : 0.27);
    const y = panel.y + 66 + Math.floor(index / 2) * 88;
    drawIngredient(canvas, kind, x, y, 62);
    setLine(canvas, french, x, y + 33, {
      font: fonts.serifBold,
      size: 10.5,
      color: '#33301f',
      align: 'center',
    });
    setLine(canvas, english, x, y + 44, {
      font: fonts.serifItalic,
      size: 9.5,
      color: '#6b6a4c',
      align: 'center',
    });
  });
}

function drawSteps(canvas: Canvas, top: number): void {
  const style = { ...bodyStyle, size: 11, align: 'left', lineGap: 1.2 } as const;
  steps.forEach(([title, text], index) => {
    const isBelow = index >= 2;
    const x = isBelow ? 36 + (index - 2) * 179 : 36 + index * 158;
    const y = isBelow ? top + 122 : top;
    canvas.circle(x + 9, y + 9, 10).fill('#c8402f');
    setLine(canvas, String(index + 1), x + 9, y + 3, {
      font: fonts.sansBold,
      size: 12,
      color: '#ffffff',
      align: 'center',
    });
    setLine(canvas, title, x + 25, y + 1, { font: fonts.serifBold, size: 16, color: '#3a2315' });
    setText(canvas, text, { x, y: y + 24, width: isBelow ? 165 : 146, height: 110 }, style);
  });
}
