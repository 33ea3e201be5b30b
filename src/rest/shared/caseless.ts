import { requireReadableQuery } from '../../http/query.js';

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
