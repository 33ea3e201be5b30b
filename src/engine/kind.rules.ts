/** What each kind of application offers. */
import { type ErrorCode, LoupeError } from '../kernel/errors.js';
import type { Application, ApplicationKind } from './application.entity.js';

const matching: readonly ApplicationKind[] = ['mobile', 'media', 'brand'];
const looking: readonly ApplicationKind[] = ['similarity', 'color'];

/** Whether references are recognized by local features; the other kinds compare whole pictures. */
export function isMatching(kind: ApplicationKind): boolean {
  return matching.includes(kind);
}

interface Offer {
  readonly kinds: readonly ApplicationKind[];
  readonly refusal: ErrorCode;
  readonly name: string;
}

/** Operations that not every kind offers; each has a refusal of its own. */
const offers = {
  searchById: {
    kinds: ['media', 'brand', ...looking],
    refusal: 'SEARCH_BY_ID_NOT_AVAILABLE',
    name: 'SearchImageById',
  },
  searchByColors: { kinds: ['color'], refusal: 'COLOR_SEARCH_NOT_AVAILABLE', name: 'SearchImageByColors' },
  colorsById: { kinds: ['color'], refusal: 'COLORS_BY_ID_NOT_AVAILABLE', name: 'GetImageColorsById' },
  colorsByUpload: {
    kinds: ['color'],
    refusal: 'COLORS_BY_UPLOAD_NOT_AVAILABLE',
    name: 'GetImageColorsByUpload',
  },
  palette: { kinds: ['color'], refusal: 'PALETTE_NOT_AVAILABLE', name: 'GetPalette' },
  fineComparison: { kinds: ['media'], refusal: 'FINE_COMPARISON_NOT_AVAILABLE', name: 'FineComparison' },
  explanation: { kinds: matching, refusal: 'EXPLANATION_NOT_AVAILABLE', name: 'The explanation of a match' },
} as const satisfies Record<string, Offer>;

const kindNames: Readonly<Record<ApplicationKind, string>> = {
  mobile: 'mobile matching',
  media: 'media matching',
  brand: 'brand monitoring',
  similarity: 'similarity',
  color: 'color',
};

/** @throws LoupeError a code for each operation that the application's kind does not offer */
export function requireOffered({ kind }: Pick<Application, 'kind'>, operation: keyof typeof offers): void {
  const { kinds, refusal, name }: Offer = offers[operation];
  if (kinds.includes(kind)) return;
  const offered = kinds.map((one) => kindNames[one]).join(', ');
  throw new LoupeError(
    refusal,
    `${name} is not available for ${kindNames[kind]} applications. Use one of the kind: ${offered}.`,
  );
}
