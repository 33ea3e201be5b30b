/** What a form asks of a fine comparison; the same on both surfaces of the engine but for the style of names. */
import {
  type GivenSettings,
  readFractionBox,
  requireFineSettings,
} from '../../engine/search/comparison.rules.js';
import { badFields, LoupeError } from '../../kernel/errors.js';
import type { FineSettings } from '../../engine-host/appearance/comparison-settings.js';
import type { Parameters } from './parameters.js';

const NAMES = {
  camel: { minDeltaE: 'minDeltaE', minSize: 'minSize' },
  snake: { minDeltaE: 'min_delta_e', minSize: 'min_size' },
} as const;

/** @throws LoupeError BAD_USER_INPUT where a value cannot be read; the service judges what it says */
function fineSettingsOf(form: Parameters, style: keyof typeof NAMES): GivenSettings {
  const names = NAMES[style];
  return {
    sensitivity: form.get('sensitivity'),
    minDeltaE: form.decimal(names.minDeltaE),
    minSize: form.decimal(names.minSize),
    ignore: form.list('ignore')?.map((box) => readFractionBox('ignore', box)),
  };
}

/**
 * The settings as the service accepts them; what it refuses has the names that the form gave it.
 *
 * @throws LoupeError BAD_USER_INPUT
 */
export function requireFineForm(form: Parameters, style: keyof typeof NAMES): FineSettings {
  const names: Readonly<Record<string, string>> = NAMES[style];
  try {
    return requireFineSettings(fineSettingsOf(form, style));
  } catch (error) {
    if (!(error instanceof LoupeError) || error.code !== 'BAD_USER_INPUT') throw error;
    throw badFields(
      Object.fromEntries(Object.entries(error.fields).map(([name, faults]) => [names[name] ?? name, faults])),
    );
  }
}

/** The parts of a form as they are documented. */
export const fineTexts = {
  sensitivity: 'proof, scan or photo: what the second picture is; unless set, how it lies says it',
  minDeltaE: 'Mean color difference (CIE 1976) from which on a place is reported; 4.5, 5 or 6 by sensitivity',
  minSize: 'Longer side from which on a place is reported, in pixels of the first picture',
  ignore: 'A place that is not compared, left,top,width,height as fractions; repeat the part for more',
} as const;
