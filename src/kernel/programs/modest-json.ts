/** Refuses JSON that is made to keep a parser busy, before it is parsed: what there is of it is counted sign by sign. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { badInput, type LoupeError } from '../errors.js';

/** Texts below cannot hold enough to be counted. */
const SMALL_LENGTH = 32 * 1024;

export interface JsonLimits {
  readonly values: number;
  /** Of all objects. */
  readonly names: number;
}

/** An import of 10,000 elements with every member has half as many. */
const USUAL: JsonLimits = { values: 250_000, names: 150_000 };
/** Of one object. */
const MOST_MEMBERS = 2000;
const MOST_DEPTH = 128;
/** Characters between two looks at the clock. */
const PART = 64 * 1024;
const LONGEST_MS = 8;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/**
 * Passes what a parser reads in a moment, however long its texts are; whether it is JSON at all the parser says.
 *
 * @throws LoupeError BAD_USER_INPUT
 */
export async function requireModestJson(source: string, where: string): Promise<void> {
  if (source.length <= SMALL_LENGTH) return;
  const counter = new Counter(source, where, USUAL);
  let since = performance.now();
  while (counter.goOn()) {
    if (performance.now() - since < LONGEST_MS) continue;
    await nextTurn();
    since = performance.now();
  }
}

/** As `requireModestJson`, in one go: for texts of at most a few megabytes, and for threads. */
export function requireModestJsonNow(source: string, where: string, limits: JsonLimits = USUAL): void {
  if (source.length <= SMALL_LENGTH) return;
  const counter = new Counter(source, where, limits);
  while (counter.goOn());
}

class Counter {
  private at = 0;
  private isInText = false;
  private values = 0;
  private names = 0;
  private depth = 0;
  /** Names of each object that is open. */
  private readonly members = new Uint32Array(MOST_DEPTH + 1);

  constructor(
    private readonly source: string,
    private readonly where: string,
    private readonly limits: JsonLimits,
  ) {}

  /** Counts a part more. @returns whether there may be more */
  goOn(): boolean {
    const end = Math.min(this.source.length, this.at + PART);
    while (this.at < end) {
      if (this.isInText) this.leaveText(end);
      else this.count(this.source.charCodeAt(this.at));
      this.at += 1;
    }
    return this.at < this.source.length;
  }

  private count(sign: number): void {
    switch (sign) {
      case QUOTE:
        this.isInText = true;
        return;
      case COMMA:
        this.values += 1;
        this.requireValues();
        return;
      case COLON:
        this.addName();
        return;
      case 0x5b:
      case 0x7b:
        this.open();
        return;
      case 0x5d:
      case 0x7d:
        this.depth = Math.max(0, this.depth - 1);
        return;
      default:
    }
  }

  /** Goes on to the mark that ends the text, or as far as this part reaches. */
  private leaveText(end: number): void {
    for (; this.at < end; this.at += 1) {
      const sign = this.source.charCodeAt(this.at);
      if (sign === BACKSLASH) this.at += 1;
      else if (sign === QUOTE) {
        this.isInText = false;
        return;
      }
    }
    // The loop around goes one on.
    this.at -= 1;
  }

  private addName(): void {
    this.names += 1;
    const ofObject = (this.members[this.depth] ?? 0) + 1;
    this.members[this.depth] = ofObject;
    const { names } = this.limits;
    if (this.names > names) throw this.tooMuch(`${names} members`);
    if (ofObject > MOST_MEMBERS) throw this.tooMuch(`${MOST_MEMBERS} members in one object`);
  }

  private open(): void {
    this.depth += 1;
    this.values += 1;
    if (this.depth > MOST_DEPTH) throw badInput(this.where, `is nested more than ${MOST_DEPTH} levels deep`);
    this.members[this.depth] = 0;
    this.requireValues();
  }

  private requireValues(): void {
    const { values } = this.limits;
    if (this.values > values) throw this.tooMuch(`${values} values`);
  }

  private tooMuch(what: string): LoupeError {
    return badInput(this.where, `holds more than ${what}; send it in parts`);
  }
}
