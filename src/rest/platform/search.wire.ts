/** Members of search results as the platform's clients know them. */
import type { DocumentView } from '../../publishing/views.js';
import type { SearchHit } from '../../search/search.service.js';
import { userWire } from './accounts.wire.js';
import { documentWire, type FileUrl, folderWire, organizationWire } from './tree.wire.js';

export function searchHitWire(hit: SearchHit, fileUrl: FileUrl) {
  const Path = hit.path.map(({ id, type, name }) => ({ Id: id, Type: type, Name: name }));
  return { Type: hit.type, Result: resultOf(hit, fileUrl), Path };
}

function resultOf(hit: SearchHit, fileUrl: FileUrl): object {
  switch (hit.type) {
    case 'Organization':
      return organizationWire(hit.result, fileUrl);
    case 'Folder':
      return folderWire(hit.result);
    case 'Document':
      return { ...documentWire(hit.result, fileUrl), Links: linksOf(hit.result) };
    case 'User':
      return userWire(hit.result);
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
