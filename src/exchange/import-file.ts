/** The form of what may be imported: which members there are and how many, before the rules look at what they say. */
import { type DocumentFile, documentFile, memberNames, type ActionFile } from './document-file.js';
import type { ImportReport, MemberPath, ReadText } from './import-report.js';
import { roomRefusal } from '../content/actions/action-room.js';

/** Elements, titles and actions of one import together. */
const MAX_MEMBERS = 10_000;

function membersOf(file: DocumentFile): number {
  const elements = [file, ...file.Images, ...file.Images.flatMap(({ Zones }) => Zones)];
  return elements.reduce((sum, { Titles, Actions }) => sum + 1 + Titles.length + Actions.length, 0);
}

/** Why the actions of an element do not find room, a sentence for each language. */
export function roomRefusals(actions: readonly ActionFile[]): readonly string[] {
  const sums = new Map<string, { count: number; length: number }>();
  for (const { LanguageCode, Name, Style, Content } of actions) {
    const sum = sums.get(LanguageCode) ?? { count: 0, length: 0 };
    const length = (Name?.length ?? 0) + (Style?.length ?? 0) + (Content?.length ?? 0);
    sums.set(LanguageCode, { count: sum.count + 1, length: sum.length + length });
  }
  return [...sums.values()].flatMap(({ count, length }) => roomRefusal(count, length) ?? []);
}

/** @throws LoupeError BAD_USER_INPUT with a report of every problem */
export function requireFile(read: ReadText, report: ImportReport): DocumentFile {
  const parsed = documentFile.safeParse(canonical(read.value, memberNames));
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues) report.add(path as MemberPath, message);
    report.refuse();
  }
  const file = parsed.data as DocumentFile;
  const members = membersOf(file);
  if (members > MAX_MEMBERS) {
    report.add([], `an import may hold ${MAX_MEMBERS} elements, titles and actions; these are ${members}`);
    report.refuse();
  }
  return file;
}

/** The icons that a file names, each once. */
export function iconsOf({ Actions, Images }: DocumentFile): readonly string[] {
  const all = [
    ...Actions,
    ...Images.flatMap((image) => [...image.Actions, ...image.Zones.flatMap((zone) => zone.Actions)]),
  ];
  return [...new Set(all.flatMap(({ Icon }) => Icon ?? []))];
}

/** Known members as a schema spells them; others are not looked at. @param names by their lower-case spelling */
export function canonical(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => canonical(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const known = names.get(name.toLowerCase());
      return known === undefined ? [] : [[known, canonical(member, names)]];
    }),
  );
}
