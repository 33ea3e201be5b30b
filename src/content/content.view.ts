/** Views of titles, actions and what belongs to them as the platform's clients know them. */
import type {
  ActionView,
  DocumentLanguageView,
  IconView,
  LanguageView,
  PropertyView,
  TitleView,
} from './views.js';
import type { FileUrl } from '../rest/platform/shapes.js';
import { z } from 'zod';
import { actionTypes } from './actions/action.entity.js';
import { propertyTypes } from './properties/property.entity.js';
import {
  address,
  dates,
  guid,
  optionalText,
  rulesShape,
  shape,
  text,
  whole,
  windowShape,
} from '../rest/platform/shapes.js';

import { view } from '../rest/shared/view.js';

const titleShape = shape('Title', 'The name of an element in a language', {
  NodeId: guid,
  LanguageCode: text,
  Value: text,
  Style: optionalText,
  TimeWindow: windowShape,
});

export const titleView = view(
  titleShape,
  ({ nodeId, languageCode, value, style, timeWindow }: TitleView) => ({
    NodeId: nodeId,
    LanguageCode: languageCode,
    Value: value,
    Style: style,
    TimeWindow: timeWindow,
  }),
);

const actionShape = shape('Action', 'What a reader can trigger after recognition, in one language', {
  Id: guid,
  NodeId: guid,
  IconId: guid.nullable(),
  IsValid: z
    .boolean()
    .describe('Whether Content follows the rules of Type; an action that does not is not shown'),
  LanguageCode: text,
  Priority: whole.nullable(),
  Order: whole.nullable(),
  Name: text,
  Style: optionalText,
  Type: z.enum(actionTypes),
  Content: text.describe('Serialized JSON whose shape depends on Type'),
  Rules: rulesShape,
  TimeWindow: windowShape,
  ...dates,
});

export const actionView = view(actionShape, (action: ActionView) => ({
  Id: action.id,
  NodeId: action.nodeId,
  IconId: action.iconId,
  IsValid: action.isValid,
  LanguageCode: action.languageCode,
  Priority: action.priority,
  Order: action.order,
  Name: action.name,
  Style: action.style,
  Type: action.type,
  Content: action.content,
  Rules: action.rules,
  TimeWindow: action.timeWindow,
  DateCreated: action.dateCreated.toISOString(),
  DateModified: action.dateModified.toISOString(),
}));

const documentLanguageShape = shape('DocumentLanguage', 'A language that a document is offered in', {
  DocumentId: guid,
  LanguageCode: text,
});

export const documentLanguageView = view(
  documentLanguageShape,
  ({ documentId, languageCode }: DocumentLanguageView) => ({
    DocumentId: documentId,
    LanguageCode: languageCode,
  }),
);

const languageShape = shape('Language', 'A language that content can be written in', {
  Code: text,
  Name: text,
  Region: text,
  Zone: text.describe('Geographic zone'),
});

export const languageView = view(languageShape, ({ code, name, region, zone }: LanguageView) => ({
  Code: code,
  Name: name,
  Region: region,
  Zone: zone,
}));

const iconShape = shape('Icon', 'A picture of at most 64 x 64 pixels for actions', {
  Id: guid,
  NodeId: guid,
  Name: optionalText,
  Tags: optionalText.describe('Comma-separated'),
  Url: address,
});

export const iconView = view(iconShape, ({ id, nodeId, name, tags, fileId }: IconView, fileUrl: FileUrl) => ({
  Id: id,
  NodeId: nodeId,
  Name: name,
  Tags: tags,
  Url: fileUrl(fileId),
}));

const propertyShape = shape('Property', 'A default of an element', {
  Id: guid,
  NodeId: guid,
  Type: z.enum(propertyTypes),
  Name: text.describe('Of a style: ActionStyle or TitleStyle'),
  Value: optionalText,
});

export const propertyView = view(propertyShape, ({ id, nodeId, type, name, value }: PropertyView) => ({
  Id: id,
  NodeId: nodeId,
  Type: type,
  Name: name,
  Value: value,
}));

export const cardView = view(
  shape('VCard', 'A contact card as vCard 3.0', { VCard: text }),
  (card: string) => ({ VCard: card }),
);
export const calendarView = view(
  shape('VCalendar', 'An event as iCalendar 2.0', { VCalendar: text }),
  (calendar: string) => ({ VCalendar: calendar }),
);
