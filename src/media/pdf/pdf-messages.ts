/** What the program that draws PDFs is asked and what it answers. */
import type { DrawingWarning } from '../../kernel/drawing-warning.js';

export type PdfRequest =
  /** The file follows as the frame's bytes. */
  | { readonly kind: 'open' }
  | { readonly kind: 'render'; readonly pageIndex: number; readonly part: PdfPart }
  | { readonly kind: 'contents'; readonly pageIndex: number }
  /** Which pages are drawn alike in whichever file. */
  | { readonly kind: 'keys' };

/** How text is set. */
export interface PdfTextStyle {
  /** Name in the file without the letters of a subset; empty when the file does not say. */
  readonly font: string;
  /** Height of its em on the page, in points of 1/72 inch. */
  readonly sizePt: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  /** Red, green and blue of its first letter, 0..255. */
  readonly color: readonly [number, number, number];
  /** Whether nobody sees it: drawn in no way, or transparent. */
  readonly isHidden: boolean;
}

/** A word with its place as fractions of the page as it is drawn. */
export interface PdfWord {
  readonly text: string;
  readonly style: PdfTextStyle;
  /** Whether a hyphen parts it at the end of a line; the file does not say whether the hyphen belongs to the word. */
  readonly isParted?: boolean | undefined;
  /** Whether its font does not say which letters it shows: they are numbers of drawings. */
  readonly isGuessed?: boolean | undefined;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A box of a page as fractions of the page as it is drawn; it may reach beyond it. */
export interface PdfPlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const PDF_BOXES = ['media', 'crop', 'bleed', 'trim', 'art'] as const;

/** What a page says beside its picture. Texts are cut after 500 characters, lists after 1000 entries. */
export interface PdfPageFacts {
  /** Those that the page itself states. */
  readonly boxes: Readonly<Partial<Record<(typeof PDF_BOXES)[number], PdfPlace>>>;
  /** Where links lead: an address (`isAddress`), a file or “#” with the number of a page, from 1. Hidden ones are not `isSeen`. */
  readonly links: readonly (PdfPlace & {
    readonly target: string;
    readonly isAddress: boolean;
    readonly isSeen: boolean;
  })[];
  readonly notes: readonly (PdfPlace & { readonly kind: string; readonly text: string })[];
  readonly fields: readonly { readonly name: string; readonly value: string }[];
  /** Pictures and drawn shapes that are large enough to be told apart on a page, at most 200. */
  readonly areas: readonly (PdfPlace & { readonly kind: 'picture' | 'frame' })[];
  /** null where a file overprints and it cannot be told where. */
  readonly overprint: readonly PdfOverprinting[] | null;
}

/** Cells a side that pages are divided into to say where they overprint. */
export const OVERPRINT_CELLS = 64;

/** Where on a page an ink overprints. */
export interface PdfOverprinting {
  /** "Gold", "Black (OPM 1)", "CMYK (OPM 0)" */
  readonly ink: string;
  /** Row by row from the top left corner of the page as it is drawn, in order. */
  readonly cells: readonly number[];
}

/** What a file says about itself. */
export interface PdfFileFacts {
  /** Entries of its information dictionary that are not empty: Title, Author, Producer … */
  readonly metadata: Readonly<Record<string, string>>;
  /** Units of its pages in 1/72 inch, each once: [1] for nearly every file. */
  readonly userUnits: readonly number[];
}

/** The words of a page as they cross to the server: each names its style by its place in the list. */
export interface PdfWords {
  readonly styles: readonly PdfTextStyle[];
  readonly words: readonly (Omit<PdfWord, 'style'> & { readonly style: number })[];
}

export interface PdfContents extends PdfWords {
  readonly facts: PdfPageFacts;
}

/** The part of a page that is drawn, and how finely. */
export interface PdfPart {
  /** How many times as many pixels a side as pages usually have; fewer of a whole page that would have too many. */
  readonly finer: number;
  /** In pixels of the whole page at that size; null for all of it. */
  readonly area: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  } | null;
  /** Takes the place of the page; all of it unless given. Form fields are not drawn in it. */
  readonly window?: PdfWindow;
}

/** A part of a page that is drawn upright however it stands there. Lengths are in points of 1/72 inch. */
export interface PdfWindow {
  /** From the top left corner of the page as it is drawn. */
  readonly left: number;
  readonly top: number;
  /** Of the part as it stands upright. */
  readonly width: number;
  readonly height: number;
  /** How it stands on the page, in degrees clockwise. */
  readonly turn: 0 | 90 | 180 | 270;
}

export const WHOLE_PART: PdfPart = { finer: 1, area: null };

export interface PdfBitmap {
  /** Red, green, blue and a byte without meaning. */
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Of the page or its window, in points of 1/72 inch. */
  readonly widthPt: number;
  readonly heightPt: number;
  readonly warnings: readonly DrawingWarning[];
}

/** Pages of one key, in whichever file, are drawn alike. */
export interface PageKey {
  readonly key: string;
  /** Whether it has links, notes or fields, some of which lead elsewhere in the file. */
  readonly hasAnnotations: boolean;
}

/** Why a PDF cannot be used. */
export type PdfFailure = 'encrypted' | 'damaged' | 'unreadablePage' | 'emptyPage';

export type PdfAnswer =
  /** The program runs; sent once, without being asked. */
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'opened';
      readonly pageCount: number;
      readonly warnings: readonly DrawingWarning[];
      readonly facts: PdfFileFacts;
    }
  /** The pixels follow as the frame's bytes. */
  | ({ readonly kind: 'rendered' } & Omit<PdfBitmap, 'data'>)
  /** `PdfContents` follows as JSON. */
  | { readonly kind: 'contents' }
  /** A `PageKey` or null for each page follows as JSON. */
  | { readonly kind: 'keys' }
  | { readonly kind: 'failed'; readonly failure: PdfFailure };
