/** Header values with parameters, read as tolerantly as the field's clients write them (RFC 2045, 2231, 7578). */

export interface HeaderValue {
  /** The part before the first semicolon, in lower case. */
  readonly value: string;
  /** By lower-case name; quotes and escapes removed. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Parses `form-data; name=file; filename="a;b.jpg"` with quoted, unquoted and extended (`filename*=`) parameters. */
export function parseHeaderValue(text: string): HeaderValue {
  const [value = '', ...pairs] = splitOutsideQuotes(text);
  const parameters = new Map<string, string>();
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals <= 0) continue;
    const name = pair.slice(0, equals).trim().toLowerCase();
    const raw = pair.slice(equals + 1).trim();
    if (name.endsWith('*')) parameters.set(name.slice(0, -1), decodeExtended(raw));
    else if (!parameters.has(name)) parameters.set(name, unquote(raw));
  }
  return { value: value.trim().toLowerCase(), parameters };
}

function splitOutsideQuotes(text: string): string[] {
  const pieces: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '\\' && isQuoted && text[at + 1] === '"') at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === ';' && !isQuoted) {
      pieces.push(text.slice(start, at));
      start = at + 1;
    }
  }
  pieces.push(text.slice(start));
  return pieces;
}

// A backslash only escapes a quote: old browsers send whole Windows paths unescaped.
function unquote(raw: string): string {
  if (!raw.startsWith('"')) return raw;
  const inner = raw.endsWith('"') && raw.length > 1 ? raw.slice(1, -1) : raw.slice(1);
  return inner.replaceAll('\\"', '"');
}

/** RFC 5987: `UTF-8''na%C3%AFve.jpg`. */
function decodeExtended(raw: string): string {
  const encoded = unquote(raw).split("'").slice(2).join("'");
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}
