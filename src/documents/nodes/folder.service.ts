/** Folders: names for groups of documents, nested at will. */
import type { Viewer } from '../../access/viewer.js';
import type { Database } from '../../db/database.js';
import { requireUnchanged } from '../../db/entities.js';
import { newId } from '../../kernel/ids.js';
import type { OperationLog } from '../../audit/operation-log.js';
import { acceptGivenId } from '../../tree/given-ids.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import type { Node } from '../../tree/node.entity.js';
import type { NodeRemoval } from '../../tree/node-removal.js';
import { requireName } from '../../tree/node.rules.js';
import { moveElement } from '../drafts/approval-rule.js';
import { readSiblings } from './sibling-rows.js';
import type { NodeStore } from '../../tree/node.store.js';
import { type Precondition, nodeStateOf } from '../../kernel/precondition.js';
import type { TrashBin } from '../trash/trash-bin.js';
import type { FolderView } from '../views.js';

export interface FolderInput {
  readonly parentId: string;
  readonly name: string;
}

export class FolderService {
  constructor(
    private readonly database: Database,
    private readonly nodes: NodeStore,
    private readonly guarded: GuardedNodes,
    private readonly removal: NodeRemoval,
    private readonly trash: TrashBin,
    private readonly operations: OperationLog,
  ) {}

  /**
   * @param givenId one that an operator brings along from elsewhere
   * @throws LoupeError NOT_FOUND (parent), FORBIDDEN, BAD_USER_INPUT, CONFLICT (the given id)
   */
  async create(
    viewer: Viewer,
    { parentId, name }: FolderInput,
    givenId: string | null = null,
  ): Promise<FolderView> {
    return this.database.transaction(async ({ em }) => {
      await this.guarded.require(em, viewer, 'content:write', parentId);
      const id = givenId === null ? newId() : await acceptGivenId(em, viewer, givenId);
      const node = await this.nodes.insert(em, { id, type: 'Folder', parentId, name });
      this.operations.write(em, viewer, 'folder:create', node);
      return toFolderView(node);
    });
  }

  /** @throws LoupeError NOT_FOUND */
  async get(viewer: Viewer, id: string): Promise<FolderView> {
    const em = this.database.reader();
    return toFolderView(await this.guarded.requireOfType(em, viewer, 'node:read', id, 'Folder'));
  }

  /** Folders directly below an element, by name. @throws LoupeError NOT_FOUND */
  async list(viewer: Viewer, { parentId }: { parentId: string }): Promise<readonly FolderView[]> {
    const em = this.database.reader();
    const parent = await this.guarded.requirePlace(em, viewer, 'node:read', parentId);
    return (await readSiblings(this.database, parent.id, 'Folder')).map(toFolderView);
  }

  /** Renames or moves a folder; undefined members stay. @throws LoupeError NOT_FOUND, BAD_USER_INPUT */
  async update(
    viewer: Viewer,
    id: string,
    patch: Partial<FolderInput>,
    precondition?: Precondition,
  ): Promise<FolderView> {
    return this.database.transaction(async ({ em }) => {
      const node = await this.guarded.requireOfType(em, viewer, 'content:write', id, 'Folder');
      await requireUnchanged(em, precondition, node, nodeStateOf);
      if (patch.name !== undefined) {
        requireName(patch.name);
        node.name = patch.name;
        this.nodes.touch(node);
      }
      const { guarded, nodes } = this;
      if (patch.parentId !== undefined)
        await moveElement({ guarded, nodes }, em, viewer, node, patch.parentId);
      this.operations.write(em, viewer, 'folder:write', node);
      await em.flush();
      return toFolderView(node);
    });
  }

  /**
   * Throws a folder away with all that it holds. A scan that starts after this finds nothing of what was in it.
   *
   * @throws LoupeError NOT_FOUND, BAD_USER_INPUT when it is not empty and its children may not go
   */
  async delete(
    viewer: Viewer,
    id: string,
    options: { deleteChildren: boolean },
    precondition?: Precondition,
  ): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const node = await this.guarded.requireOfType(transaction.em, viewer, 'content:write', id, 'Folder');
      await requireUnchanged(transaction.em, precondition, node, nodeStateOf);
      this.operations.write(transaction.em, viewer, 'folder:delete', node);
      await this.trash.put(transaction, viewer, node, options);
    });
  }

  /** Removes a folder for good that was made for something which failed, with all that it holds. */
  async erase(viewer: Viewer, id: string): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const node = await this.guarded.requireOfType(transaction.em, viewer, 'content:write', id, 'Folder');
      await this.removal.remove(transaction, node, { deleteChildren: true });
    });
  }
}

type FolderNode = Pick<Node, 'id' | 'parentId' | 'name' | 'dateCreated' | 'dateModified' | 'dateOwnChange'>;

export function toFolderView({ parentId, dateOwnChange, ...node }: FolderNode): FolderView {
  const { id, name, dateCreated, dateModified } = node;
  return {
    id,
    parentId: parentId ?? null,
    name,
    dateCreated,
    dateModified,
    dateOwnChange: dateOwnChange ?? null,
  };
}
