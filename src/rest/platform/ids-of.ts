import { canonicalId } from '../../kernel/ids.js';

/** Names that end like those of ids but hold something else. */
const OTHERS = new Set(['afterobjectid', 'sessionid', 'applicationinstanceid']);

function isIdName(name: string): boolean {
  return /id$/i.test(name) && !OTHERS.has(name.toLowerCase());
}

/** The same members, with those that hold ids in the usual spelling: clients write Guids in several ways. */
export function withCanonicalIds(members: unknown): unknown {
  if (typeof members !== 'object' || members === null || Array.isArray(members)) return members;
  const result = { ...members } as Record<string, unknown>;
  for (const [name, value] of Object.entries(result)) {
    if (typeof value === 'string' && isIdName(name)) result[name] = canonicalId(value);
  }
  return result;
}
