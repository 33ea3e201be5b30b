/** Settings of a comparison of PDFs: how strictly, how finely, and which places it leaves out on which page. */
import { type GivenSettings, requireFineSettings } from '../engine/search/comparison.rules.js';
import type { FineSettings, Sensitivity } from '../engine-host/appearance/comparison-settings.js';
import type { FractionBox } from '../engine-host/types.js';
import { badFields, badInput } from '../kernel/errors.js';

/** All that differs, or the words alone. */
export const COMPARED_MATTERS = ['everything', 'text'] as const;
type ComparedMatter = (typeof COMPARED_MATTERS)[number];

/** A place that is not compared. */
interface IgnoredZone extends FractionBox {
  /** Number in the first file, from 1; null for every page. */
  readonly page: number | null;
}

/** As callers give them: nothing is validated yet. */
export interface GivenProofSettings extends Omit<GivenSettings, 'ignore'> {
  readonly ignore?: readonly (FractionBox & { readonly page?: number | null })[] | null;
  readonly compares?: string | null;
  readonly dpi?: number | null;
  /** Whether pages of the first file are looked for on sheets of the second. */
  readonly sheet?: boolean | null;
  /** How many copies are to stand on all sheets together. */
  readonly copies?: number | null;
}

export interface ProofSettings {
  readonly sensitivity: Sensitivity;
  /** null for what the engine takes unless told. */
  readonly minDeltaE: number | null;
  readonly minSize: number | null;
  readonly compares: ComparedMatter;
  /** null for 150, and more where a page needs it. */
  readonly dpi: number | null;
  readonly ignore: readonly IgnoredZone[];
  /** Whether pages of the first file are looked for on sheets of the second. */
  readonly sheet?: boolean;
  /** With sheets: how many copies are to stand on all of them together; null when nobody says. */
  readonly copies?: number | null;
}

export const USUAL_DPI = 150;
const MOST_DPI = 600;
export const MOST_COPIES = 500;

/** @throws LoupeError BAD_USER_INPUT with all that is wrong */
export function requireProofSettings(given: GivenProofSettings): ProofSettings {
  const { compares, dpi, ignore, sheet, copies } = given;
  const fine = requireFineSettings({ ...given, ignore: ignore?.filter(({ page }) => page == null) ?? null });
  const matter = COMPARED_MATTERS.find((known) => known === (compares ?? 'everything'));
  const faults: Record<string, string[]> = {};
  if (matter === undefined) faults['compares'] = [`must be one of ${COMPARED_MATTERS.join(', ')}`];
  if (dpi != null && !(Number.isInteger(dpi) && dpi >= USUAL_DPI && dpi <= MOST_DPI))
    faults['dpi'] = [`must be a whole number from ${USUAL_DPI} to ${MOST_DPI}`];
  if (ignore?.some(({ page }) => page != null && !(Number.isInteger(page) && page > 0)) === true)
    faults['ignore'] = ['each page must be a whole number from 1'];
  if (copies != null && sheet !== true) faults['copies'] = ['is for sheets'];
  else if (copies != null && !(Number.isInteger(copies) && copies >= 1 && copies <= MOST_COPIES))
    faults['copies'] = [`must be a whole number from 1 to ${MOST_COPIES}`];
  if (Object.keys(faults).length > 0 || matter === undefined) throw badFields(faults);
  const zones = (ignore ?? []).map(({ page = null, left, top, width, height }) => ({
    page,
    left,
    top,
    width,
    height,
  }));
  const settings: ProofSettings = {
    sensitivity: fine.sensitivity ?? 'proof',
    minDeltaE: fine.minDeltaE ?? null,
    minSize: fine.minSize ?? null,
    compares: matter,
    dpi: dpi ?? null,
    ignore: zones,
    ...(sheet === true && { sheet, copies: copies ?? null }),
  };
  // A page of which nothing is left would pass for unchanged.
  for (const page of pagesOf(settings)) requireFineSettings(fineSettingsOf(settings, page));
  return settings;
}

/** Zones of pages that the first file does not have are a mistake. @throws LoupeError BAD_USER_INPUT */
export function requirePagesOfZones(settings: ProofSettings, pageCount: number): void {
  const outside = pagesOf(settings).find((page) => page > pageCount);
  if (outside === undefined) return;
  throw badInput('ignore', `names page ${outside}; the first file has ${pageCount}`);
}

/** @param page of the first file, from 1 */
export function fineSettingsOf(settings: ProofSettings, page: number): FineSettings {
  const { sensitivity, minDeltaE, minSize } = settings;
  const ignore = settings.ignore
    .filter((zone) => zone.page === null || zone.page === page)
    .map(({ left, top, width, height }) => ({ left, top, width, height }));
  return {
    sensitivity,
    ...(minDeltaE !== null && { minDeltaE }),
    ...(minSize !== null && { minSize }),
    ...(ignore.length > 0 && { ignore }),
  };
}

function pagesOf({ ignore }: ProofSettings): readonly number[] {
  return [...new Set(ignore.flatMap(({ page }) => page ?? []))];
}
