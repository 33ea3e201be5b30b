/** Views of search results as the platform's clients know them. */
import { z } from 'zod';
import { nodeTypes } from '../tree/node.entity.js';
import { searchFields } from './text-search.rows.js';
import type { TextHit } from './text-search.service.js';
import { view } from '../rest/shared/view.js';
import { boxOf, boxShape, guid, optionalText, shape, text, type FileUrl } from '../rest/platform/shapes.js';
import { stepShape, documentView, folderView, organizationView } from '../tree/tree.view.js';
import type { DocumentView } from '../documents/views.js';
import type { SearchHit } from './search.service.js';
import { userView } from '../users/user.view.js';

/** What a search in texts answers. */
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

function resultOf(hit: SearchHit, fileUrl: FileUrl) {
  switch (hit.type) {
    case 'Organization':
      return organizationView.of(hit.result, fileUrl);
    case 'Folder':
      return folderView.of(hit.result);
    case 'Document':
      return { ...documentView.of(hit.result, fileUrl), Links: linksOf(hit.result) };
    case 'User':
      return userView.of(hit.result);
  }
}

/** Where to go from a document that was found. */
function linksOf({ id, parentId }: DocumentView) {
  const link = (HRef: string) => ({ HRef, Method: 'GET' });
  return {
    self: link(`/api/documents/${id}`),
    samelevelnodes: link(`/api/nodes/${parentId ?? id}/nodes`),
    children: link(`/api/nodes/${id}/nodes`),
    'list:node': link(`/api/nodes/${id}`),
  };
}

const step = shape('SearchPathStep', "A step from the caller's organization to an element", {
  Id: guid,
  Type: z.enum([...nodeTypes, 'User']),
  Name: text,
});

const searchResultShape = shape('SearchResult', 'An element that was found', {
  Type: z.enum(['Organization', 'Folder', 'Document', 'User']),
  Result: z.looseObject({ Id: guid }).describe("The element's own fields"),
  Path: z.array(step),
});

export const searchHitView = view(searchResultShape, (hit: SearchHit, fileUrl: FileUrl) => {
  const Path = hit.path.map(({ id, type, name }) => ({ Id: id, Type: type, Name: name }));
  return { Type: hit.type, Result: resultOf(hit, fileUrl), Path };
});
