/** Makes examples for the description of the REST interface from transcripts of calls that succeeded. */
import type { Example, Examples } from '../../src/rest/openapi/examples.js';

/** An address that the description knows, for example `GET /api/folders/{id}`. */
export interface Operation {
  readonly method: string;
  readonly path: string;
}

interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly sent: string;
  readonly status: number;
  readonly answer: unknown;
}

const VALUES: readonly (readonly [RegExp, string])[] = [
  [/("\.\w+": )"<date>"/g, '$1"Sat, 21 Nov 2026 09:30:00 GMT"'],
  [/<date>/g, '2026-11-21T09:30:00.000Z'],
  [/: <number>/g, ': 0'],
  [/("RecognitionScore": )"<number>"/g, '$1"0.9312"'],
  [/"<number>"/g, '"019a9e6f000070008000000000000001"'],
  [/<address of a\w* \w+>/g, 'https://loupe.example/files/019a9e6f-0000-7000-8000-000000000001-signature'],
  [/<mail of the user>/g, 'editor@loupe.example'],
  [/<name of the organization>/g, 'Publisher'],
  [/<host>/g, '192.0.2.7'],
  [/<(token|secret|ApiKey|code of the mail)>/g, '<$1>'],
];

/** Ids of examples look like ids. */
function withValues(text: string): string {
  const numbered = text.replace(
    /<id (\d+)>/g,
    (_, number: string) => `019a9e6f-0000-7000-8000-${number.padStart(12, '0')}`,
  );
  return VALUES.reduce((result, [pattern, value]) => result.replace(pattern, value), numbered);
}

function exchangesOf(transcript: string): readonly Exchange[] {
  return transcript
    .split(/^### .*\n/m)
    .slice(1)
    .flatMap((block) => {
      const lines = withValues(block).split('\n');
      const [, method = '', address = ''] = /^([A-Z]+) (\S+)$/.exec(lines[0] ?? '') ?? [];
      const at = lines.findIndex((line) => /^HTTP \d+$/.test(line));
      const status = Number(lines[at]?.slice('HTTP '.length));
      const blank = lines.indexOf('');
      const answer = lines.slice(lines.findIndex((line, index) => index > at && /^[[{"]/.test(line)));
      const [path = '', query = ''] = address.split('?');
      if (at < 0 || !(status < 300)) return [];
      return {
        method,
        path,
        query: new URLSearchParams(query),
        sent:
          blank < at
            ? lines
                .slice(blank + 1, at)
                .join('\n')
                .trim()
            : '',
        status,
        answer:
          status === 204 || answer.join('') === '' ? undefined : (JSON.parse(answer.join('\n')) as unknown),
      };
    });
}

/** The call's values of what stands in braces; null when the address is another one. */
function pathValues(template: string, path: string): Readonly<Record<string, string>> | null {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const pattern = template.replace(/\{\w+\}/g, '([^/]+)');
  const found = new RegExp(`^${pattern}$`, 'i').exec(path);
  return found === null ? null : Object.fromEntries(names.map((name, at) => [name, found[at + 1] ?? '']));
}

function sentBody(sent: string): unknown {
  if (sent === '') return undefined;
  if (/^\w+=/.test(sent)) return Object.fromEntries(new URLSearchParams(sent));
  if (!sent.startsWith('(part ')) return /^[[{]/.test(sent) ? (JSON.parse(sent) as unknown) : sent;
  const parts = sent.split('\n').map((line) => {
    const [, name = '', value = ''] = /^\(part (\w+)\) (.*)$/.exec(line) ?? [];
    return [name, /^[[{]/.test(value) ? (JSON.parse(value) as unknown) : value] as const;
  });
  return Object.fromEntries(parts);
}

function exampleOf(operation: Operation, exchange: Exchange): Example | null {
  const values = pathValues(operation.path, exchange.path);
  if (operation.method !== exchange.method || values === null) return null;
  const body = sentBody(exchange.sent);
  return {
    ...(Object.keys(values).length > 0 ? { path: values } : {}),
    ...(exchange.query.size > 0 ? { query: Object.fromEntries(exchange.query) } : {}),
    ...(body === undefined ? {} : { body }),
    status: exchange.status,
    ...(exchange.answer === undefined ? {} : { answer: exchange.answer }),
  };
}

/** Of each operation the call that shows most, by `METHOD path`; operations without a call are left out. */
export function examplesFrom(transcripts: readonly string[], operations: readonly Operation[]): Examples {
  const exchanges = transcripts.flatMap(exchangesOf);
  const examples = operations.flatMap((operation) => {
    const found = exchanges.flatMap((exchange) => exampleOf(operation, exchange) ?? []);
    const best = found.find(({ answer }) => answer !== undefined && !isEmptyList(answer)) ?? found[0];
    return best === undefined ? [] : [[`${operation.method} ${operation.path}`, best] as const];
  });
  return Object.fromEntries(examples);
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
