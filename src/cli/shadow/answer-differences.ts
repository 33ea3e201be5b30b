/** What differs between the answers of two servers to one request, member by member. */
import { createHash } from 'node:crypto';

export interface Answer {
  readonly status: number;
  /** Media type without parameters, in lower case; empty where there is none. */
  readonly contentType: string;
  readonly body: Buffer;
}

export interface Difference {
  /** `status`, `content type`, `body`, `time`, `answer`, or a member: `Items[0].Name`. */
  readonly place: string;
  readonly kind: 'changed' | 'missing' | 'extra' | 'other type' | 'no answer';
  /** As JSON, cut off where long; null for what is not there. */
  readonly old: string | null;
  readonly new: string | null;
}

const MOST_DIFFERENCES = 100;
const MOST_SHOWN = 200;

/**
 * @param ignored names of members whose values may differ; that they are there is compared all the same
 * @returns at most 100 differences
 */
export function differencesOf(
  old: Answer,
  fresh: Answer,
  ignored: ReadonlySet<string>,
): readonly Difference[] {
  const found: Difference[] = [];
  if (old.status !== fresh.status) found.push(changed('status', old.status, fresh.status));
  if (old.contentType !== fresh.contentType)
    found.push(changed('content type', old.contentType, fresh.contentType));
  const [before, after] = [jsonOf(old), jsonOf(fresh)];
  if (before !== undefined && after !== undefined) compare('', before, after, ignored, found);
  else if (!old.body.equals(fresh.body)) found.push(changed('body', shown(old.body), shown(fresh.body)));
  return found.slice(0, MOST_DIFFERENCES);
}

function compare(
  place: string,
  old: unknown,
  fresh: unknown,
  ignored: ReadonlySet<string>,
  found: Difference[],
): void {
  if (found.length >= MOST_DIFFERENCES) return;
  const at = place === '' ? 'body' : place;
  if (typeOf(old) !== typeOf(fresh)) {
    found.push({ ...changed(at, old, fresh), kind: 'other type' });
  } else if (Array.isArray(old) && Array.isArray(fresh)) {
    for (let index = 0; index < Math.max(old.length, fresh.length); index += 1) {
      const item = `${place}[${index}]`;
      if (index >= fresh.length) found.push(missing(item, old[index]));
      else if (index >= old.length) found.push(extra(item, fresh[index]));
      else compare(item, old[index], fresh[index], ignored, found);
    }
  } else if (isObject(old) && isObject(fresh)) {
    for (const name of new Set([...Object.keys(old), ...Object.keys(fresh)])) {
      const member = place === '' ? name : `${place}.${name}`;
      if (!Object.hasOwn(fresh, name)) found.push(missing(member, old[name]));
      else if (!Object.hasOwn(old, name)) found.push(extra(member, fresh[name]));
      else if (!ignored.has(name)) compare(member, old[name], fresh[name], ignored, found);
    }
  } else if (old !== fresh) {
    found.push(changed(at, old, fresh));
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeOf(value) === 'object';
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'list' : typeof value;
}

/** undefined for a body that is no JSON. */
function jsonOf({ body }: Answer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

function shown(body: Buffer): string {
  if (body.length === 0) return 'empty';
  return `${body.length} bytes, SHA-256 ${createHash('sha256').update(body).digest('hex').slice(0, 16)}…`;
}

const changed = (place: string, old: unknown, fresh: unknown): Difference => ({
  place,
  kind: 'changed',
  old: textOf(old),
  new: textOf(fresh),
});
const missing = (place: string, old: unknown): Difference => ({
  place,
  kind: 'missing',
  old: textOf(old),
  new: null,
});
const extra = (place: string, fresh: unknown): Difference => ({
  place,
  kind: 'extra',
  old: null,
  new: textOf(fresh),
});

function textOf(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}
