/** Pages are added, taken away and imported only while nobody makes them. */
import type { EntityManager } from '../db/database.js';
import { LoupeError } from '../kernel/errors.js';
import { Document } from './document.entity.js';

/** @throws LoupeError CONFLICT while the pages of a document are being processed */
export async function requireSettled(em: EntityManager, documentId: string): Promise<Document> {
  const document = await em.findOneOrFail(Document, { id: documentId });
  if (document.processing === 'Ready' || document.processing === 'Failed') return document;
  throw new LoupeError(
    'CONFLICT',
    'The pages of the document are still being processed. Retry when they are ready.',
  );
}

/** @throws LoupeError CONFLICT while the pages of a document are being processed, and when they could not be */
export async function requireReady(em: EntityManager, documentId: string): Promise<void> {
  const document = await requireSettled(em, documentId);
  if (document.processing === 'Ready') return;
  throw new LoupeError(
    'CONFLICT',
    'The pages of this document could not be processed. Retry it or replace its file first.',
  );
}
