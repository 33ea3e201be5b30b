import { operator } from '../../src/access/viewer.js';
import type { TestApp } from '../kit/app.js';

/** A short address of a document. @returns its id */
export async function makeShortAddress(
  { loupe }: { readonly loupe: TestApp },
  documentId: string,
): Promise<string> {
  const { id } = await loupe.app.services.shortAddresses.create(operator, { elementId: documentId }, []);
  return id;
}
