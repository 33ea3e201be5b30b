/** What is wrong with an imported text: every problem with its member and its line. */
import { badFields, LoupeError } from '../kernel/errors.js';

export type MemberPath = readonly (string | number)[];

/** An imported text that was read: its value in the form of JSON, and where each member stands. */
export interface ReadText {
  readonly value: unknown;
  /** Line of every member, by `keyOf`. */
  readonly lines: ReadonlyMap<string, number>;
  /** Line of a member, or of what is around it when it is missing; from 1. null when there was no text. */
  readonly lineOf: (path: MemberPath) => number | null;
}

const MAX_PROBLEMS = 100;

export class ImportReport {
  private readonly problems: Record<string, string[]> = {};
  private count = 0;

  constructor(private readonly lineOf: ReadText['lineOf']) {}

  get isEmpty(): boolean {
    return this.count === 0;
  }

  add(path: MemberPath, message: string): void {
    this.count += 1;
    if (this.count > MAX_PROBLEMS) return;
    const line = this.lineOf(path);
    (this.problems[memberOf(path)] ??= []).push(line === null ? message : `line ${line}: ${message}`);
  }

  /** Runs a rule; its refusal becomes a problem of the member. */
  attempt<T>(path: MemberPath, rule: () => T): T | null {
    try {
      return rule();
    } catch (error) {
      if (!(error instanceof LoupeError)) throw error;
      const messages = Object.values(error.fields).flat();
      for (const message of messages.length > 0 ? messages : [error.message]) this.add(path, message);
      return null;
    }
  }

  /** @throws LoupeError BAD_USER_INPUT with every problem */
  refuse(): void {
    if (this.isEmpty) return;
    const more = this.count - MAX_PROBLEMS;
    throw badFields(more > 0 ? { ...this.problems, '…': [`and ${more} more problems`] } : this.problems);
  }
}

/** `Images[2].Zones[0].Width` */
function memberOf(path: MemberPath): string {
  const text = path.reduce<string>(
    (whole, part) => (typeof part === 'number' ? `${whole}[${part}]` : `${whole}.${part}`),
    '',
  );
  return text === '' ? 'Document' : text.replace(/^\./, '');
}

/** Line by path, looked up from the member outwards. @param lines by `keyOf` */
export function lineFinder(lines: ReadonlyMap<string, number>): ReadText['lineOf'] {
  return (path) => {
    for (let length = path.length; length >= 0; length -= 1) {
      const line = lines.get(keyOf(path.slice(0, length)));
      if (line !== undefined) return line;
    }
    return 1;
  };
}

/** Members are matched without case. */
export function keyOf(path: MemberPath): string {
  return path.join('/').toLowerCase();
}
