/** A draft of a document, for rows that need one. */
import { operator } from '../../src/access/viewer.js';
import type { TestApp } from '../kit/app.js';
import { canary } from './target.js';

/** Starts one where there is none, with a change of the document's title. */
export async function makeDraft({ loupe }: { readonly loupe: TestApp }, documentId: string): Promise<void> {
  const { drafts } = loupe.app.services;
  await drafts.start(operator, documentId);
  const value = `${canary()} in a draft`;
  await drafts.edit(operator, documentId, [
    { change: { setTitle: { nodeId: documentId, languageCode: 'en-US', value } } },
  ]);
}
