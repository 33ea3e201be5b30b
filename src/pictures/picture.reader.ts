/** Views of pictures. */
import { readRecognizability } from '../engine/references/recognizability.js';
import type { EntityManager } from '../db/database.js';
import { StoredFile } from '../media/blobs/stored-file.entity.js';
import type { Picture } from './picture.entity.js';
import type { PictureView } from './views.js';

/** SQL databases limit the values of one statement. */
const BATCH = 500;

export async function readPictures(em: EntityManager, pictures: readonly Picture[]): Promise<PictureView[]> {
  const thumbnails = new Map<string, string>();
  for (let from = 0; from < pictures.length; from += BATCH) {
    const ids = pictures.slice(from, from + BATCH).map(({ id }) => id);
    const files = await em.find(
      StoredFile,
      { ownerId: { $in: ids }, kind: 'BigThumbnail' },
      { fields: ['id', 'ownerId'] },
    );
    for (const file of files) thumbnails.set(file.ownerId, file.id);
  }
  return pictures.map((picture) => ({
    id: picture.id,
    objectId: picture.objectId,
    organizationId: picture.organizationId,
    name: picture.name,
    data: picture.data ?? null,
    keywords: picture.keywords,
    recognizability: readRecognizability(picture),
    bigThumbnailFileId: thumbnails.get(picture.id) ?? null,
    dateCreated: picture.dateCreated,
    dateModified: picture.dateModified,
  }));
}
