/** The form of what may be imported: which members there are and how many, before the rules look at what they say. */
import { type DocumentFile, documentFile, memberNames } from './document-file.js';
import { MAX_MEMBERS, membersOf } from './import-limits.js';
import type { ImportReport, MemberPath, ReadText } from './import-report.js';

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
