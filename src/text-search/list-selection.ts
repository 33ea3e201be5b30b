/** Filters and orders of lists that are read whole: by name, status, date of change and any plain member. */
import { badInput } from '../kernel/errors.js';
import { compareText, foldText, sortKeyOf } from '../kernel/text-fold.js';

export type FieldKind = 'text' | 'number' | 'date' | 'flag';

/** A member that items can be sorted by. */
export interface ListField {
  readonly kind: FieldKind;
  /** Of a member that holds one of some words. */
  readonly words?: readonly string[];
}

/** What the items of a list hold, by name. */
export type ListFields = Readonly<Record<string, ListField>>;

/** What a list can be filtered by: the members that each filter looks at. */
export interface ListFilters {
  readonly name: readonly string[];
  readonly status: string | null;
  readonly modified: string | null;
}

export interface ListSelection {
  /** Whole or part of a name, without regard to case and accents. */
  readonly name: string | null;
  readonly status: string | null;
  readonly modifiedSince: Date | null;
  /** Members in order of weight: `Name`, `-DateModified`, `Order desc`; separated by commas. */
  readonly orderBy: string | null;
}

type Item = Readonly<Record<string, unknown>>;

/** Members that hold names, and those of people. */
const NAMES = ['Name', 'UserName', 'Mail', 'FirstName', 'LastName'];

export function filtersOf(fields: ListFields): ListFilters {
  return {
    name: NAMES.filter((name) => fields[name]?.kind === 'text'),
    status: fields['Status']?.words === undefined ? null : 'Status',
    modified: fields['DateModified'] === undefined ? null : 'DateModified',
  };
}

/**
 * Items that fit, in the order that is asked for, else in the order in which they came.
 *
 * @throws LoupeError BAD_USER_INPUT for what the list cannot be filtered or sorted by, naming what it can
 */
export function selectFrom<T>(
  items: readonly T[],
  fields: ListFields,
  selection: ListSelection,
): readonly T[] {
  const tests = testsFor(fields, selection);
  const compare = selection.orderBy === null ? null : comparison(fields, selection.orderBy);
  const fitting = items.filter((item) => tests.every((fits) => fits(item as Item)));
  return compare === null ? fitting : fitting.sort((a, b) => compare(a as Item, b as Item));
}

type Test = (item: Item) => boolean;

function testsFor(fields: ListFields, { name, status, modifiedSince }: ListSelection): readonly Test[] {
  const filters = filtersOf(fields);
  const tests: Test[] = [];
  if (name !== null) {
    if (filters.name.length === 0) throw notOffered('name', fields);
    const wanted = foldText(name);
    tests.push((item) => filters.name.some((member) => foldText(textOf(item[member])).includes(wanted)));
  }
  if (status !== null) {
    const member = filters.status;
    if (member === null) throw notOffered('status', fields);
    const word = wordOf('status', status, fields[member]?.words ?? []);
    tests.push((item) => item[member] === word);
  }
  if (modifiedSince !== null) {
    const member = filters.modified;
    if (member === null) throw notOffered('modifiedSince', fields);
    tests.push((item) => Date.parse(textOf(item[member])) >= modifiedSince.getTime());
  }
  return tests;
}

function wordOf(field: string, given: string, words: readonly string[]): string {
  const word = words.find((each) => each.toLowerCase() === given.trim().toLowerCase());
  if (word === undefined) throw badInput(field, `must be one of ${words.join(', ')}`);
  return word;
}

function notOffered(filter: string, fields: ListFields) {
  const { name, status, modified } = filtersOf(fields);
  const offered = [
    ...(name.length > 0 ? ['name'] : []),
    ...(status === null ? [] : ['status']),
    ...(modified === null ? [] : ['modifiedSince']),
    ...(Object.keys(fields).length > 0 ? ['orderBy'] : []),
  ];
  return badInput(
    filter,
    `does not work on this list; ${offered.length === 0 ? 'leave it out' : `it takes ${offered.join(', ')}`}`,
  );
}

type Comparison = (a: Item, b: Item) => number;

/** @throws LoupeError BAD_USER_INPUT naming the members that a list can be sorted by */
function comparison(fields: ListFields, orderBy: string): Comparison {
  if (Object.keys(fields).length === 0) throw notOffered('orderBy', fields);
  const comparisons = orderBy.split(',').map((part) => comparisonBy(fields, part));
  return (a, b) => {
    for (const compare of comparisons) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    return 0;
  };
}

function comparisonBy(fields: ListFields, part: string): Comparison {
  const [, minus, name = '', word = 'asc'] = /^\s*(-?)\s*(\w+)(?:\s+(asc|desc))?\s*$/i.exec(part) ?? [];
  const member = Object.keys(fields).find((each) => each.toLowerCase() === name.toLowerCase());
  if (member === undefined) {
    const names = Object.keys(fields).join(', ');
    throw badInput('orderBy', `must be one of ${names}; add " desc" or put "-" in front for the other way`);
  }
  const direction = (minus === '-') === (word.toLowerCase() === 'desc') ? 1 : -1;
  const kind = fields[member]?.kind ?? 'text';
  return (a, b) => {
    const [first, second] = [a[member], b[member]];
    // What is not there comes last, whichever way.
    if (first == null || second == null) return Number(first == null) - Number(second == null);
    return direction * compareValues(kind, first, second);
  };
}

function compareValues(kind: FieldKind, a: unknown, b: unknown): number {
  if (kind === 'text') return compareText(sortKeyOf(textOf(a)), sortKeyOf(textOf(b)));
  if (kind === 'date') return Date.parse(textOf(a)) - Date.parse(textOf(b));
  return Number(a) - Number(b);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
