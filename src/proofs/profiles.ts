/** Settings by a name: for print-ready files, for text alone, for scans. */
import { badInput } from '../kernel/errors.js';
import type { GivenProofSettings } from './proof-settings.js';

/** Settings of a profile; zones belong to files and are given with them. */
export type ProfileSettings = Pick<
  GivenProofSettings,
  'sensitivity' | 'minDeltaE' | 'minSize' | 'compares' | 'dpi' | 'ignore'
>;

export interface Profile {
  readonly name: string;
  readonly settings: ProfileSettings;
}

export const BUILT_IN_PROFILES: readonly Profile[] = [
  { name: 'print ready', settings: { sensitivity: 'proof' } },
  { name: 'text only', settings: { sensitivity: 'proof', compares: 'text' } },
  { name: 'scan', settings: { sensitivity: 'scan' } },
];

/** Names are the same in any case. */
export const isSameName = (first: string, second: string): boolean =>
  first.trim().toLowerCase() === second.trim().toLowerCase();

/**
 * The settings of a profile, of which what is given itself takes the place.
 *
 * @throws LoupeError BAD_USER_INPUT for a name that nobody has
 */
export function withProfile(
  name: string,
  given: GivenProofSettings,
  own: readonly Profile[] = [],
): GivenProofSettings {
  const known = [...BUILT_IN_PROFILES, ...own];
  const profile = known.find((one) => isSameName(one.name, name));
  if (profile === undefined)
    throw badInput('profile', `must be one of ${known.map((one) => one.name).join(', ')}`);
  const { settings } = profile;
  return {
    sensitivity: given.sensitivity ?? settings.sensitivity,
    minDeltaE: given.minDeltaE ?? settings.minDeltaE,
    minSize: given.minSize ?? settings.minSize,
    compares: given.compares ?? settings.compares,
    dpi: given.dpi ?? settings.dpi,
    ignore: [...(settings.ignore ?? []), ...(given.ignore ?? [])],
    sheet: given.sheet,
    copies: given.copies,
  };
}
