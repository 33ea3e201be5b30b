/**
 * The hierarchy in the database. Every change of the tree goes through here, inside the caller's transaction, so
 * that paths, organizations and dates are always right. It knows nothing of rights: services ask for them first.
 */
import { raw } from '@mikro-orm/core';
import type { Clock } from '../kernel/clock.js';
import type { EntityManager } from '../db/database.js';
import { marks, readRows } from '../db/rows.js';
import { badInput, notFound } from '../kernel/errors.js';
import { isId } from '../kernel/ids.js';
import { laterThan } from '../kernel/precondition.js';
import { eachPart, inParts } from '../db/in-parts.js';
import { Node, type NodeType } from './node.entity.js';
import { childPath, depthOf, idsUpwards, inSubtree } from './node-path.js';
import { readSubtree, readTrash, type RemovedNode } from './subtree.js';
import { isTrashed, trashPath } from './trash-place.js';
import { requireName, MAX_DEPTH, parentTypes, wrongParent } from './node.rules.js';

export interface NewNode {
  readonly id: string;
  readonly type: NodeType;
  /** null for the root of a tree only. */
  readonly parentId: string | null;
  readonly name: string;
  /** Place among siblings of the same type, from 1; 0 where the order is by name. */
  readonly order?: number;
}

/** What rights and readers ask of a node. */
export type NodePlace = Readonly<Pick<Node, 'id' | 'type' | 'path'>>;

export class NodeStore {
  constructor(private readonly clock: Clock) {}

  /** The node, or null when it is unknown, lies in the trash, or the id is no id at all. */
  async load(em: EntityManager, id: string): Promise<Node | null> {
    const node = isId(id) ? await em.findOne(Node, { id: id.toLowerCase() }) : null;
    return node === null || isTrashed(node.path) ? null : node;
  }

  /** Where a node stands, for what only reads; null where `load` answers null. */
  async loadPlace(em: EntityManager, id: string): Promise<NodePlace | null> {
    if (!isId(id)) return null;
    const [place] = await readRows<NodePlace>(em, 'select id, type, path from node where id = ?', [
      id.toLowerCase(),
    ]);
    return place === undefined || isTrashed(place.path) ? null : place;
  }

  /** Where nodes stand, also those in the trash; unknown ones are missing. */
  async loadPlaces(em: EntityManager, ids: readonly string[]): Promise<readonly NodePlace[]> {
    if (ids.length === 0) return [];
    return readRows<NodePlace>(em, `select id, type, path from node where id in (${marks(ids)})`, ids);
  }

  /** The node when it exists and is of the given type, otherwise null. */
  async loadOfType(em: EntityManager, id: string, type: NodeType): Promise<Node | null> {
    const node = await this.load(em, id);
    return node?.type === type ? node : null;
  }

  /** The node and its ancestors, from the node up to the root. */
  async loadUpwards(em: EntityManager, node: Pick<Node, 'path'>): Promise<Node[]> {
    const ids = idsUpwards(node.path);
    const found = await em.find(Node, { id: { $in: [...ids] } });
    const byId = new Map(found.map((ancestor) => [ancestor.id, ancestor]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /**
   * Adds a node below its parent and flushes.
   *
   * @throws LoupeError NOT_FOUND (parent), BAD_USER_INPUT (name, wrong kind of parent, too deep)
   */
  async insert(em: EntityManager, { id, type, parentId, name, order = 0 }: NewNode): Promise<Node> {
    requireName(name);
    // Pages of a document that was thrown away meanwhile are made where it lies.
    const parent = parentId === null ? null : await em.findOne(Node, { id: parentId.toLowerCase() });
    if (parentId !== null && parent === null) throw notFound(`Parent ${parentId}`);
    requireParent(type, parent);
    const now = this.clock.now();
    const node = em.create(Node, {
      id,
      type,
      parentId: parent?.id ?? null,
      organizationId: type === 'Organization' || parent === null ? id : parent.organizationId,
      path: childPath(parent?.path ?? '', id),
      name,
      order,
      dateCreated: now,
      dateModified: now,
      dateOwnChange: now,
    });
    await em.flush();
    return node;
  }

  /**
   * Hangs a node and everything below it under another parent and flushes.
   *
   * @throws LoupeError BAD_USER_INPUT: wrong kind, a cycle, too deep, or a parent of another organization
   */
  async move(em: EntityManager, node: Node, newParent: Node): Promise<void> {
    if (node.parentId === newParent.id) return;
    requireParent(node.type, newParent);
    if (newParent.path.startsWith(node.path)) {
      throw badInput('parentId', 'an element cannot be moved into itself or below itself');
    }
    if (node.type !== 'Organization' && node.organizationId !== newParent.organizationId) {
      throw badInput('parentId', 'an element stays in its organization; choose a parent of the same one');
    }
    await this.requireDepth(em, node.path, childPath(newParent.path, node.id));
    await this.hang(em, node, newParent.id, childPath(newParent.path, node.id));
  }

  /** Takes a node with everything below it out of the tree, to where nobody sees it, and flushes. */
  async moveToTrash(em: EntityManager, node: Node): Promise<void> {
    await this.hang(em, node, null, trashPath(node.id));
  }

  /** Everything of an organization that lies in the trash. */
  async loadTrash(em: EntityManager, organizationIds: readonly string[]): Promise<readonly RemovedNode[]> {
    const trashed: RemovedNode[] = [];
    for (const organizationId of organizationIds) trashed.push(...(await readTrash(em, organizationId)));
    return trashed;
  }

  private async hang(em: EntityManager, node: Node, parentId: string | null, newPath: string): Promise<void> {
    const oldPath = node.path;
    node.parentId = parentId;
    this.touch(node);
    await em.flush();
    const below = (await readSubtree(em, oldPath)).map(({ id }) => id);
    await eachPart(below, async (ids) => {
      await em.nativeUpdate(
        Node,
        { id: { $in: ids } },
        { path: raw('? || substr(path, ?)', [newPath, oldPath.length + 1]) },
      );
    });
    // Nodes that this transaction has already loaded must tell their new place, too.
    const known = [...em.getUnitOfWork().getIdentityMap().values()].filter(isNode);
    const moved = known.filter(({ path }) => path.startsWith(oldPath)).map(({ id }) => id);
    for (const ids of inParts(moved)) await em.find(Node, { id: { $in: ids } }, { refresh: true });
  }

  /** @throws LoupeError BAD_USER_INPUT when the node has children */
  async requireEmpty(em: EntityManager, node: Node): Promise<void> {
    if ((await em.count(Node, { parentId: node.id })) === 0) return;
    throw badInput(
      'deleteChildren',
      `${node.type} ${node.id} is not empty; empty it first or delete it with its children`,
    );
  }

  /**
   * Marks the node as changed itself, which gives it another version: its name, place, status, file or settings. The caller
   * flushes.
   */
  touch(node: Node): void {
    node.dateModified = laterThan(node.dateModified, this.clock.now());
    node.dateOwnChange = node.dateModified;
  }

  /** Marks what belongs to the node as changed: its texts, styles, languages or children. Its version stays. The caller flushes. */
  touchContent(node: Node): void {
    node.dateModified = laterThan(node.dateModified, this.clock.now());
  }

  private async requireDepth(em: EntityManager, oldPath: string, newPath: string): Promise<void> {
    const growth = depthOf(newPath) - depthOf(oldPath);
    if (growth <= 0) return;
    // In SQL: entities of a large subtree would each be read once more when they have moved.
    const [deepest] = await readRows<{ readonly depth: number | null }>(
      em,
      `select max(length(path) - length(replace(path, '/', ''))) as depth from node where path like ?`,
      [inSubtree(oldPath).$like],
    );
    if (Number(deepest?.depth ?? 0) + growth > MAX_DEPTH) throw tooDeep();
  }
}

function requireParent(type: NodeType, parent: Node | null): void {
  if (parent === null) {
    if (type !== 'Organization') throw wrongParent(type, null);
    return;
  }
  if (!parentTypes[type].includes(parent.type)) throw wrongParent(type, parent.type);
  if (depthOf(parent.path) >= MAX_DEPTH) throw tooDeep();
}

function tooDeep(): ReturnType<typeof badInput> {
  return badInput('parentId', `the tree may be at most ${MAX_DEPTH} levels deep`);
}

function isNode(entity: object): entity is Node {
  return 'organizationId' in entity && 'parentId' in entity && 'path' in entity && entity.path !== undefined;
}
