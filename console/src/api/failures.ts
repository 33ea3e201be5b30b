/** Failures of changes that are still on the screen: each is about one change of one thing, and over once that has worked. */
import type { Problem } from './graphql';

const changeOf = new WeakMap<Problem, string>();
const listeners = new Set<(change: string) => void>();

export const failures = {
  /** The change that failed; null where it is not known. */
  changeOf: (problem: Problem): string | null => changeOf.get(problem) ?? null,

  note(problem: Problem, change: string): void {
    changeOf.set(problem, change);
  },

  /** The same change was tried again, and worked. */
  worked(change: string): void {
    for (const listener of listeners) listener(change);
  },

  onWorked(listener: (change: string) => void): void {
    listeners.add(listener);
  },
};

/** Members that name one thing among its like; everything else of a change may differ when it is tried again. */
const NAMING = /(^|[a-z])ids?$|^languageCode$/i;

/** The same for every try of the same change: its operation, what it is about, and which of its members it sets. */
export function nameOfChange(operation: string, variables: object): string {
  return `${operation} ${JSON.stringify(namingPart(variables))}`;
}

function namingPart(value: unknown): unknown {
  if (Array.isArray(value)) return (value as readonly unknown[]).map(namingPart);
  if (typeof value !== 'object' || value === null) return null;
  return Object.entries(value as Readonly<Record<string, unknown>>)
    .filter(([member, given]) => member !== 'ifVersion' && given !== undefined)
    .map(([member, given]) => [member, NAMING.test(member) ? given : namingPart(given)]);
}
