import { operator } from '../../src/access/viewer.js';
import type { TestApp } from '../kit/app.js';

/** A pack of a document's pages, made. @returns its id */
export async function makePack({ loupe }: { readonly loupe: TestApp }, documentId: string): Promise<string> {
  const { packs, jobs } = loupe.app.services;
  const { id, jobId } = await packs.create(operator, { elementId: documentId });
  await jobs.waitFor(jobId);
  return id;
}
