/** Reads imported JSON and finds out on which line each member stands. */
import { visit } from 'jsonc-parser';
import { badInput } from '../errors.js';
import { keyOf, lineFinder, type MemberPath, type ReadText } from './import-report.js';

/** Levels of lists and objects; a document needs 7. */
export const MAX_DEPTH = 32;

const STRICT = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };

/** @throws LoupeError BAD_USER_INPUT when it is no JSON, nested too deeply, or a member appears twice */
export function readJson(source: string): ReadText {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  const { lines, firstError, repeated } = survey(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badInput('json', `is not valid JSON${firstError === null ? '' : ` (line ${firstError})`}`);
  }
  if (repeated !== null) throw badInput('json', repeated);
  return { value, lineOf: lineFinder(lines) };
}

interface Survey {
  readonly lines: ReadonlyMap<string, number>;
  firstError: number | null;
  /** What is wrong with a member that appears twice. */
  repeated: string | null;
}

/** The line of every member and item; members stand where their names do. @throws LoupeError when nested too deeply */
function survey(text: string): Survey {
  const lines = new Map<string, number>([['', 1]]);
  const found: Survey = { lines, firstError: null, repeated: null };
  const openNames: Set<string>[] = [];
  const note = (path: MemberPath, line: number) => {
    const key = keyOf(path);
    if (!lines.has(key)) lines.set(key, line + 1);
  };
  // Thrown before the reader descends, whose stack a hostile text would exhaust.
  const open = (path: MemberPath, line: number) => {
    note(path, line);
    openNames.push(new Set());
    if (openNames.length > MAX_DEPTH) throw badInput('json', `is nested more than ${MAX_DEPTH} levels deep`);
  };
  const close = () => void openNames.pop();
  visit(
    text,
    {
      onObjectBegin: (_offset, _length, line, _column, path) => open(path(), line),
      onArrayBegin: (_offset, _length, line, _column, path) => open(path(), line),
      onObjectEnd: close,
      onArrayEnd: close,
      onObjectProperty: (name, _offset, _length, line, _column, path) => {
        const names = openNames.at(-1);
        if (names?.has(name.toLowerCase()) === true) {
          found.repeated ??= `line ${line + 1}: the member ${name.slice(0, 60)} appears twice`;
        }
        names?.add(name.toLowerCase());
        note([...path(), name], line);
      },
      onLiteralValue: (_value, _offset, _length, line, _column, path) => note(path(), line),
      onError: (_error, _offset, _length, line) => void (found.firstError ??= line + 1),
    },
    STRICT,
  );
  return found;
}
