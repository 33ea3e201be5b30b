/**
 * A seeded stream of random numbers (Mulberry32): the same seed gives the same numbers on every machine,
 * so that everything drawn from it can be compared byte by byte.
 */
export interface Random {
  /** Uniform in 0..1, 1 excluded. */
  next(): number;
  /** Uniform in low..high. */
  between(low: number, high: number): number;
  /** Uniform integer, both ends included. */
  integer(low: number, high: number): number;
  /** One of the items, which must not be empty. */
  pick<T>(items: readonly T[]): T;
  /** Normal with mean 0 and deviation 1 (Box-Muller). */
  gaussian(): number;
  /** True with this probability. */
  chance(probability: number): boolean;
  /** A new array with the same items in random order. */
  shuffle<T>(items: readonly T[]): T[];
}

/** Mixes a number and a word into one 32-bit seed, so that parts of one picture draw independent numbers. */
export function seedOf(seed: number, label: string): number {
  let hash = (seed ^ 0x9e3779b9) >>> 0;
  for (const character of label) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Starts a stream at `seed`, any integer. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const integer = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    integer,
    between: (low, high) => low + next() * (high - low),
    chance: (probability) => next() < probability,
    gaussian: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    pick: <T>(items: readonly T[]): T => {
      if (items.length === 0) throw new RangeError('pick needs at least one item');
      return items[integer(0, items.length - 1)] as T;
    },
    shuffle: <T>(items: readonly T[]): T[] => {
      const shuffled = [...items];
      for (let last = shuffled.length - 1; last > 0; last--) {
        const other = integer(0, last);
        [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
      }
      return shuffled;
    },
  };
}
