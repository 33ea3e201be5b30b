/** Members of pictures as the platform's clients know them. */
import type { FoundPicture, PictureView } from '../../pictures/views.js';
import type { FileUrl } from './tree.wire.js';

const SCORE_DIGITS = 4;

export function pictureWire(picture: PictureView, fileUrl: FileUrl) {
  return {
    Id: picture.id,
    _objectId: picture.objectId,
    Name: picture.name,
    Data: picture.data,
    OrganizationId: picture.organizationId,
    BigThumbnailUrl: fileUrl(picture.bigThumbnailFileId),
    SessionId: null as string | null,
    RecognitionScore: null as string | null,
    Keywords: picture.keywords,
  };
}

/** A score is a text on this surface. */
export function foundPictureWire(picture: FoundPicture, sessionId: string, fileUrl: FileUrl) {
  return {
    ...pictureWire(picture, fileUrl),
    SessionId: sessionId,
    RecognitionScore: picture.score.toFixed(SCORE_DIGITS),
  };
}
