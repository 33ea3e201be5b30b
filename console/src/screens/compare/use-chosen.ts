/** Which difference is looked at and which are to be ignored; N and P go to the next and the previous one. */
import { useHotkeys } from '@mantine/hooks';
import { useState } from 'react';
import type { ListedDifference } from './comparison';

export interface Chosen {
  /** Those that are not ignored. */
  readonly differences: readonly ListedDifference[];
  readonly ignored: readonly ListedDifference[];
  /** Number of the difference. */
  readonly chosen: number | null;
  readonly setChosen: (number: number) => void;
  /** Ignores it and goes on to the next one. */
  readonly ignore: (number: number) => void;
  readonly showAll: () => void;
}

export function useChosen(all: readonly ListedDifference[]): Chosen {
  const [ignored, setIgnored] = useState<ReadonlySet<number>>(new Set());
  const [chosen, setChosen] = useState<number | null>(all[0]?.number ?? null);
  const differences = all.filter(({ number }) => !ignored.has(number));
  const step = (by: 1 | -1) => {
    const at = differences.findIndex(({ number }) => number === chosen);
    const next = differences[(at + by + differences.length) % differences.length];
    if (next !== undefined) setChosen(next.number);
  };
  useHotkeys([
    ['n', () => step(1)],
    ['p', () => step(-1)],
  ]);
  const ignore = (number: number) => {
    const at = differences.findIndex((difference) => difference.number === number);
    setChosen((differences[at + 1] ?? differences[at - 1])?.number ?? null);
    setIgnored(new Set([...ignored, number]));
  };
  const showAll = () => {
    setIgnored(new Set());
    setChosen(chosen ?? all[0]?.number ?? null);
  };
  const left = all.filter(({ number }) => ignored.has(number));
  return { differences, ignored: left, chosen, setChosen, ignore, showAll };
}
