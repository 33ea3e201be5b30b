import { bodyStyle, fonts, setDropCap, setFolio, setLine, setText } from '../draw/typography.js';
import { fillPaper, pageWidth, placePicture, type PageDrawing } from './layout.js';

const story =
  'At a quarter to twelve the last tram folds its lights away, and the quays belong to those who cannot sleep. I ' +
  'walked them for seven nights with a notebook and a flask. On the first I counted four hundred lit windows; on ' +
  'the last I knew eleven of them by name. There is a baker behind the third bridge who sings to his dough, out of ' +
  'tune and without shame. There is a woman on the fifth floor who waters her ferns at one, always in a yellow ' +
  'raincoat, as if the sky had been invited. ' +
  "Puis vient l'heure bleue. Les péniches respirent, les chats changent de trottoir, et quelqu'un, derrière une " +
  'persienne, range des verres avec un soin infini. La ville que l’on croyait endormie tient sa comptabilité : tant ' +
  'de fenêtres pour les veilleurs, tant pour les amoureux, et une, toute petite, sous le toit, pour celui qui écrit ' +
  'ceci. À cinq heures, le premier tram revient la prendre par la main.';

/** Page 5: a walk by night, below its picture. */
export const drawCity: PageDrawing = (canvas, pictures) => {
  fillPaper(canvas, '#12142a');
  placePicture(canvas, pictures.city, 0, 0, pageWidth, 520);
  setLine(canvas, 'Minuit', 36, 404, { font: fonts.serifBold, size: 78, color: '#ffd98a' });
  setLine(canvas, 'sur les quais', 270, 436, { font: fonts.serifItalic, size: 44, color: '#ffffff' });
  setLine(canvas, 'Seven nights on the waterfront, by a man who lost his keys', 38, 492, {
    font: fonts.sans,
    size: 13,
    color: '#e8dfca',
  });
  setDropCap(
    canvas,
    story.slice(0, story.indexOf('Puis vient')),
    { x: 36, y: 546, width: 250 },
    { ...bodyStyle, color: '#ece6d8' },
    '#ffd98a',
  );
  setText(
    canvas,
    story.slice(story.indexOf('Puis vient')),
    { x: 309, y: 546, width: 250, height: 190 },
    { ...bodyStyle, color: '#ece6d8' },
  );
  canvas.rect(309, 700, 250, 96).fill('#ffd98a');
  setText(
    canvas,
    '« On ne connaît une ville qu’après avoir entendu ses clés. »',
    { x: 322, y: 713, width: 226 },
    {
      font: fonts.serifBold,
      size: 19,
      color: '#12142a',
      lineGap: 2,
    },
  );
  drawTramLine(canvas);
  setFolio(canvas, 5, 'Villes', '#b9b2a0');
};

function drawTramLine(canvas: Parameters<PageDrawing>[0]): void {
  const stops = ['Gare', 'Halles', 'Pont Neuf', 'Quai 3', 'Phare'];
  canvas.moveTo(52, 760).lineTo(270, 760).lineWidth(5).lineCap('round').stroke('#e0526a');
  stops.forEach((stop, index) => {
    const x = 52 + (index * 218) / (stops.length - 1);
    canvas.circle(x, 760, 7).lineWidth(3).fillAndStroke('#12142a', '#ffd98a');
    setLine(canvas, stop, x, index % 2 ? 774 : 738, {
      font: fonts.sansBold,
      size: 9,
      color: '#ece6d8',
      align: 'center',
    });
  });
}
