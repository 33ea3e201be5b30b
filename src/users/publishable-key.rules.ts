/** Rules for publishable keys. */
import { badFields } from '../kernel/errors.js';

export interface PublishableKeyPatch {
  readonly name?: string | undefined;
  readonly origins?: readonly string[] | undefined;
  readonly scansPerMinute?: number | undefined;
}

export const DEFAULT_SCANS_PER_MINUTE = 120;
const MAX_SCANS_PER_MINUTE = 6000;
const MAX_NAME_LENGTH = 100;
const MAX_ORIGINS = 20;

/**
 * The values as they are kept: names without spaces around them, each origin once and in its plain form.
 *
 * @throws LoupeError BAD_USER_INPUT with everything that is wrong
 */
export function usableKey({ name, origins, scansPerMinute }: PublishableKeyPatch): PublishableKeyPatch {
  const trimmed = name?.trim();
  const plain = origins?.map(plainOrigin);
  const wrong = {
    name:
      trimmed !== undefined && (trimmed === '' || trimmed.length > MAX_NAME_LENGTH)
        ? [`must have 1 to ${MAX_NAME_LENGTH} characters`]
        : [],
    origins: [
      ...(plain?.includes(null) === true
        ? ['must be addresses without a path, for example https://print.example']
        : []),
      ...((plain?.length ?? 0) > MAX_ORIGINS ? [`must be at most ${MAX_ORIGINS}`] : []),
    ],
    scansPerMinute:
      scansPerMinute !== undefined && (scansPerMinute < 1 || scansPerMinute > MAX_SCANS_PER_MINUTE)
        ? [`must be between 1 and ${MAX_SCANS_PER_MINUTE}`]
        : [],
  };
  const faults = Object.entries(wrong).filter(([, messages]) => messages.length > 0);
  if (faults.length > 0) throw badFields(Object.fromEntries(faults));
  const kept = plain?.filter((origin) => origin !== null);
  return { name: trimmed, origins: kept === undefined ? undefined : [...new Set(kept)], scansPerMinute };
}

/** Scheme, name and port of a web site; null for anything else, and for what has a path. */
function plainOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const { protocol, origin, pathname, search, hash, username } = new URL(text);
  const isPlain = pathname === '/' && search === '' && hash === '' && username === '';
  return isPlain && ['http:', 'https:'].includes(protocol) ? origin : null;
}
