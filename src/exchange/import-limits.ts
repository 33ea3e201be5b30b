/** How much an import may hold. */
import { roomRefusal } from '../content/actions/action-room.js';
import type { ActionFile, DocumentFile } from './document-file.js';

/** Elements, titles and actions of one import together. */
export const MAX_MEMBERS = 10_000;

export function membersOf(file: DocumentFile): number {
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
