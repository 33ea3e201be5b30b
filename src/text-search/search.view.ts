/** Views of search results as the platform's clients know them. */
import type { DocumentView } from '../documents/views.js';
import type { SearchHit } from './search.service.js';
import { z } from 'zod';
import { nodeTypes } from '../tree/node.entity.js';
import { type FileUrl, guid, shape, text } from '../rest/platform/shapes.js';

import { view } from '../rest/shared/view.js';
import { userView } from '../users/user.view.js';
import { documentView, folderView, organizationView } from '../tree/tree.view.js';

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
