/** A picture of picture mode as a scan answers it: its data, and nothing of what only pages have. */
import type { EntityManager } from '../db/database.js';
import { Picture } from '../pictures/picture.entity.js';
import { readPictures } from '../pictures/picture.reader.js';
import type { EnrichedImageView } from './views.js';

/** null when the picture is gone. */
export async function pictureAnswer(
  em: EntityManager,
  pictureId: string,
): Promise<Omit<EnrichedImageView, 'sessionId' | 'score' | 'outline'> | null> {
  const picture = await em.findOne(Picture, { id: pictureId });
  if (picture === null) return null;
  const [view] = await readPictures(em, [picture]);
  return {
    id: picture.id,
    bigThumbnailFileId: view?.bigThumbnailFileId ?? null,
    languageCode: null,
    title: null,
    documentId: null,
    order: null,
    autoTrigger: false,
    titleStyle: null,
    data: picture.data ?? '',
    actions: [],
  };
}
