/** What narrows lists and searches of references on the command line, and the metadata that it changes. */
import type { Command } from 'commander';
import { requireMetadataFilter, type MetadataFilter } from '../engine/references/metadata-filter.js';
import { badInput } from '../kernel/errors.js';
import { collect } from './options.js';

export interface FilterOptions {
  readonly keyword?: readonly string[];
  readonly anyKeyword?: readonly string[];
  readonly withoutKeyword?: readonly string[];
  readonly where?: readonly string[];
  readonly prefix?: string;
}

const BOUND_OF = { '>=': 'from', '>': 'above', '<=': 'to', '<': 'below' } as const;

/** @param where said of each, for example `; on a server` */
export function addFilterOptions(command: Command, where = ''): Command {
  return command
    .option('--keyword <keyword>', `only references that hold it (repeatable)${where}`, collect)
    .option('--any-keyword <keyword>', `only references that hold it or another of these${where}`, collect)
    .option(
      '--without-keyword <keyword>',
      `only references that do not hold it (repeatable)${where}`,
      collect,
    )
    .option(
      '--where <condition>',
      `only references whose metadata is so: language=de, price>=10, price<20 (repeatable)${where}`,
      collect,
    )
    .option('--prefix <text>', `only references whose id begins so${where}`);
}

export function filterOf({ keyword, anyKeyword, withoutKeyword, where, prefix }: FilterOptions) {
  return {
    keywords: keyword,
    anyKeywords: anyKeyword,
    noKeywords: withoutKeyword,
    metadata: where === undefined ? undefined : metadataFilterOf(where),
    idPrefix: prefix,
  };
}

/** Several conditions on one member hold together; several equal values are one of them. */
function metadataFilterOf(conditions: readonly string[]): MetadataFilter {
  const filter: Record<string, unknown[] | Record<string, unknown>> = {};
  for (const condition of conditions) {
    const { name, sign, value } = partsOf('--where', condition, /^([^=<>]+)(>=|<=|=|>|<)(.*)$/s);
    const known = filter[name];
    if (sign === '=') {
      if (known !== undefined && !Array.isArray(known)) throw mixed(name);
      filter[name] = [...(known ?? []), value];
    } else {
      const bound = BOUND_OF[sign as keyof typeof BOUND_OF];
      if (Array.isArray(known) || known?.[bound] !== undefined) throw mixed(name);
      filter[name] = { ...known, [bound]: value };
    }
  }
  return requireMetadataFilter(filter);
}

function mixed(name: string) {
  return badInput('--where', `says two things of ${name} that do not go together`);
}

/** Members that `name=value` words set. @throws LoupeError BAD_USER_INPUT */
export function membersOf(option: string, words: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    words.map((word) => {
      const { name, value } = partsOf(option, word, /^([^=]+)(=)(.*)$/s);
      return [name, value];
    }),
  );
}

/** A value is JSON where it can be read as such (12, true, "12"), else a text. */
function partsOf(option: string, word: string, pattern: RegExp) {
  const [, name, sign, text] = pattern.exec(word) ?? [];
  if (name === undefined || sign === undefined || text === undefined) {
    throw badInput(option, `“${word.slice(0, 60)}” must be like price=12.5 or language=de`);
  }
  return { name: name.trim(), sign, value: valueOf(text) };
}

function valueOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
