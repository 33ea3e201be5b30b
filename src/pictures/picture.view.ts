/** Views of pictures as the platform's clients know them. */
import type { FoundPicture, PictureView } from './views.js';
import type { FileUrl } from '../rest/platform/shapes.js';
import { z } from 'zod';
import { recognizabilityShape, recognizabilityView } from '../engine/references/recognizability.view.js';
import { guid, optionalAddress, optionalText, shape, text } from '../rest/platform/shapes.js';

import { view } from '../rest/shared/view.js';

const SCORE_DIGITS = 4;

const pictureShape = shape('Picture', 'A picture of picture mode', {
  Id: guid,
  _objectId: text.describe('Pages of lists are cut by it'),
  Name: text,
  Data: optionalText,
  OrganizationId: guid,
  BigThumbnailUrl: optionalAddress,
  SessionId: text.nullable().describe('Of the search; null elsewhere'),
  RecognitionScore: text.nullable().describe('Of a search, 0 to 1; 1 is best'),
  Keywords: z.array(text),
  Recognizability: recognizabilityShape,
});

export const pictureView = view(pictureShape, (picture: PictureView, fileUrl: FileUrl) => ({
  Id: picture.id,
  _objectId: picture.objectId,
  Name: picture.name,
  Data: picture.data,
  OrganizationId: picture.organizationId,
  BigThumbnailUrl: fileUrl(picture.bigThumbnailFileId),
  SessionId: null,
  RecognitionScore: null,
  Keywords: picture.keywords,
  Recognizability: recognizabilityView.of(picture.recognizability),
}));

/** A score is a text on this surface. */
export const foundPictureView = view(
  pictureShape,
  (picture: FoundPicture, sessionId: string, fileUrl: FileUrl) => ({
    ...pictureView.of(picture, fileUrl),
    SessionId: sessionId,
    RecognitionScore: picture.score.toFixed(SCORE_DIGITS),
  }),
);
