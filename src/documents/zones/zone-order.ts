/** The places of zones among those of their page. */
import type { EntityManager } from '../../db/database.js';
import { Node } from '../../tree/node.entity.js';
import { badInput } from '../../kernel/errors.js';
import { MAX_ZONES } from './zone.rules.js';

async function zonesOf(em: EntityManager, imageId: string): Promise<Node[]> {
  return em.find(Node, { parentId: imageId, type: 'Zone' }, { orderBy: { order: 'asc', id: 'asc' } });
}

function number(zones: readonly Node[]): void {
  for (const [index, zone] of zones.entries()) zone.order = index + 1;
}

/** Gives a zone a place among those of its page, from 1; the others make room. @throws LoupeError BAD_USER_INPUT */
export async function reorder(em: EntityManager, node: Node, order: number): Promise<void> {
  const zones = await zonesOf(em, node.parentId ?? '');
  if (!Number.isInteger(order) || order < 1 || order > zones.length) {
    throw badInput('order', `must be a whole number from 1 to ${zones.length}`);
  }
  const others = zones.filter((zone) => zone.id !== node.id);
  others.splice(order - 1, 0, node);
  number(others);
}

/** Place of a new zone of a page. @throws LoupeError BAD_USER_INPUT when the page has as many as it may have */
export async function nextOrder(em: EntityManager, imageId: string): Promise<number> {
  const zones = await em.count(Node, { parentId: imageId, type: 'Zone' });
  if (zones >= MAX_ZONES) throw badInput('imageId', `an image has at most ${MAX_ZONES} zones`);
  return zones + 1;
}
