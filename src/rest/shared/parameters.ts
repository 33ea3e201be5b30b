/**
 * What a client sent as texts, in a query, a form or multipart parts, read by one grammar on every surface: blanks
 * around a value are not part of it, and a value that is there but cannot be read is refused by name. Surfaces differ
 * only in how they refuse a parameter that is missing.
 */
import { requireReadableQuery } from '../../http/query.js';
import { badInput, LoupeError } from '../../kernel/errors.js';
import { type Period, readInstant, readPeriod } from '../../kernel/periods.js';

/** Query parameters and members are matched without case: the field's clients write them every way. */
export class CaselessValues {
  private readonly values = new Map<string, string[]>();

  /**
   * @param query parsed query or form: one value or a list of values per name
   * @throws LoupeError BAD_USER_INPUT when it is no text
   */
  constructor(query: unknown) {
    if (typeof query !== 'object' || query === null) return;
    requireReadableQuery(query);
    for (const [name, value] of Object.entries(query)) {
      for (const text of Array.isArray(value) ? (value as unknown[]) : [value as unknown]) {
        if (typeof text === 'string') this.add(name, text);
      }
    }
  }

  add(name: string, value: string): void {
    const key = name.toLowerCase();
    const known = this.values.get(key);
    if (known) known.push(value);
    else this.values.set(key, [value]);
  }

  /** The first value; null when absent or empty. */
  get(name: string): string | null {
    return this.values.get(name.toLowerCase())?.find((value) => value !== '') ?? null;
  }

  all(name: string): readonly string[] {
    return this.values.get(name.toLowerCase()) ?? [];
  }

  has(name: string): boolean {
    return this.values.has(name.toLowerCase());
  }
}

const WHOLE_NUMBER = /^[+-]?\d{1,9}$/;

/** How a surface refuses a parameter that it needs. */
export type RefusesMissing = (name: string) => LoupeError;

/** As engines of the field do: a fault of its own. */
const missingParameter: RefusesMissing = (name) =>
  new LoupeError('MISSING_PARAMETER', `${name} is missing.`, { [name]: ['is missing'] });

export class Parameters extends CaselessValues {
  /** @param query parsed query or form: one value or a list of values per name */
  constructor(
    query: unknown,
    private readonly refuseMissing: RefusesMissing = missingParameter,
  ) {
    super(query);
  }

  /** @throws LoupeError in the words of the surface */
  required(name: string): string {
    const value = this.get(name);
    if (value === null) throw this.refuseMissing(name);
    return value;
  }

  /** The values of a repeated parameter, without empty ones; undefined when it was not sent. */
  list(name: string): readonly string[] | undefined {
    const names = [name, `${name}[]`];
    if (!names.some((each) => this.has(each))) return undefined;
    return names.flatMap((each) => this.all(each)).filter((value) => value !== '');
  }

  /** Known words, read without case, repeated or separated by commas. @throws LoupeError BAD_USER_INPUT */
  words<const Word extends string>(name: string, known: readonly Word[]): readonly Word[] {
    const given = (this.list(name) ?? []).flatMap((value) => value.split(',')).map((word) => word.trim());
    return given
      .filter((word) => word !== '')
      .map((word) => {
        const found = known.find((each) => each.toLowerCase() === word.toLowerCase());
        if (found === undefined) throw badInput(name, `must be of ${known.join(', ')}`);
        return found;
      });
  }

  /** Up to nine digits, with or without a sign. @throws LoupeError BAD_USER_INPUT */
  wholeNumber(name: string): number | undefined {
    const value = this.trimmed(name);
    if (value === undefined) return undefined;
    if (!WHOLE_NUMBER.test(value)) throw badInput(name, 'must be a whole number');
    return Number(value);
  }

  /** A whole number of things. @throws LoupeError BAD_USER_INPUT also when it is negative */
  count(name: string): number | undefined {
    const number = this.wholeNumber(name);
    if (number !== undefined && number < 0) throw badInput(name, 'must be a whole number, 0 or more');
    return number;
  }

  /** @throws LoupeError BAD_USER_INPUT */
  decimal(name: string): number | undefined {
    const value = this.trimmed(name);
    if (value === undefined) return undefined;
    const number = Number(value);
    if (value === '' || Number.isNaN(number)) throw badInput(name, 'must be a number');
    return number;
  }

  /** `true`, `false`, `1` or `0`, in any case. @throws LoupeError BAD_USER_INPUT */
  flag(name: string): boolean | undefined {
    const value = this.trimmed(name)?.toLowerCase();
    if (value === undefined) return undefined;
    if (value === 'true' || value === '1') return true;
    if (value === 'false' || value === '0') return false;
    throw badInput(name, 'must be true or false');
  }

  /** The first instant of a day, or an instant; null when absent. @throws LoupeError BAD_USER_INPUT */
  instant(name: string, timeZone: string): Date | null {
    const value = this.get(name);
    return value === null ? null : readInstant(name, value, timeZone);
  }

  /** What `from` and `to` enclose; days belong to it whole. @throws LoupeError BAD_USER_INPUT */
  period(timeZone: string): Period {
    return readPeriod({ from: this.get('from'), to: this.get('to') }, timeZone);
  }

  private trimmed(name: string): string | undefined {
    return this.get(name)?.trim();
  }
}
