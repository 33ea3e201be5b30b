/** Goes through JSON (RFC 8259) member by member, and yields to the event loop meanwhile: a text may have megabytes. */
import { createScanner, type JSONScanner } from 'jsonc-parser';
import { yieldAfterLongTurn } from '../db/in-parts.js';
import { badInput } from '../kernel/errors.js';
import { keyOf, type MemberPath } from './import-report.js';

/** Levels of lists and objects; a document needs 7. */
export const MAX_DEPTH = 32;

/** The scanner's numbers for signs; it declares them in a way that only a compiler of the whole program could read. */
const Sign = {
  OpenBrace: 1,
  CloseBrace: 2,
  OpenBracket: 3,
  CloseBracket: 4,
  Comma: 5,
  Colon: 6,
  Null: 7,
  True: 8,
  False: 9,
  String: 10,
  Number: 11,
  LineBreak: 14,
  Space: 15,
  Unknown: 16,
  End: 17,
} as const;

/** Members between two yields to the event loop. */
const PART = 200;

export interface JsonSurvey {
  /** The line of every member and item, from 1, by `keyOf`; members stand where their names do. */
  readonly lines: ReadonlyMap<string, number>;
  /** The line of what is not JSON; null where all of it is. */
  readonly firstError: number | null;
  /** What is wrong with a member that appears twice, whatever its case. */
  readonly repeated: string | null;
}

/** A list or an object that is open. */
interface Level {
  /** Members of an object; null for a list. */
  readonly names: Set<string> | null;
  /** The member or item that is being read. */
  place: string | number;
}

/** What may stand somewhere: the first of a list or an object may be missing. */
type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'comma or end' | 'nothing';

/** @throws LoupeError BAD_USER_INPUT when it is nested too deeply */
export async function surveyJson(text: string): Promise<JsonSurvey> {
  const walk = new Walk(text);
  for (let members = 1; walk.step(); members += 1) if (members % PART === 0) await yieldAfterLongTurn();
  return walk;
}

class Walk implements JsonSurvey {
  readonly lines = new Map<string, number>([['', 1]]);
  firstError: number | null = null;
  repeated: string | null = null;
  private readonly levels: Level[] = [];
  private readonly scanner: JSONScanner;
  private expected: Expected = 'value';

  constructor(text: string) {
    this.scanner = createScanner(text);
  }

  private get line(): number {
    return this.scanner.getTokenStartLine() + 1;
  }

  private get path(): MemberPath {
    return this.levels.map(({ place }) => place);
  }

  /** Reads one more sign of the text. @returns whether there may be more */
  step(): boolean {
    const kind = this.next();
    if (this.expected === 'nothing') return kind === Sign.End ? false : this.fail();
    switch (kind) {
      case Sign.OpenBrace:
        return this.isValueNext() ? this.open(new Set(), '', 'name or end') : this.fail();
      case Sign.OpenBracket:
        return this.isValueNext() ? this.open(null, 0, 'value or end') : this.fail();
      case Sign.CloseBrace:
        return this.mayEnd(true) ? this.close() : this.fail();
      case Sign.CloseBracket:
        return this.mayEnd(false) ? this.close() : this.fail();
      case Sign.Comma:
        return this.expected === 'comma or end' ? this.goOn() : this.fail();
      case Sign.String:
        if (this.expected.startsWith('name')) return this.member(this.scanner.getTokenValue());
        return this.isValueNext() ? this.literal() : this.fail();
      case Sign.Null:
      case Sign.True:
      case Sign.False:
      case Sign.Number:
        return this.isValueNext() ? this.literal() : this.fail();
      default:
        return this.fail();
    }
  }

  private next(): number {
    for (;;) {
      const kind: number = this.scanner.scan();
      const isSpace = kind === Sign.Space || kind === Sign.LineBreak;
      if (!isSpace) return Number(this.scanner.getTokenError()) === 0 ? kind : Sign.Unknown;
    }
  }

  private isValueNext(): boolean {
    return this.expected.startsWith('value');
  }

  private mayEnd(isObject: boolean): boolean {
    const level = this.levels.at(-1);
    return level !== undefined && (level.names !== null) === isObject && this.expected.endsWith('end');
  }

  private fail(): boolean {
    this.firstError = this.line;
    return false;
  }

  private note(): void {
    const key = keyOf(this.path);
    if (!this.lines.has(key)) this.lines.set(key, this.line);
  }

  private literal(): boolean {
    this.note();
    return this.ended();
  }

  private open(names: Set<string> | null, place: string | number, expected: Expected): boolean {
    this.note();
    if (this.levels.length === MAX_DEPTH) {
      throw badInput('json', `is nested more than ${MAX_DEPTH} levels deep`);
    }
    this.levels.push({ names, place });
    this.expected = expected;
    return true;
  }

  private close(): boolean {
    this.levels.pop();
    return this.ended();
  }

  /** A value is read. */
  private ended(): boolean {
    this.expected = this.levels.length === 0 ? 'nothing' : 'comma or end';
    return true;
  }

  /** Behind a comma. */
  private goOn(): boolean {
    const level = this.levels.at(-1);
    if (level === undefined) return this.fail();
    if (typeof level.place === 'number') level.place += 1;
    this.expected = level.names === null ? 'value' : 'name';
    return true;
  }

  private member(name: string): boolean {
    const level = this.levels.at(-1);
    if (level?.names == null) return this.fail();
    level.place = name;
    const folded = name.toLowerCase();
    if (level.names.has(folded)) {
      this.repeated ??= `line ${this.line}: the member ${name.slice(0, 60)} appears twice`;
    }
    level.names.add(folded);
    this.note();
    this.expected = 'value';
    return this.next() === Sign.Colon || this.fail();
  }
}
