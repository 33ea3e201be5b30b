/** Rules on what a fine comparison may be asked for. */
import { badFields, badInput } from '../../kernel/errors.js';
import {
  faultsOfFineSettings,
  type FineSettings,
  isSensitivity,
} from '../../engine-host/appearance/comparison-settings.js';
import type { FractionBox } from '../../engine-host/types.js';

/** As callers give them: nothing is validated yet. */
export interface GivenSettings {
  readonly sensitivity?: string | null;
  readonly minDeltaE?: number | null;
  readonly minSize?: number | null;
  readonly ignore?: readonly FractionBox[] | null;
}

/** @throws LoupeError BAD_USER_INPUT with all that is wrong */
export function requireFineSettings(given: GivenSettings): FineSettings {
  const faults = faultsOfFineSettings({ ...given });
  if (Object.keys(faults).length > 0) throw badFields(faults);
  const { sensitivity, minDeltaE, minSize, ignore } = given;
  return {
    ...(isSensitivity(sensitivity) && { sensitivity }),
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
