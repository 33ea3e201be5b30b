/** What applications may be called, and what may be set for them. */
import { badFields, badInput } from '../kernel/errors.js';
import type { ApplicationSettings } from './application.entity.js';
import { MAX_RESULTS } from './search/search.rules.js';

/** A patch of settings: null takes a setting back to what the server ships. */
export interface SettingsPatch {
  readonly resultCount?: number | null | undefined;
  readonly colorWeightPercent?: number | null | undefined;
  readonly threshold?: number | null | undefined;
}

/** @throws LoupeError BAD_USER_INPUT */
export function requireApplicationName(name: string): string {
  if (name.trim() === '' || name.length > 200) throw badInput('name', 'must have 1 to 200 characters');
  return name;
}

/** The settings after a patch. @throws LoupeError BAD_USER_INPUT naming every wrong one */
export function patchSettings(settings: ApplicationSettings, patch: SettingsPatch): ApplicationSettings {
  const problems: Record<string, string[]> = {};
  const check = (name: keyof SettingsPatch, isGood: (value: number) => boolean, message: string) => {
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
