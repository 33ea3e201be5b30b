/** Shapes of titles, actions and what belongs to them. */
import { z } from 'zod';
import { actionTypes } from '../../../content/action.entity.js';
import { propertyTypes } from '../../../content/property.entity.js';
import { address, dates, guid, optionalText, shape, text, whole } from './common.js';

export const titleShape = shape('Title', 'The name of an element in a language', {
  NodeId: guid,
  LanguageCode: text,
  Value: text,
  Style: optionalText,
});

export const actionShape = shape('Action', 'What a reader can trigger after recognition, in one language', {
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
  ...dates,
});

export const documentLanguageShape = shape('DocumentLanguage', 'A language that a document is offered in', {
  DocumentId: guid,
  LanguageCode: text,
});

export const languageShape = shape('Language', 'A language that content can be written in', {
  Code: text,
  Name: text,
  Region: text,
  Zone: text.describe('Geographic zone'),
});

export const iconShape = shape('Icon', 'A picture of at most 64 x 64 pixels for actions', {
  Id: guid,
  NodeId: guid,
  Name: optionalText,
  Tags: optionalText.describe('Comma-separated'),
  Url: address,
});

export const propertyShape = shape('Property', 'A default of an element', {
  Id: guid,
  NodeId: guid,
  Type: z.enum(propertyTypes),
  Name: text.describe('Of a style: ActionStyle or TitleStyle'),
  Value: optionalText,
});

export const cardShape = shape('VCard', 'A contact card as vCard 3.0', { VCard: text });
export const calendarShape = shape('VCalendar', 'An event as iCalendar 2.0', { VCalendar: text });
