/** A change of many texts, for rows that take one back. */
import { operator } from '../../src/access/viewer.js';
import { newId } from '../../src/kernel/ids.js';
import type { TestApp } from '../kit/app.js';
import { canary } from './target.js';

/** @returns what takes the change back */
export async function makeTextChange(
  { loupe }: { readonly loupe: TestApp },
  documentId: string,
): Promise<string> {
  const { textTables, titles } = loupe.app.services;
  const { value } = await titles.get(operator, documentId, 'en-US');
  const { undoId } = await textTables.edit(operator, documentId, [
    {
      elementId: documentId,
      languageCode: 'en-US',
      actionId: null,
      field: 'Title',
      path: null,
      before: value,
      after: `${canary()} ${newId()}`,
    },
  ]);
  if (undoId === null) throw new Error('The texts are what they were.');
  return undoId;
}

/** @returns the newest change in the history of a document */
export async function lastChange(
  { loupe }: { readonly loupe: TestApp },
  documentId: string,
): Promise<string> {
  const { changes } = await loupe.app.services.documentHistory.list(operator, documentId, {
    before: null,
    first: 1,
  });
  const [change] = changes;
  if (change === undefined) throw new Error('The document has no history.');
  return change.id;
}
