/** Nodes as a viewer may have them: one place that loads a node and asks for the right to do something with it. */
import { demand, demandIdentity } from '../access/access.js';
import type { Operation } from '../access/permissions.js';
import type { Viewer } from '../access/viewer.js';
import type { EntityManager } from '../db/database.js';
import { eachPart } from '../db/in-parts.js';
import { LoupeError } from '../errors.js';
import { isId } from '../ids.js';
import { Node, type NodeType } from './node.entity.js';
import type { NodePlace, NodeStore } from './node.store.js';
import { isTrashed } from './trash-place.js';

export class GuardedNodes {
  constructor(private readonly nodes: NodeStore) {}

  /** @throws LoupeError UNAUTHENTICATED, NOT_FOUND or FORBIDDEN */
  async demand(em: EntityManager, viewer: Viewer, operation: Operation, id: string): Promise<Node> {
    return this.demandFor(em, viewer, operation, id, `Element ${shown(id)}`);
  }

  /** As `demand`, for what only reads: the place alone, without an entity. */
  async demandPlace(em: EntityManager, viewer: Viewer, operation: Operation, id: string): Promise<NodePlace> {
    demandIdentity(viewer);
    const place = await this.nodes.loadPlace(em, id);
    demand(viewer, operation, place, `Element ${shown(id)}`);
    return place;
  }

  /**
   * Demands the right on the node of something that hangs on it.
   *
   * @param nodeId null when the thing does not exist
   * @param what   the thing in words, which refusals speak of
   */
  async demandFor(
    em: EntityManager,
    viewer: Viewer,
    operation: Operation,
    nodeId: string | null,
    what: string,
  ): Promise<Node> {
    demandIdentity(viewer);
    const node = nodeId === null ? null : await this.nodes.load(em, nodeId);
    demand(viewer, operation, node, what);
    return node;
  }

  /** As `demand`; an element of another kind counts as not found. */
  async demandOfType(
    em: EntityManager,
    viewer: Viewer,
    operation: Operation,
    id: string,
    type: NodeType,
  ): Promise<Node> {
    demandIdentity(viewer);
    const node = await this.nodes.loadOfType(em, id, type);
    demand(viewer, operation, node, `${type} ${shown(id)}`);
    return node;
  }

  /**
   * As `demand`, or with a type as `demandOfType`, for many ids at once with one look into the database.
   *
   * @returns in the order of the ids: the node, or why it may not be had
   */
  async demandEach(
    em: EntityManager,
    viewer: Viewer,
    operation: Operation,
    ids: readonly string[],
    type?: NodeType,
  ): Promise<readonly (Node | LoupeError)[]> {
    const found = new Map<string, Node>();
    await eachPart(known(ids), async (part) => {
      for (const node of await em.find(Node, { id: { $in: part } })) found.set(node.id, node);
    });
    return judged(viewer, operation, ids, found, type);
  }

  /** As `demandEach`, for what only reads: the places alone, without entities. */
  async demandEachPlace(
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
  operation: Operation,
  ids: readonly string[],
  found: ReadonlyMap<string, Found>,
  type: NodeType | undefined,
): readonly (Found | LoupeError)[] {
  return ids.map((id) => {
    const node = found.get(id.toLowerCase());
    const what = `${type ?? 'Element'} ${shown(id)}`;
    return attempt(() => {
      const isWanted =
        node !== undefined && !isTrashed(node.path) && (type === undefined || node.type === type);
      const wanted = isWanted ? node : null;
      demand(viewer, operation, wanted, what);
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
