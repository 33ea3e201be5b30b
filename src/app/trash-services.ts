/** Wires the trash. */
import type { OperationLog } from '../audit/operation-log.js';
import { TrashRestorer } from '../publishing/trash-restorer.js';
import { TrashService } from '../publishing/trash.service.js';
import type { NodeRemoval } from '../hierarchy/node-removal.js';
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
  { operations, removal, pictures, tree, documents: { targets, cover } }: TrashSurroundings,
): TrashServices {
  const { nodeStore: nodes, guardedNodes: guarded, titleWriter: titles } = tree;
  const restorer = new TrashRestorer({ nodes, guarded, titles, targets, cover });
  const { trashDays: days } = config;
  return {
    trash: new TrashService({ database, clock, guarded, removal, restorer, pictures, operations, days }),
  };
}
