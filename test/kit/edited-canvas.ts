/** Another edition of a page: the same drawing on a canvas that writes some words and takes some colors in their place. */
import type { Canvas } from '../../packages/bench/print/draw/pdf-writer.js';

/** Old and new, as parts of a text, or as a whole color. */
export type Edits = Readonly<Record<string, string>>;

const TAKE_TEXT = new Set<PropertyKey>(['text', 'widthOfString']);
const TAKE_COLOR = new Set<PropertyKey>(['fill', 'fillColor', 'stroke', 'fillAndStroke']);

export function editedCanvas(canvas: Canvas, edits: Edits): Canvas {
  const written = (text: string): string =>
    Object.entries(edits).reduce((edited, [before, after]) => edited.replace(before, after), text);
  const edited: Canvas = new Proxy(canvas, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name, target);
      if (typeof own !== 'function') return own;
      return (...given: readonly unknown[]): unknown => {
        const answer: unknown = Reflect.apply(own, target, given.map(changeOf(name)));
        return answer === target ? edited : answer;
      };
    },
  });
  const changeOf =
    (name: PropertyKey) =>
    (value: unknown): unknown => {
      if (typeof value !== 'string') return value;
      if (TAKE_TEXT.has(name)) return written(value);
      return TAKE_COLOR.has(name) ? (edits[value] ?? value) : value;
    };
  return edited;
}
