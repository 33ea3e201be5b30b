/** Rules on what a fine comparison may be asked for. */
import { badFields, badInput } from '../../kernel/errors.js';
import {
  type FineSettings,
  SENSITIVITIES,
  type Sensitivity,
} from '../../vision/appearance/comparison-settings.js';
import type { FractionBox } from '../../vision/types.js';

/** As callers give them: nothing is validated yet. */
export interface GivenSettings {
  readonly sensitivity?: string | null;
  readonly minDeltaE?: number | null;
  readonly minSize?: number | null;
  readonly ignore?: readonly FractionBox[] | null;
}

const MAX_IGNORED = 100;
const MAX_SIZE_PX = 10_000;
/** A box that a caller rounds may end a little outside of the picture. */
const SLACK = 1e-6;

/** @throws LoupeError BAD_USER_INPUT with all that is wrong */
export function requireFineSettings(given: GivenSettings): FineSettings {
  const { sensitivity, minDeltaE, minSize, ignore } = given;
  const faults: Record<string, string[]> = {};
  if (sensitivity != null && !isSensitivity(sensitivity))
    faults['sensitivity'] = [`must be one of ${SENSITIVITIES.join(', ')}`];
  if (minDeltaE != null && !(minDeltaE >= 0 && minDeltaE <= 100))
    faults['minDeltaE'] = ['must be a number from 0 to 100'];
  if (minSize != null && !(minSize >= 0 && minSize <= MAX_SIZE_PX))
    faults['minSize'] = [`must be a number of pixels from 0 to ${MAX_SIZE_PX}`];
  if ((ignore?.length ?? 0) > MAX_IGNORED) faults['ignore'] = [`holds more than ${MAX_IGNORED} regions`];
  else if (ignore?.some((box) => !isInside(box)) === true)
    faults['ignore'] = ['each region must lie inside the picture: left, top, width and height from 0 to 1'];
  if (Object.keys(faults).length > 0) throw badFields(faults);
  return {
    ...(sensitivity != null && isSensitivity(sensitivity) && { sensitivity }),
    ...(minDeltaE != null && { minDeltaE }),
    ...(minSize != null && { minSize }),
    ...(ignore != null && { ignore }),
  };
}

/** A box of `left,top,width,height` as fractions. @throws LoupeError BAD_USER_INPUT */
export function readFractionBox(name: string, text: string): FractionBox {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [left = 0, top = 0, width = 0, height = 0] = numbers;
  if (numbers.length !== 4 || numbers.some((number) => Number.isNaN(number)))
    throw badInput(name, 'must be left,top,width,height, four numbers from 0 to 1');
  return { left, top, width, height };
}

function isSensitivity(text: string): text is Sensitivity {
  return SENSITIVITIES.some((known) => known === text);
}

function isInside({ left, top, width, height }: FractionBox): boolean {
  const isSpan = (from: number, length: number): boolean =>
    from >= 0 && length > 0 && from + length <= 1 + SLACK;
  return isSpan(left, width) && isSpan(top, height);
}
