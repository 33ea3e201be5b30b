/** Shape of pictures. */
import { z } from 'zod';
import { guid, optionalAddress, optionalText, shape, text } from './common.js';

export const pictureShape = shape('Picture', 'A picture of picture mode', {
  Id: guid,
  _objectId: text.describe('Pages of lists are cut by it'),
  Name: text,
  Data: optionalText,
  OrganizationId: guid,
  BigThumbnailUrl: optionalAddress,
  SessionId: text.nullable().describe('Of the search; null elsewhere'),
  RecognitionScore: text.nullable().describe('Of a search, 0 to 1; 1 is best'),
  Keywords: z.array(text),
});
