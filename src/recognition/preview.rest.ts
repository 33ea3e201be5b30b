/** What a reader would be answered, with the reason of each choice. */
import { z } from 'zod';
import { nodeTypes } from '../tree/node.entity.js';
import { badInput } from '../kernel/errors.js';
import { type ReaderPlatform, readerPlatforms } from '../kernel/rules/address-rules.js';
import { choiceReasons } from './reader-choice.js';
import { languageReasons } from './language-choice.js';
import { hiddenReasons, type PreviewSource, type ReaderPreview } from './reader-preview.service.js';
import { view } from '../rest/shared/view.js';
import { ok } from '../rest/platform/answer.js';
import { route, type Route } from '../rest/platform/route.js';
import {
  date,
  type FileUrl,
  guid,
  optionalAddress,
  optionalText,
  shape,
  text,
  whole,
} from '../rest/platform/shapes.js';

const sourceShape = shape('PreviewSource', 'An element that something comes from', {
  Id: guid,
  Type: z.enum(nodeTypes),
  Name: text,
});
const sourceOf = ({ id, type, name }: PreviewSource) => ({ Id: id, Type: type, Name: name });

const languageShape = shape('PreviewLanguage', 'A language of the document, as it suits the reader', {
  Code: text,
  Reason: z.enum(languageReasons),
  HasActions: z.boolean().describe('The first language with actions is answered'),
  IsChosen: z.boolean(),
});

const actionShape = shape('PreviewAction', 'An action as the reader would see it', {
  Id: guid,
  Name: text,
  Type: text,
  Content: text,
  Icon: optionalAddress,
  Style: optionalText,
  Priority: whole.nullable(),
  Order: whole.nullable(),
  Source: sourceShape,
  HasOwnStyle: z
    .boolean()
    .describe('False where the style is a default of an element above, or there is none'),
  HasOwnIcon: z.boolean().describe('False where the icon is a default of an element above, or there is none'),
  Choice: z
    .enum(choiceReasons)
    .nullable()
    .describe('Why its rules lead the reader to the address in Content; null where it has none'),
  Variant: optionalText.describe('By which the reader is counted; null where nothing is compared'),
});

const previewView = view(
  shape('ReaderPreview', 'What a reader would be answered for a page or zone', {
    ElementId: guid,
    At: date.describe('When it is what a reader gets'),
    ChangesAt: date.nullable().describe('When a time window next opens or closes; null: none does'),
    HiddenReasons: z.array(z.enum(hiddenReasons)).describe('Why a photo is not answered; empty when it is'),
    LanguageCode: text,
    Languages: z.array(languageShape),
    Title: text,
    TitleSource: sourceShape.nullable().describe("null where the document's name stands for a title"),
    TitleStyle: optionalText,
    AutoTrigger: z.boolean(),
    Actions: z.array(actionShape),
  }),
  (preview: ReaderPreview, fileUrl: FileUrl) => ({
    ElementId: preview.elementId,
    At: preview.at.toISOString(),
    ChangesAt: preview.changesAt?.toISOString() ?? null,
    HiddenReasons: [...preview.hiddenReasons],
    LanguageCode: preview.languageCode,
    Languages: preview.languages.map(({ code, reason, hasActions, isChosen }) => ({
      Code: code,
      Reason: reason,
      HasActions: hasActions,
      IsChosen: isChosen,
    })),
    Title: preview.title,
    TitleSource: preview.titleSource === null ? null : sourceOf(preview.titleSource),
    TitleStyle: preview.titleStyle,
    AutoTrigger: preview.autoTrigger,
    Actions: preview.actions.map((action) => ({
      Id: action.id,
      Name: action.name,
      Type: action.type,
      Content: action.content,
      Icon: fileUrl(action.iconFileId),
      Style: action.style,
      Priority: action.priority,
      Order: action.order,
      Source: sourceOf(action.source),
      HasOwnStyle: action.hasOwnStyle,
      HasOwnIcon: action.hasOwnIcon,
      Choice: action.choice?.reason ?? null,
      Variant: action.choice?.variant ?? null,
    })),
  }),
);

function platformIn(text: string | null): ReaderPlatform | null {
  if (text === null || text === '') return null;
  const known = readerPlatforms.find((platform) => platform.toLowerCase() === text.toLowerCase());
  if (known === undefined) throw badInput('platform', 'must be iOS, Android or Desktop');
  return known;
}

export const previewRoutes: readonly Route[] = [
  route(
    'GET',
    '/api/Preview',
    'What a reader would be answered for a page or zone, now or ?at= a time, and why; no match is recorded',
    async (call) => {
      const elementId = call.query.required('elementId');
      const at = call.query.instant('at', await call.services.timeZones.of(elementId));
      const preview = call.services.readerPreviews.preview(
        call.viewer,
        elementId,
        call.query.get('languageCode'),
        { at, platform: platformIn(call.query.get('platform')), variant: call.query.get('variant') },
      );
      return ok(previewView.of(await preview, call.urlOf));
    },
    {
      query: {
        'elementId*': 'The page or zone',
        languageCode: "The reader's language",
        platform: "Of the reader's device: iOS, Android or Desktop",
        variant: 'The share that the reader is in, for example B',
        at: 'As at this time, in the zone of the organization unless one is written; now by default',
      },
      answer: previewView.shape,
    },
  ),
];
