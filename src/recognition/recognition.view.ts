/** Views of recognized images as the platform's clients know them. */
import type { EnrichedActionView, EnrichedImageView } from './views.js';
import type { FileUrl } from '../rest/platform/shapes.js';
import type { ClickView, MatchView } from '../readers/match.reader.js';
import { z } from 'zod';
import { actionTypes } from '../content/actions/action.entity.js';
import { date, guid, optionalAddress, optionalText, shape, text, whole } from '../rest/platform/shapes.js';

import { view } from '../rest/shared/view.js';

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

const enrichedActionView = view(enrichedActionShape, (action: EnrichedActionView, fileUrl: FileUrl) => ({
  Id: action.id,
  Icon: fileUrl(action.iconFileId),
  Priority: action.priority,
  Order: action.order,
  Name: action.name,
  Style: action.style,
  Type: action.type,
  Content: action.content,
}));

const cornerShape = shape('Corner', 'A place in a photo, as fractions of its width and height', {
  X: z.number().describe('0 at the left, 1 at the right'),
  Y: z.number().describe('0 at the top, 1 at the bottom'),
});

const enrichedImageShape = shape('EnrichedImage', 'What was recognized, in the language of the reader', {
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
  Outline: z
    .array(cornerShape)
    .optional()
    .describe(
      'With `WithOutline: true`: its corners in the photo, clockwise from its own top left; they may lie outside',
    ),
});

export const enrichedImageView = view(enrichedImageShape, (image: EnrichedImageView, fileUrl: FileUrl) => ({
  Id: image.id,
  BigThumbnailUrl: fileUrl(image.bigThumbnailFileId),
  LanguageCode: image.languageCode,
  Title: image.title,
  DocumentId: image.documentId,
  SessionId: image.sessionId,
  Order: image.order,
  AutoTrigger: image.autoTrigger,
  TitleStyle: image.titleStyle,
  Data: image.data,
  Score: image.score,
  Actions: image.actions.map((action) => enrichedActionView.of(action, fileUrl)),
}));

/** The answer with the outline in the photo. */
export const outlinedImageView = view(enrichedImageShape, (image: EnrichedImageView, fileUrl: FileUrl) => ({
  ...enrichedImageView.of(image, fileUrl),
  Outline: image.outline.map(([X, Y]) => ({ X, Y })),
}));

const clickShape = shape('Click', 'A tap of a reader on an action', {
  ClickTime: date,
  Host: optionalText,
  ActionName: text,
  ActionOrder: whole.nullable(),
  ActionType: text,
  ActionId: guid,
});

const clickView = view(clickShape, (click: ClickView) => ({
  ClickTime: click.clickTime.toISOString(),
  Host: click.host,
  ActionName: click.actionName,
  ActionOrder: click.actionOrder,
  ActionType: click.actionType,
  ActionId: click.actionId,
}));

const recordedClickShape = shape('RecordedClick', 'A tap of a reader, and the match that it followed', {
  ...clickShape.shape,
  Id: guid,
  SessionId: text,
  MatchId: guid.nullable().describe('null for a click of its own'),
});

export const recordedClickView = view(recordedClickShape, (click: ClickView) => ({
  ...clickView.of(click),
  Id: click.id,
  SessionId: click.sessionId,
  MatchId: click.matchId,
}));

const matchShape = shape('Match', 'A recognition of a document', {
  RequestTime: date,
  DeviceSystemVersion: optionalText,
  Language: text,
  'Operating System': optionalText,
  ImageOrder: whole,
  DocumentName: text,
  Host: optionalText,
  Clicks: z.array(clickShape),
});

export const matchView = view(matchShape, (match: MatchView) => ({
  RequestTime: match.requestTime.toISOString(),
  DeviceSystemVersion: match.deviceSystemVersion,
  Language: match.language,
  'Operating System': match.operatingSystem,
  ImageOrder: match.imageOrder,
  DocumentName: match.documentName,
  Host: match.host,
  Clicks: match.clicks.map(clickView.of),
}));
