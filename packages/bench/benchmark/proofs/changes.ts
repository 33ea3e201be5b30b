/** Changes one thing of a page, as a slip or a late correction does. */
import type { Random } from '../../random.js';
import type { Item, Place } from './items.js';
import type { ChangeName, ProofSpec } from './spec.js';

type Shape = Exclude<Item, { is: 'text' }>;
type Text = Extract<Item, { is: 'text' }>;
type Width = (text: string, font: string, pt: number) => number;

interface Changed {
  readonly after: Item[];
  readonly places: readonly Place[];
}

/** Look-alikes on purpose: 9 and 5 share most of their strokes. */
const OTHER_DIGIT: Record<string, string> = {
  0: '8',
  1: '7',
  2: '7',
  3: '8',
  4: '1',
  5: '9',
  6: '8',
  7: '1',
  8: '3',
  9: '5',
};
const WITHOUT_ACCENT: Record<string, string> = {
  ä: 'a',
  ö: 'o',
  ü: 'u',
  é: 'e',
  è: 'e',
  ê: 'e',
  à: 'a',
  ï: 'i',
  ñ: 'n',
  ç: 'c',
  í: 'i',
};

/** @throws RangeError when the page holds nothing that can be changed like that */
export function changeOne(items: readonly Item[], spec: ProofSpec, random: Random, widthOf: Width): Changed {
  const page = spec.size;
  const swap = (from: Item, to: Item | null, ...places: Place[]): Changed => ({
    after: items.flatMap((item) => (item !== from ? [item] : to === null ? [] : [to])),
    places,
  });
  const pickText = (accepts: (text: string) => boolean): Text =>
    random.pick(items.filter((item): item is Text => item.is === 'text' && accepts(item.text)));
  const pickShape = (is: Shape['is']): Shape =>
    random.pick(items.filter((item): item is Shape => item.is === is));
  const retype = (item: Text, at: number, to: string): Changed => {
    const text = item.text.slice(0, at) + to + item.text.slice(at + 1);
    return swap(
      item,
      { ...item, text },
      placeOfText(item, at, Math.max(at + 1, at + to.length), page, widthOf),
    );
  };
  const shapePlace = (item: Shape): Place => placeOf(item.x, item.y, item.width, item.height, page);
  const changes: Record<ChangeName, () => Changed> = {
    character: () => {
      const item = pickText((text) => /\d/.test(text));
      const at = random.pick(indexesOf(item.text, /\d/));
      return retype(item, at, OTHER_DIGIT[item.text[at] ?? ''] ?? '8');
    },
    price: () => {
      const item = pickText((text) => /^\d+,\d\d$/.test(text));
      const at = item.text.length - 2;
      return retype(item, at, OTHER_DIGIT[item.text[at] ?? ''] ?? '8');
    },
    accent: () => {
      const item = pickText((text) => [...text].some((letter) => letter in WITHOUT_ACCENT));
      const at = [...item.text].findIndex((letter) => letter in WITHOUT_ACCENT);
      return retype(item, at, WITHOUT_ACCENT[item.text[at] ?? ''] ?? 'a');
    },
    // Only the last character goes, so that nothing else moves.
    point: () => {
      const item = pickText((text) => /[.,]$/.test(text));
      return retype(item, item.text.length - 1, '');
    },
    word: () => {
      const item = pickText((text) => /^\p{L}{5,}$/u.test(text));
      const text = item.text === 'until' ? 'after' : 'until';
      return swap(item, { ...item, text }, placeOfText(item, 0, item.text.length, page, widthOf));
    },
    'logo color': () => {
      const item = pickShape('logo');
      return swap(item, { ...item, color: item.secondColor }, shapePlace(item));
    },
    'moved block': () => {
      const item = pickShape('block');
      const moved = { ...item, x: item.x + page[0] * 0.02, y: item.y + page[1] * 0.012 };
      return swap(item, moved, shapePlace(item), shapePlace(moved));
    },
    'missing picture': () => {
      const item = pickShape('picture');
      return swap(item, null, shapePlace(item));
    },
    gradient: () => {
      const item = pickShape('gradient');
      return swap(item, { ...item, color: item.secondColor, secondColor: item.color }, shapePlace(item));
    },
    'fine line': () => {
      const item = pickShape('line');
      return swap(item, null, placeOf(item.x, item.y - 1, item.width, item.height + 2, page));
    },
  };
  if (spec.change === null) return { after: [...items], places: [] };
  return changes[spec.change]();
}

function indexesOf(text: string, pattern: RegExp): number[] {
  return [...text].flatMap((letter, at) => (pattern.test(letter) ? [at] : []));
}

function placeOf(
  x: number,
  y: number,
  width: number,
  height: number,
  [w, h]: readonly [number, number],
): Place {
  return [x / w, y / h, (x + width) / w, (y + height) / h];
}

function placeOfText(
  item: Text,
  from: number,
  to: number,
  page: readonly [number, number],
  widthOf: Width,
): Place {
  const left = widthOf(item.text.slice(0, from), item.font, item.pt);
  const width = widthOf(item.text.slice(from, to), item.font, item.pt);
  // Widths are averages: letters may lie a letter aside of where they are taken to be.
  return placeOf(item.x + left - item.pt * 0.6, item.y, width + item.pt * 1.2, item.pt * 1.2, page);
}
