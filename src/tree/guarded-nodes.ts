/** Nodes as a viewer may have them: one place that loads a node and asks for the right to do something with it. */
import { requireRight, requireIdentity } from '../access/access.js';
import type { Operation } from '../access/permissions.js';
import type { Viewer } from '../access/viewer.js';
import type { EntityManager } from '../db/database.js';
import { eachPart } from '../db/in-parts.js';
import { LoupeError } from '../kernel/errors.js';
import { isId } from '../kernel/ids.js';
import { Node, type NodeType } from './node.entity.js';
import type { NodePlace, NodeStore } from './node.store.js';
import { isTrashed } from './trash-place.js';

export class GuardedNodes {
  constructor(private readonly nodes: NodeStore) {}

  /** @throws LoupeError UNAUTHENTICATED, NOT_FOUND or FORBIDDEN */
  async require(em: EntityManager, viewer: Viewer, operation: Operation, id: string): Promise<Node> {
    return this.requireFor(em, viewer, operation, id, `Element ${shown(id)}`);
  }

  /** As `require`, for what only reads: the place alone, without an entity. */
  async requirePlace(
    em: EntityManager,
    viewer: Viewer,
    operation: Operation,
    id: string,
  ): Promise<NodePlace> {
    requireIdentity(viewer);
    const place = await this.nodes.loadPlace(em, id);
    requireRight(viewer, operation, place, `Element ${shown(id)}`);
    return place;
  }

  /**
   * Requires the right on the node of something that belongs to it.
   *
   * @param nodeId null when the thing does not exist
   * @param what   the thing in words, which refusals speak of
   */
  async requireFor(
    em: EntityManager,
    viewer: Viewer,
    operation: Operation,
    nodeId: string | null,
    what: string,
  ): Promise<Node> {
    requireIdentity(viewer);
    const node = nodeId === null ? null : await this.nodes.load(em, nodeId);
    requireRight(viewer, operation, node, what);
    return node;
  }

  /** As `require`; an element of another kind counts as not found. */
  async requireOfType(
    em: EntityManager,
    viewer: Viewer,
    operation: Operation,
    id: string,
    type: NodeType,
  ): Promise<Node> {
    requireIdentity(viewer);
    const node = await this.nodes.loadOfType(em, id, type);
    requireRight(viewer, operation, node, `${type} ${shown(id)}`);
    return node;
  }

  /**
   * As `require`, or with a type as `requireOfType`, for many ids at once in one query.
   *
   * @param operation of all ids, or that of the id at an index
   * @returns in the order of the ids: the node, or why it may not be had
   */
  async requireEach(
    em: EntityManager,
    viewer: Viewer,
    operation: Operation | ((index: number) => Operation),
    ids: readonly string[],
    type?: NodeType,
  ): Promise<readonly (Node | LoupeError)[]> {
    const found = new Map<string, Node>();
    await eachPart(known(ids), async (part) => {
      for (const node of await em.find(Node, { id: { $in: part } })) found.set(node.id, node);
    });
    return judged(viewer, operation, ids, found, type);
  }

  /** As `requireEach`, for what only reads: the places alone, without entities. */
  async requireEachPlace(
    em: EntityManager,
    viewer: Viewer,
    operation: Operation,
    ids: readonly string[],
    type?: NodeType,
  ): Promise<readonly (NodePlace | LoupeError)[]> {
    const found = new Map<string, NodePlace>();
    await eachPart(known(ids), async (part) => {
      for (const place of await this.nodes.loadPlaces(em, part)) found.set(place.id, place);
    });
    return judged(viewer, operation, ids, found, type);
  }
}

const known = (ids: readonly string[]) => [...new Set(ids.filter(isId).map((id) => id.toLowerCase()))];

/** @param found what there is, by id */
function judged<Found extends NodePlace>(
  viewer: Viewer,
  operation: Operation | ((index: number) => Operation),
  ids: readonly string[],
  found: ReadonlyMap<string, Found>,
  type: NodeType | undefined,
): readonly (Found | LoupeError)[] {
  return ids.map((id, index) => {
    const node = found.get(id.toLowerCase());
    const what = `${type ?? 'Element'} ${shown(id)}`;
    return attempt(() => {
      const isWanted =
        node !== undefined && !isTrashed(node.path) && (type === undefined || node.type === type);
      const wanted = isWanted ? node : null;
      requireRight(viewer, typeof operation === 'string' ? operation : operation(index), wanted, what);
      return wanted;
    });
  });
}

function attempt<T>(work: () => T): T | LoupeError {
  try {
    return work();
  } catch (error) {
    if (error instanceof LoupeError) return error;
    throw error;
  }
}

/** An id from outside, short enough for a message. */
export function shown(id: string): string {
  return id.length > 60 ? `${id.slice(0, 60)}…` : id;
}
