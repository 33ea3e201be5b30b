/** Queries of addresses: `a=1&b=2&b=3` in UTF-8. */
import { LoupeError } from '../kernel/errors.js';
import { parseUrlEncoded } from './text.js';

/** Why a query cannot be read. The router that parses it cannot refuse it; its reader does. */
const REFUSAL = Symbol('refusal');

interface ParsedQuery {
  [name: string]: string | string[];
  [REFUSAL]?: LoupeError;
}

/** One text a name, or a list where the name is repeated. */
export function parseQuery(source: string): ParsedQuery {
  const query = Object.create(null) as ParsedQuery;
  if (source === '') return query;
  try {
    for (const [name, value] of parseUrlEncoded(Buffer.from(source, 'latin1'), null)) {
      const known = query[name];
      if (known === undefined) query[name] = value;
      else if (Array.isArray(known)) known.push(value);
      else query[name] = [known, value];
    }
  } catch (error) {
    if (!(error instanceof LoupeError)) throw error;
    query[REFUSAL] = error;
  }
  return query;
}

/** @throws LoupeError BAD_USER_INPUT when it is no text */
export function requireReadableQuery(query: object): void {
  const refusal = (query as ParsedQuery)[REFUSAL];
  if (refusal !== undefined) throw refusal;
}
