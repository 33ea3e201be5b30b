/** What a search in texts answers. */
import { z } from 'zod';
import { nodeTypes } from '../tree/node.entity.js';
import { searchFields } from './text-search.rows.js';
import type { TextHit } from './text-search.service.js';
import { view } from '../rest/shared/view.js';
import { boxOf, boxShape, guid, optionalText, shape, text } from '../rest/platform/shapes.js';
import { stepShape } from '../tree/tree.view.js';

const match = shape('TextMatch', 'A text of an element that holds what was searched for', {
  Field: z.enum(searchFields).describe('Where it is'),
  LanguageCode: optionalText.describe('Of the title or action; null for names'),
  Text: text.describe('The name, the title, the name of the action, what it opens, or words of the page'),
  ActionId: guid.nullable(),
  Box: boxShape.nullable().describe('Where words are printed; null for what is not printed'),
});

const hit = shape('TextSearchHit', 'An element that was found, and by what', {
  Id: guid,
  Type: z.enum(nodeTypes),
  Name: text,
  Path: z.array(stepShape).describe("From the caller's organization to the element itself"),
  Matches: z.array(match).describe('The first ten'),
});

export const textHitView = view(hit, ({ id, type, path, matches }: TextHit) => ({
  Id: id,
  Type: type,
  Name: path.at(-1)?.name ?? '',
  Path: path.map((step) => ({ Id: step.id, Type: step.type, Name: step.name })),
  Matches: matches.map(({ field, languageCode, text, actionId, box }) => ({
    Field: field,
    LanguageCode: languageCode,
    Text: text,
    ActionId: actionId,
    Box: box === null ? null : boxOf(box),
  })),
}));
