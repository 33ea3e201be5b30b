/** Sentences about what differs at a place. */
import type {
  CodeChange,
  CodeReading,
  CutOff,
  PageDifference,
  PageSize,
  WholePageChange,
} from '../page-difference.js';
import type { StyleChange } from '../text-restyles.js';
import { isolated } from './languages.js';
import type { ProofWords } from './proof-words.js';
import { sheetWords } from './sheet-words.js';

const LONGEST = 80;
const MOST_WORDS = 3;
/** A page that moved to the right may have moved down by a rounding. */
const LEAST_SHOWN = 0.1;

export type Described = Pick<
  PageDifference,
  'kind' | 'words' | 'deltaE' | 'movedText' | 'restyled' | 'codes' | 'asAWhole'
>;

export function sentenceOf(described: Described, say: ProofWords): string {
  const { codes, asAWhole } = described;
  if (asAWhole !== null) return wholeSentence(asAWhole, say);
  if (codes.length === 0) return placeSentence(described, say);
  const said = codes.map((code) => codeSentence(code, say)).join(' ');
  // The digits below a bar code are words that changed with it.
  const isSaid = described.words.every((words) => isSaidBy(words, codes));
  return isSaid ? said : `${said} ${placeSentence(described, say)}`;
}

/** Whether words are those of a code that changed with them. */
export function isSaidBy(
  { before, after }: PageDifference['words'][number],
  codes: readonly CodeChange[],
): boolean {
  return codes.some(
    (code) =>
      digitsOf(code.before?.text).includes(digitsOf(before)) &&
      digitsOf(code.after?.text).includes(digitsOf(after)),
  );
}

const digitsOf = (text = ''): string => text.replace(/\s/gu, '');

/** "EAN-13: “4006381333931” → “4006381333932” (check digit wrong)." */
function codeSentence({ name, before, after }: CodeChange, say: ProofWords): string {
  const read = ({ text, isValid }: CodeReading): string => {
    const quoted = say.quoted(isolated(shortened(text)));
    return isValid ? quoted : `${quoted} (${say.code.checkDigit})`;
  };
  if (before !== null && after !== null) return say.code.changed(name, read(before), read(after));
  if (after !== null) return say.code.added(name, read(after));
  return before === null ? '' : say.code.unreadable(name, read(before));
}

function placeSentence({ kind, words, deltaE, movedText, restyled }: Described, say: ProofWords): string {
  const quoted = (text: string): string => say.quoted(isolated(shortened(text)));
  if (words.length > 0) {
    const named = words.slice(0, MOST_WORDS).map(({ before, after }) => {
      if (before === '') return say.wordAdded(quoted(after));
      return after === '' ? say.wordMissing(quoted(before)) : `${quoted(before)} → ${quoted(after)}.`;
    });
    const more = words.length > MOST_WORDS ? [say.moreWords(words.length - MOST_WORDS)] : [];
    return [...named, ...more, ...(movedText === '' ? [] : [say.textBehindMoved])].join(' ');
  }
  if (restyled.length > 0) {
    const named = restyled
      .slice(0, MOST_WORDS)
      .map(({ text, changes }) => `${say.about(quoted(text), stylesOf(changes, say))}.`);
    const more = restyled.length > MOST_WORDS ? [say.moreWords(restyled.length - MOST_WORDS)] : [];
    return [...named, ...more].join(' ');
  }
  if (movedText !== '') return say.textMoved(quoted(movedText));
  return say.places[kind](deltaE === null ? '' : ` (${colorOf(deltaE, say)})`);
}

/** @param unit of lengths: pages are measured in millimeters, pictures in pixels */
export function wholeSentence(change: WholePageChange, say: ProofWords, unit: 'mm' | 'px' = 'mm'): string {
  switch (change.kind) {
    case 'look':
      return say.looksDifferent;
    case 'size':
      return say.measured(...sizesOf(change, say));
    case 'mirrored':
      return say.whole.mirrored;
    case 'turned':
      return say.whole.turned(`${numberOf(change.degrees, say)}°`);
    case 'scaled': {
      const [width, height] = [percentOf(change.widthPercent, say), percentOf(change.heightPercent, say)];
      return say.whole.scaled(width === height ? width : `${width} × ${height}`);
    }
    case 'moved':
      return say.whole.moved(directionsOf(change, say, unit));
    case 'recolored':
      return say.whole.recolored[change.of](colorOf(change.deltaE, say));
    case 'cut':
      return cutSentence(change, say);
    case 'text':
      return say.whole.text(stylesOf(change.changes, say));
  }
}

function cutSentence({ edges }: CutOff, say: ProofWords): string {
  const words = sheetWords[say.language];
  const named = (['left', 'top', 'right', 'bottom'] as const).flatMap((edge) => {
    const length = edges[edge];
    return length === undefined ? [] : [words.edges[edge](`${numberOf(length, say)} mm`)];
  });
  return words.cut(named);
}

/** "3.0 mm right, 1.2 mm down" */
function directionsOf(
  { right, down }: { readonly right: number; readonly down: number },
  say: ProofWords,
  unit: 'mm' | 'px',
): string {
  const length = (value: number): string => `${numberOf(Math.abs(value), say)} ${unit}`;
  const parts = [
    ...(Math.abs(right) >= LEAST_SHOWN ? [say.toward[right > 0 ? 'right' : 'left'](length(right))] : []),
    ...(Math.abs(down) >= LEAST_SHOWN ? [say.toward[down > 0 ? 'down' : 'up'](length(down))] : []),
  ];
  return parts.join(', ');
}

/** "bold → regular, color ΔE 17.2" */
function stylesOf(changes: readonly StyleChange[], say: ProofWords): string {
  return changes.map((change) => styleOf(change, say)).join(', ');
}

function styleOf(change: StyleChange, say: ProofWords): string {
  switch (change.attribute) {
    case 'color':
      return say.style.color(colorOf(change.deltaE, say));
    case 'size':
      return say.style.size(`${numberOf(change.before, say)} → ${numberOf(change.after, say)} pt`);
    case 'font':
      return say.style.font(`${change.before} → ${change.after}`);
    case 'weight':
      return `${say.style.names[change.before]} → ${say.style.names[change.after]}`;
    case 'slant':
      return `${say.style.names[change.before]} → ${say.style.names[change.after]}`;
    case 'spacing': {
      const points = change.points.toLocaleString(say.language, {
        maximumFractionDigits: 2,
        signDisplay: 'exceptZero',
      });
      return say.style.spacing(`${points} pt`);
    }
  }
}

const numberOf = (value: number, { language }: ProofWords): string =>
  value.toLocaleString(language, { maximumFractionDigits: 1 });

const percentOf = (value: number, { language }: ProofWords): string =>
  `${value.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} %`;

/** "changed, ΔE 12.3" */
export function kindOf({ kind, deltaE }: Pick<PageDifference, 'kind' | 'deltaE'>, say: ProofWords): string {
  return deltaE === null ? say.kinds[kind] : `${say.kinds[kind]}, ${colorOf(deltaE, say)}`;
}

function colorOf(deltaE: number, { language }: ProofWords): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `ΔE ${deltaE.toLocaleString(language, digits)}`;
}

/** In whole millimeters, or in tenths where these would be the same. */
function sizesOf(
  { before, after }: { readonly before: PageSize; readonly after: PageSize },
  { language }: ProofWords,
): readonly [string, string] {
  const sized = ({ widthMm, heightMm }: PageSize, maximumFractionDigits: number): string => {
    const [width, height] = [widthMm, heightMm].map((mm) =>
      mm.toLocaleString(language, { maximumFractionDigits }),
    );
    return `${width} × ${height} mm`;
  };
  const digits = sized(before, 0) === sized(after, 0) ? 1 : 0;
  return [sized(before, digits), sized(after, digits)];
}

function shortened(text: string): string {
  const letters = [...text];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('')}…` : text;
}
