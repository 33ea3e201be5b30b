/** One element of the target for each type that `node(id)` can answer with. */
import type { Target } from '../target.js';

export const nodeTypes: Readonly<Record<string, keyof Target>> = {
  Organization: 'organizationId',
  Folder: 'folderId',
  Document: 'documentId',
  Image: 'imageId',
  Zone: 'zoneId',
  Action: 'actionId',
  Icon: 'iconId',
  Property: 'propertyId',
  User: 'userId',
  Title: 'titleId',
  Picture: 'pictureId',
  Operation: 'operationId',
  Match: 'matchId',
  Click: 'clickId',
};
