/** What searches narrow references by: a row for each keyword and each plain member of the metadata. */
import type { EntityManager } from '../../db/database.js';
import { inParts } from '../../db/in-parts.js';
import { comparedMembers } from './metadata.rules.js';
import { ReferenceKeyword, ReferenceMetadata, type Reference } from './reference.entity.js';

/** SQL databases limit the values of one statement. */
const BATCH = 500;

type Tagged = Pick<Reference, 'key' | 'keywords' | 'metadata'>;

/** Replaces the rows of references. */
export async function writeTags(
  em: EntityManager,
  applicationId: string,
  references: readonly Tagged[],
): Promise<void> {
  for (const batch of inParts(references, BATCH)) {
    const ofBatch = { referenceKey: { $in: batch.map(({ key }) => key) } };
    await em.nativeDelete(ReferenceKeyword, ofBatch);
    await em.nativeDelete(ReferenceMetadata, ofBatch);
  }
  await addTags(em, applicationId, references);
}

/** The rows of references that have none. */
export async function addTags(
  em: EntityManager,
  applicationId: string,
  references: readonly Tagged[],
): Promise<void> {
  for (const batch of inParts(references, BATCH)) {
    const keywords = batch.flatMap(({ key: referenceKey, keywords: all }) =>
      all.map((keyword) => ({ referenceKey, keyword, applicationId })),
    );
    const members = batch.flatMap(({ key: referenceKey, metadata = null }) =>
      comparedMembers(metadata).map((member) => ({ referenceKey, applicationId, ...member })),
    );
    for (const part of inParts(keywords, BATCH)) await em.insertMany(ReferenceKeyword, part);
    for (const part of inParts(members, BATCH)) await em.insertMany(ReferenceMetadata, part);
  }
}
