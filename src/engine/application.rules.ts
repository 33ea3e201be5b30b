/** Names and settings that applications may have, and the operations that each kind offers. */
import { type ErrorCode, LoupeError, badFields, badInput } from '../kernel/errors.js';
import type { Application, ApplicationKind, ApplicationSettings } from './application.entity.js';
import { MAX_RESULTS } from './search/search.rules.js';

/** Kinds of applications that recognize, and those that compare by their look. */
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

/** A patch of settings: null takes a setting back to what the server ships. */
export interface SettingsPatch {
  readonly resultCount?: number | null | undefined;
  readonly colorWeightPercent?: number | null | undefined;
  readonly threshold?: number | null | undefined;
  readonly quickFirst?: boolean | null | undefined;
}

/** @throws LoupeError BAD_USER_INPUT */
export function requireApplicationName(name: string): string {
  if (name.trim() === '' || name.length > 200) throw badInput('name', 'must have 1 to 200 characters');
  return name;
}

/** The settings after a patch. @throws LoupeError BAD_USER_INPUT naming every wrong one */
export function patchSettings(settings: ApplicationSettings, patch: SettingsPatch): ApplicationSettings {
  const problems: Record<string, string[]> = {};
  const check = (
    name: Exclude<keyof SettingsPatch, 'quickFirst'>,
    isGood: (value: number) => boolean,
    message: string,
  ) => {
    const value = patch[name];
    if (value != null && !isGood(value)) problems[`settings.${name}`] = [message];
  };
  const isWhole = (low: number, high: number) => (value: number) =>
    Number.isInteger(value) && value >= low && value <= high;
  check('resultCount', isWhole(1, MAX_RESULTS), `must be a whole number from 1 to ${MAX_RESULTS}`);
  check('colorWeightPercent', isWhole(0, 100), 'must be a whole number from 0 to 100');
  check('threshold', (value) => value >= 0 && value <= 1, 'must be a number from 0 to 1');
  if (Object.keys(problems).length > 0) throw badFields(problems);
  const merged = Object.entries({ ...settings, ...patch }).filter(([, value]) => value != null);
  return Object.fromEntries(merged);
}
