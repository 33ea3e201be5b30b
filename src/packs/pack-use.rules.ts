/** Rules for what phones report later than it happened: which times are believed. */
import { languages as knownLanguages } from '../content/languages/languages.js';
import { isId } from '../kernel/ids.js';
import { MS_PER_DAY } from '../kernel/clock.js';

/** A page that a phone recognized, or an action that its reader opened there. */
export interface PackUse {
  /** The phone's own UUID: what is sent twice counts once. */
  readonly id: string;
  /** When it happened. */
  readonly at: Date;
  /** The page or zone that was recognized. */
  readonly elementId: string;
  /** Action that the reader opened there; null for the recognition itself. */
  readonly actionId: string | null;
  /** Language that the reader was shown. */
  readonly languageCode: string;
  /** Joins recognitions and clicks. */
  readonly sessionId: string;
}

/** Of one report. */
export const MOST_USES = 50;
/** Clocks of phones may be fast by this much. */
const CLOCK_TOLERANCE_MS = 5 * 60 * 1000;
const MAX_SESSION_ID_LENGTH = 200;

export const refusalReasons = [
  'Invalid',
  'NotInPack',
  'InFuture',
  'BeforePack',
  'AfterPack',
  'TooOld',
] as const;
type RefusalReason = (typeof refusalReasons)[number];

/** Why a use is refused for good, in words for who wrote the program. */
export interface Refusal {
  readonly reason: RefusalReason;
  readonly message: string;
}

export interface Bounds {
  readonly now: Date;
  /** When the pack was there first, and when its last version ends. */
  readonly from: Date;
  readonly to: Date;
}

const known = new Set(knownLanguages.map(({ code }) => code));

/** Faults of the members of a use; null when there are none. */
export function malformed({ id, languageCode, sessionId }: PackUse): Refusal | null {
  const wrong = (message: string): Refusal => ({ reason: 'Invalid', message });
  if (!isId(id)) return wrong('`id` must be a UUID of its own.');
  if (!known.has(languageCode)) return wrong('`languageCode` must be a language that content is written in.');
  const isSession =
    sessionId !== '' && sessionId.length <= MAX_SESSION_ID_LENGTH && !sessionId.includes('\0');
  return isSession ? null : wrong(`\`sessionId\` must have 1 to ${MAX_SESSION_ID_LENGTH} characters.`);
}

/** Why a time cannot be that of a use of a pack; null where it can. */
export function untimely({ at }: PackUse, { now, from, to }: Bounds): Refusal | null {
  if (at.getTime() > now.getTime() + CLOCK_TOLERANCE_MS)
    return { reason: 'InFuture', message: 'It is in the future. Set the clock of the phone.' };
  if (at < from) return { reason: 'BeforePack', message: 'The pack was not made yet at that time.' };
  if (at > to) return { reason: 'AfterPack', message: 'The pack had expired at that time.' };
  return null;
}

/** Why a use is not kept any more; null where it is. @param retentionDays of the organization; null keeps all */
export function forgotten({ at }: PackUse, now: Date, retentionDays: number | null): Refusal | null {
  if (retentionDays === null || at.getTime() >= now.getTime() - retentionDays * MS_PER_DAY) return null;
  return { reason: 'TooOld', message: `The organization keeps records for ${retentionDays} days.` };
}
