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
  if (given.ignore != null && coversAll(given.ignore))
    throw badInput('ignore', 'leaves nothing to compare: leave out a part of the picture only');
  const { sensitivity, minDeltaE, minSize, ignore } = given;
  return {
    ...(isSensitivity(sensitivity) && { sensitivity }),
    ...(minDeltaE != null && { minDeltaE }),
    ...(minSize != null && { minSize }),
    ...(ignore != null && { ignore }),
  };
}

/** Steps along a side in which what is left is looked for. */
const STEPS = 200;

/** Whether boxes cover everything but for less than a two-hundredth of a side. */
function coversAll(boxes: readonly FractionBox[]): boolean {
  for (let row = 0; row < STEPS; row += 1) {
    for (let column = 0; column < STEPS; column += 1) {
      const [x, y] = [(column + 0.5) / STEPS, (row + 0.5) / STEPS];
      const isCovered = boxes.some(
        ({ left, top, width, height }) => x >= left && x <= left + width && y >= top && y <= top + height,
      );
      if (!isCovered) return false;
    }
  }
  return true;
}

/** A box of `left,top,width,height` as fractions. @throws LoupeError BAD_USER_INPUT */
export function readFractionBox(name: string, text: string): FractionBox {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [left = 0, top = 0, width = 0, height = 0] = numbers;
  if (numbers.length !== 4 || numbers.some((number) => Number.isNaN(number)))
    throw badInput(name, 'must be left,top,width,height, four numbers from 0 to 1');
  return { left, top, width, height };
}
