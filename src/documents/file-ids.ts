import type { StoredFile } from '../media/blobs/stored-file.entity.js';

/** Ids of files by `owner kind`; of several alike the first. */
export function idsByOwner(
  files: readonly Pick<StoredFile, 'id' | 'ownerId' | 'kind'>[],
): ReadonlyMap<string, string> {
  return new Map(files.toReversed().map(({ id, ownerId, kind }) => [`${ownerId} ${kind}`, id]));
}
