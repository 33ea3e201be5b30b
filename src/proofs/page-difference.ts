/** A place where two pages differ. */
import type { DifferenceKind } from '../engine-host/appearance/comparison-settings.js';
import type { WholeChange } from '../engine-host/appearance/whole-change.js';
import type { MmBox } from './page-geometry.js';
import type { StyleChange } from './text-restyles.js';
import type { FractionBox } from '../engine-host/types.js';

/** Text that stayed the same and is set in another way. */
interface RestyledText {
  readonly text: string;
  readonly changes: readonly StyleChange[];
}

/** A code as it is read from a page. */
export interface CodeReading {
  readonly text: string;
  /** False where its check digit is wrong. */
  readonly isValid: boolean;
}

export interface CodeChange {
  /** "QR code", "EAN-13". */
  readonly name: string;
  /** null where no code is read there. */
  readonly before: CodeReading | null;
  readonly after: CodeReading | null;
}

export interface PageSize {
  readonly widthMm: number;
  readonly heightMm: number;
}

/** A copy that reaches beyond its sheet. */
export interface CutOff {
  readonly kind: 'cut';
  /** How much is cut off at which edge of the sheet, in millimeters. */
  readonly edges: Readonly<Partial<Record<'left' | 'top' | 'right' | 'bottom', number>>>;
}

/** A difference of the whole page. */
export type WholePageChange =
  /** Too unlike to be compared place by place. */
  | { readonly kind: 'look' }
  | { readonly kind: 'size'; readonly before: PageSize; readonly after: PageSize }
  /** How all of it lies, in millimeters, or what color it has. */
  | WholeChange
  | CutOff
  /** How nearly all text is set. */
  | { readonly kind: 'text'; readonly changes: readonly StyleChange[] };

export interface PageDifference {
  /** From 1, from the top of the page downwards. */
  readonly number: number;
  readonly kind: DifferenceKind;
  readonly inReference: FractionBox;
  readonly inQuery: FractionBox;
  /** Mean color difference (CIE 1976); null where only the texts were compared. */
  readonly deltaE: number | null;
  /** Words that changed there; `before` is empty where words were added, `after` where they are missing. */
  readonly words: readonly { readonly before: string; readonly after: string }[];
  /** Text there that stayed the same and moved; empty where there is none. */
  readonly movedText: string;
  /** How text there is set now; empty where that stayed the same. */
  readonly restyled: readonly RestyledText[];
  /** Codes there that say something else now: QR, DataMatrix, EAN, UPC, Code 128. */
  readonly codes: readonly CodeChange[];
  /** A difference of the page as a whole; null for a place. */
  readonly asAWhole: WholePageChange | null;
  /** In English. */
  readonly sentence: string;
  /** Where it lies from the top left corner of the trimmed sheet, in millimeters. */
  readonly fromTrim: { readonly reference: MmBox; readonly query: MmBox };
}

/** Before it is known where the sheet is trimmed. */
export type UnmeasuredDifference = Omit<PageDifference, 'fromTrim'>;
