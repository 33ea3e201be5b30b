/** Shapes of recognitions and what followed them. */
import { z } from 'zod';
import { actionTypes } from '../../../content/action.entity.js';
import { date, guid, optionalAddress, optionalText, shape, text, whole } from './common.js';

const enrichedActionShape = shape('EnrichedAction', 'An action as a reader sees it', {
  Id: guid,
  Icon: optionalAddress,
  Priority: whole.nullable(),
  Order: whole.nullable(),
  Name: text,
  Style: optionalText,
  Type: z.enum(actionTypes),
  Content: text,
});

export const enrichedImageShape = shape(
  'EnrichedImage',
  'What was recognized, in the language of the reader',
  {
    Id: guid.describe('The image or zone'),
    BigThumbnailUrl: optionalAddress,
    LanguageCode: optionalText,
    Title: optionalText,
    DocumentId: guid.nullable(),
    SessionId: text,
    Order: whole.nullable(),
    AutoTrigger: z.boolean(),
    TitleStyle: optionalText,
    Data: text.describe('Empty except for a picture'),
    Score: z.number().min(0).max(1),
    Actions: z.array(enrichedActionShape),
  },
);

const clickShape = shape('Click', 'A tap of a reader on an action', {
  ClickTime: date,
  Host: optionalText,
  ActionName: text,
  ActionOrder: whole.nullable(),
  ActionType: text,
  ActionId: guid,
});

export const matchShape = shape('Match', 'A recognition of a document', {
  RequestTime: date,
  DeviceSystemVersion: optionalText,
  Language: text,
  'Operating System': optionalText,
  ImageOrder: whole,
  DocumentName: text,
  Host: optionalText,
  Clicks: z.array(clickShape),
});
