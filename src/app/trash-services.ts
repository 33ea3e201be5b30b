/** Wires the trash. */
import type { OperationLog } from '../audit/operation-log.js';
import { TrashService } from '../documents/trash/trash.service.js';
import type { NodeRemoval } from '../tree/node-removal.js';
import type { PictureTrash } from '../pictures/picture-trash.js';
import type { TreeBasics } from './content-services.js';
import type { DocumentBasics } from './document-services.js';
import type { Foundations } from './foundations.js';

export interface TrashServices {
  readonly trash: TrashService;
}

export interface TrashSurroundings {
  readonly operations: OperationLog;
  readonly removal: NodeRemoval;
  readonly pictures: PictureTrash;
  readonly tree: TreeBasics;
  readonly documents: DocumentBasics;
}

export function createTrash(
  { config, database, clock }: Foundations,
  { operations, removal, pictures, tree, documents: { restorer } }: TrashSurroundings,
): TrashServices {
  const { guardedNodes: guarded } = tree;
  const { trashDays: days } = config;
  return {
    trash: new TrashService({ database, clock, guarded, removal, restorer, pictures, operations, days }),
  };
}
