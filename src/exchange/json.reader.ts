/** Reads imported JSON and finds out on which line each member stands. */
import { badInput } from '../errors.js';
import { keyOf, lineFinder, type MemberPath, type ReadText } from './import-report.js';

/** Levels of lists and objects; a document needs 7. */
export const MAX_DEPTH = 32;

/** @throws LoupeError BAD_USER_INPUT when it is no JSON, nested too deeply, or a member appears twice */
export function readJson(source: string): ReadText {
  const text = source.startsWith('\uFEFF') ? source.slice(1) : source;
  demandShallow(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw badInput('Json', `is not valid JSON${placeOf(text, error)}`);
  }
  return { value, lineOf: lineFinder(new LineScanner(text).scan()) };
}

/** The engine tells the position of an error in most of its messages. */
function placeOf(text: string, error: unknown): string {
  const position = /position (\d+)/.exec(String(error))?.[1];
  if (position === undefined) return '';
  return ` (line ${text.slice(0, Number(position)).split('\n').length})`;
}

function demandShallow(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at);
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') depth -= 1;
    if (depth > MAX_DEPTH) throw badInput('Json', `is nested more than ${MAX_DEPTH} levels deep`);
  }
}

/** Place of the closing quote. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

interface Level {
  readonly isList: boolean;
  readonly names: Set<string>;
  /** Name or place of the member that is being read. */
  part: string | number;
}

/** Goes once through valid JSON. */
class LineScanner {
  private readonly lines = new Map<string, number>([['', 1]]);
  private readonly levels: Level[] = [];
  private line = 1;

  constructor(private readonly text: string) {}

  scan(): ReadonlyMap<string, number> {
    for (let at = 0; at < this.text.length; at += 1) {
      const level = this.levels.at(-1);
      switch (this.text[at]) {
        case '\n':
          this.line += 1;
          break;
        case '"':
          at = this.readString(at, level);
          break;
        case '{':
        case '[':
          this.open(this.text[at] === '[');
          break;
        case '}':
        case ']':
          this.levels.pop();
          break;
        case ',':
          if (level?.isList === true) this.note(level, Number(level.part) + 1);
          break;
        default:
      }
    }
    return this.lines;
  }

  private readString(start: number, level: Level | undefined): number {
    const end = endOfString(this.text, start);
    this.noteItem();
    const isName = level?.isList === false && /^\s*:/.test(this.text.slice(end + 1, end + 1000));
    if (isName) {
      const name = JSON.parse(this.text.slice(start, end + 1)) as string;
      if (level.names.has(name.toLowerCase())) {
        throw badInput('Json', `line ${this.line}: the member ${name.slice(0, 60)} appears twice`);
      }
      level.names.add(name.toLowerCase());
      this.note(level, name);
    }
    return end;
  }

  private open(isList: boolean): void {
    this.noteItem();
    const level: Level = { isList, names: new Set(), part: '' };
    this.levels.push(level);
    if (isList) this.note(level, 0);
  }

  /** An item of a list stands where it begins, not where the comma before it does. */
  private noteItem(): void {
    if (this.levels.at(-1)?.isList === true) this.lines.set(keyOf(this.path()), this.line);
  }

  private note(level: Level, part: string | number): void {
    level.part = part;
    this.lines.set(keyOf(this.path()), this.line);
  }

  private path(): MemberPath {
    return this.levels.map(({ part }) => part);
  }
}
