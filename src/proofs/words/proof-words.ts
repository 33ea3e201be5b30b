/** What comparisons of PDFs say, in the languages that the console speaks. */
import type { DifferenceKind } from '../../engine-host/appearance/comparison-settings.js';
import type { Slant, Weight } from '../text-restyles.js';
import type { PageCounts, PageStatus } from '../compared-pdfs.js';

export type ProofLanguage = 'en' | 'de' | 'fr';

export interface ProofWords {
  readonly language: ProofLanguage;
  readonly title: string;
  readonly titleOf: (first: string, second: string) => string;
  /** Of the first and of the second file. */
  readonly files: readonly [string, string];
  readonly fileOf: (file: string, name: string, pageCount: number) => string;
  readonly pageHeading: string;
  readonly page: (page: number) => string;
  readonly pageWas: (page: number, before: number) => string;
  readonly pageOfFirst: (page: number) => string;
  /** A page that the first or the second file lacks. */
  readonly missingIn: readonly [string, string];
  /** What the picture of a page shows, for those who do not see it. */
  readonly pictureOf: readonly [string, string];
  readonly status: Readonly<Record<PageStatus | 'moved', string>>;
  readonly kinds: Readonly<Record<DifferenceKind, string>>;
  readonly nothing: string;
  /** Where some differences are ignored and there are no others. */
  readonly nothingElse: string;
  readonly differences: (count: number) => string;
  readonly ignored: (count: number) => string;
  readonly pagesThat: Readonly<Record<'inserted' | 'removed' | 'moved', (count: number) => string>>;
  readonly counts: (counts: PageCounts) => string;
  readonly ignoredHeading: string;
  readonly tooUnlike: string;
  readonly picturesAlone: string;
  readonly tooMany: string;
  readonly limit: string;
  readonly unwritable: string;
  readonly looksDifferent: string;
  readonly measured: (before: string, after: string) => string;
  /** Differences of a whole page. */
  readonly whole: {
    readonly mirrored: string;
    readonly turned: (angle: string) => string;
    readonly scaled: (percent: string) => string;
    readonly moved: (directions: string) => string;
    readonly recolored: Readonly<Record<'paper' | 'print', (color: string) => string>>;
    readonly text: (styles: string) => string;
  };
  /** "3 mm right" */
  readonly toward: Readonly<Record<'right' | 'left' | 'down' | 'up', (length: string) => string>>;
  /** How text is set. */
  readonly style: {
    readonly color: (color: string) => string;
    readonly size: (sizes: string) => string;
    readonly font: (fonts: string) => string;
    readonly spacing: (points: string) => string;
    readonly names: Readonly<Record<Weight | Slant, string>>;
  };
  readonly places: Readonly<Record<DifferenceKind, (color: string) => string>>;
  readonly textMoved: (text: string) => string;
  readonly textBehindMoved: string;
  readonly moreWords: (count: number) => string;
  readonly wordAdded: (word: string) => string;
  readonly wordMissing: (word: string) => string;
  /** Sentences about what a code says: a QR, an EAN. */
  readonly code: {
    readonly changed: (code: string, before: string, after: string) => string;
    readonly added: (code: string, after: string) => string;
    readonly unreadable: (code: string, before: string) => string;
    readonly checkDigit: string;
  };
  /** "Page 2: changed" */
  readonly about: (what: string, text: string) => string;
  readonly quoted: (text: string) => string;
}
