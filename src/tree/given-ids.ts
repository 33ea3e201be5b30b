/** Ids that elements bring along from another platform, so that links, printed codes and what apps stored stay valid. */
import type { Viewer } from '../access/viewer.js';
import type { EntityManager } from '../db/database.js';
import { inParts } from '../db/in-parts.js';
import { badInput, forbidden, LoupeError } from '../kernel/errors.js';
import { canonicalId, isId } from '../kernel/ids.js';
import { shown } from './guarded-nodes.js';
import { Node } from './node.entity.js';
import { isTrashed } from './trash-place.js';

const NIL = '00000000-0000-0000-0000-000000000000';

/** The operator alone gives ids: anybody else could take the one of an element that is yet to come. @throws LoupeError FORBIDDEN */
export function requireIdGiver(viewer: Viewer): void {
  if (viewer.kind !== 'operator') throw forbidden('give ids to elements');
}

/** A given id as it is stored. @throws LoupeError BAD_USER_INPUT */
export function requireGivenId(text: string, field = 'id'): string {
  const id = canonicalId(text).toLowerCase();
  if (!isId(id)) {
    const advice = 'Requests carry no other ids: leave it out, and a new one is made';
    throw badInput(field, `must be a Guid such as 0190f3a2-5c1d-7e44-9b1a-3f2c6d7e8f90. ${advice}`);
  }
  if (id === NIL) throw badInput(field, 'must not be the Guid of zeros, which stands for none');
  return id;
}

/** Elements that have some ids already, wherever they lie, by id. */
export async function elementsOfIds(
  em: EntityManager,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Node>> {
  const found = new Map<string, Node>();
  for (const part of inParts(ids)) {
    for (const node of await em.find(Node, { id: { $in: part } })) found.set(node.id, node);
  }
  return found;
}

/** The refusal of an id that another element has. */
export function idTaken({ id, type, path }: Pick<Node, 'id' | 'type' | 'path'>, field = 'id'): LoupeError {
  const place = isTrashed(path) ? ' in the trash; restore it or empty the trash' : '; give another one';
  const message = `${field}: ${shown(id)} is the id of another ${type.toLowerCase()}${place}.`;
  return new LoupeError('CONFLICT', message, { [field]: [`is taken${place}`] });
}

/**
 * An id that a new element is given, as it is stored.
 *
 * @throws LoupeError FORBIDDEN, BAD_USER_INPUT, CONFLICT
 */
export async function acceptGivenId(em: EntityManager, viewer: Viewer, text: string): Promise<string> {
  requireIdGiver(viewer);
  const id = requireGivenId(text);
  const taken = (await elementsOfIds(em, [id])).get(id);
  if (taken !== undefined) throw idTaken(taken);
  return id;
}
