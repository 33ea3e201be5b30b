/**
 * Icons: small pictures for actions. An icon on an element may be used by every action at or below it.
 */
import type { Viewer } from '../../access/viewer.js';
import type { Database, EntityManager, Transaction } from '../../db/database.js';
import { requireUnchanged } from '../../db/entities.js';
import { badInput, LoupeError, notFound } from '../../kernel/errors.js';
import { isId, newId } from '../../kernel/ids.js';
import type { OperationLog } from '../../audit/operation-log.js';
import type { FileStore, StagedFile } from '../../media/blobs/file-store.js';
import type { ImageDecoder } from '../../media/pictures/image-decoder.js';
import type { UploadedFile } from '../../media/uploads/received-file.js';
import { type GuardedNodes, shown } from '../../tree/guarded-nodes.js';
import { Node } from '../../tree/node.entity.js';
import { idsUpwards, inSubtree } from '../../tree/node-path.js';
import { type ElementState, type Precondition, versionOf } from '../../kernel/precondition.js';
import { Action } from '../actions/action.entity.js';
import { requireText, MAX_ACTION_NAME_LENGTH, MAX_TAGS_LENGTH } from '../content.rules.js';
import { Icon } from './icon.entity.js';
import type { IconView } from '../views.js';
import { eachPart } from '../../db/in-parts.js';
import type { RemovalFollower } from '../../tree/node-removal.js';
import type { RemovedNode } from '../../tree/subtree.js';

/** Greatest width and height in pixels. */
const MAX_ICON_PX = 64;

export interface IconInput {
  readonly nodeId: string;
  readonly name?: string | null;
  /** Comma-separated. */
  readonly tags?: string | null;
}

export interface IconServiceParts {
  readonly database: Database;
  readonly guarded: GuardedNodes;
  readonly files: FileStore;
  readonly decoder: ImageDecoder;
  readonly operations: OperationLog;
}

export class IconService {
  constructor(private readonly parts: IconServiceParts) {}

  /** @throws LoupeError NOT_FOUND, BAD_USER_INPUT (larger than 64 x 64 pixels), UNSUPPORTED_MEDIA, INVALID_IMAGE */
  async create(viewer: Viewer, input: IconInput, file: UploadedFile): Promise<IconView> {
    const fields = requireFields(input);
    await this.parts.guarded.require(this.parts.database.reader(), viewer, 'content:write', input.nodeId);
    return this.withStaged(file, (staged) =>
      this.parts.database.transaction(async (transaction) => {
        const { em } = transaction;
        const node = await this.parts.guarded.require(em, viewer, 'content:write', input.nodeId);
        const icon = em.create(Icon, { id: newId(), nodeId: node.id, ...fields });
        this.attach(transaction, icon, node, staged);
        this.parts.operations.write(em, viewer, 'icon:create', node);
        return toIconView(icon, staged.id);
      }),
    );
  }

  /** @throws LoupeError NOT_FOUND */
  async get(viewer: Viewer, id: string): Promise<IconView> {
    const em = this.parts.database.reader();
    const { icon } = await this.requireIcon(em, viewer, 'content:read', id);
    return this.viewOf(em, icon);
  }

  /** Icons of an element, those of the elements above it first when they are asked for; by name. @throws LoupeError NOT_FOUND */
  async list(
    viewer: Viewer,
    nodeId: string,
    { withInherited = false }: { readonly withInherited?: boolean } = {},
  ): Promise<readonly IconView[]> {
    const em = this.parts.database.reader();
    const node = await this.parts.guarded.requirePlace(em, viewer, 'content:read', nodeId);
    const nodeIds = withInherited ? [...idsUpwards(node.path)].reverse() : [node.id];
    const icons = await em.find(Icon, { nodeId: { $in: nodeIds } }, { orderBy: { name: 'asc', id: 'asc' } });
    icons.sort((a, b) => nodeIds.indexOf(a.nodeId) - nodeIds.indexOf(b.nodeId));
    return Promise.all(icons.map((icon) => this.viewOf(em, icon)));
  }

  /** Replaces the picture only. @throws LoupeError as `create`, CHANGED_MEANWHILE */
  async replaceFile(
    viewer: Viewer,
    id: string,
    file: UploadedFile,
    precondition?: Precondition,
  ): Promise<IconView> {
    await this.requireIcon(this.parts.database.reader(), viewer, 'content:write', id);
    return this.withStaged(file, (staged) =>
      this.parts.database.transaction(async (transaction) => {
        const { em } = transaction;
        const { icon, node } = await this.requireSeen(em, viewer, id, precondition);
        await this.parts.files.removeOwnedBy(transaction, [icon.id]);
        this.attach(transaction, icon, node, staged);
        this.parts.operations.write(em, viewer, 'icon:write', node);
        return toIconView(icon, staged.id);
      }),
    );
  }

  /**
   * Changes what is given.
   *
   * @throws LoupeError NOT_FOUND, CHANGED_MEANWHILE, BAD_USER_INPUT when actions elsewhere use the icon
   */
  async patch(
    viewer: Viewer,
    id: string,
    patch: Partial<IconInput>,
    precondition?: Precondition,
  ): Promise<IconView> {
    const fields = requireFields(patch);
    return this.parts.database.transaction(async ({ em }) => {
      const { icon, node } = await this.requireSeen(em, viewer, id, precondition);
      if (patch.name !== undefined) icon.name = fields.name;
      if (patch.tags !== undefined) icon.tags = fields.tags;
      if (patch.nodeId !== undefined && patch.nodeId.toLowerCase() !== node.id) {
        const target = await this.parts.guarded.require(em, viewer, 'content:write', patch.nodeId);
        await requireMovable(em, icon, node, target);
        icon.nodeId = target.id;
      }
      this.parts.operations.write(em, viewer, 'icon:write', node);
      await em.flush();
      return this.viewOf(em, icon);
    });
  }

  /** Actions that use the icon go on without one. @throws LoupeError NOT_FOUND, CHANGED_MEANWHILE */
  async delete(viewer: Viewer, id: string, precondition?: Precondition): Promise<void> {
    await this.parts.database.transaction(async (transaction) => {
      const { em } = transaction;
      const { icon, node } = await this.requireSeen(em, viewer, id, precondition);
      await this.parts.files.removeOwnedBy(transaction, [icon.id]);
      this.parts.operations.write(em, viewer, 'icon:delete', node);
      em.remove(icon);
    });
  }

  private async withStaged<T>(file: UploadedFile, work: (staged: StagedFile) => Promise<T>): Promise<T> {
    const bytes = await file.bytes();
    const { width, height, type } = await this.parts.decoder.inspect(bytes);
    if (width > MAX_ICON_PX || height > MAX_ICON_PX) {
      throw badInput(
        'file',
        `an icon has at most ${MAX_ICON_PX} x ${MAX_ICON_PX} pixels, this one ${width} x ${height}`,
      );
    }
    await this.parts.decoder.colorRaster(bytes, MAX_ICON_PX);
    const staged = await this.parts.files.stage(bytes, type);
    try {
      return await work(staged);
    } catch (error) {
      await this.parts.files.drop([staged]);
      throw error;
    }
  }

  private attach(transaction: Transaction, icon: Icon, node: Node, file: StagedFile): void {
    const { organizationId } = node;
    this.parts.files.attach(transaction, file, {
      ownerId: icon.id,
      documentId: null,
      organizationId,
      kind: 'Icon',
    });
  }

  private async viewOf(em: EntityManager, icon: Icon): Promise<IconView> {
    const [file] = await this.parts.files.ownedBy(em, [icon.id], ['Icon']);
    if (file === undefined) throw new LoupeError('NOT_FOUND', `The picture of icon ${icon.id} is gone.`);
    return toIconView(icon, file.id);
  }

  /** The icon, while it and its picture are as the caller has seen them. */
  private async requireSeen(em: EntityManager, viewer: Viewer, id: string, precondition?: Precondition) {
    const found = await this.requireIcon(em, viewer, 'content:write', id);
    await requireUnchanged(em, precondition, found.icon, async (icon) =>
      iconState(await this.viewOf(em, icon)),
    );
    return found;
  }

  private async requireIcon(
    em: EntityManager,
    viewer: Viewer,
    operation: 'content:read' | 'content:write',
    id: string,
  ) {
    const icon = isId(id) ? await em.findOne(Icon, { id: id.toLowerCase() }) : null;
    const what = `Icon ${shown(id)}`;
    const node = await this.parts.guarded.requireFor(em, viewer, operation, icon?.nodeId ?? null, what);
    if (icon === null) throw notFound(what);
    return { icon, node };
  }
}

function requireFields(input: Partial<IconInput>): { name: string | null; tags: string | null } {
  const { name = null, tags = null } = input;
  if (name !== null) requireText('name', name, MAX_ACTION_NAME_LENGTH);
  if (tags !== null) requireText('tags', tags, MAX_TAGS_LENGTH);
  return { name, tags };
}

/** An icon stays in its organization, and above every action that uses it. */
async function requireMovable(em: EntityManager, icon: Icon, from: Node, to: Node): Promise<void> {
  if (from.organizationId !== to.organizationId) {
    throw badInput('nodeId', 'an icon stays in its organization; choose an element of the same one');
  }
  const actions = await em.find(Action, { iconId: icon.id }, { fields: ['nodeId'] });
  const users = [...new Set(actions.map((action) => action.nodeId))];
  const covered = await em.count(Node, { id: { $in: users }, path: inSubtree(to.path) });
  if (covered < users.length)
    throw badInput('nodeId', 'actions that are not below this element use the icon');
}

export function toIconView({ id, nodeId, name, tags }: Icon, fileId: string): IconView {
  return { id, nodeId, name: name ?? null, tags: tags ?? null, fileId };
}

/** Icons keep no dates; one that is set back to what it was counts as unchanged. */
export function iconState({ nodeId, name, tags, fileId }: IconView): ElementState {
  return { version: versionOf(nodeId, name, tags, fileId), dateModified: null };
}

/** The pictures of icons go with the elements that the icons belong to. */
export class IconRemoval implements RemovalFollower {
  constructor(private readonly files: FileStore) {}

  async beforeRemoval(transaction: Transaction, nodes: readonly RemovedNode[]): Promise<void> {
    await eachPart(nodes, async (part) => {
      const nodeId = { $in: part.map(({ id }) => id) };
      const icons = await transaction.em.find(Icon, { nodeId }, { fields: ['id'] });
      await this.files.removeOwnedBy(
        transaction,
        icons.map(({ id }) => id),
      );
    });
  }
}
