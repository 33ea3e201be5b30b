/** Who may manage which applications: administrators those of their organization and of all below it. */
import { isBearer, requireReach, requireRight, requireIdentity, hasRoleFor } from '../../access/access.js';
import type { Viewer } from '../../access/viewer.js';
import type { EntityManager } from '../../db/database.js';
import { forbidden } from '../../kernel/errors.js';
import { Node } from '../../tree/node.entity.js';
import { isId } from '../../kernel/ids.js';
import { Application } from '../application.entity.js';

const MANAGE = 'application:manage';

/** The applications of engine users within reach, as a condition. @throws LoupeError UNAUTHENTICATED, FORBIDDEN */
export async function withinReach(em: EntityManager, viewer: Viewer) {
  const engine = { purpose: 'engine' as const };
  if (viewer.kind === 'operator') return engine;
  requireIdentity(viewer);
  if (!hasRoleFor(viewer, MANAGE)) throw forbidden('manage applications');
  const where = { type: 'Organization' as const, path: { $like: `${requireReach(viewer)}%` } };
  const organizations = await em.find(Node, where, { fields: ['id'] });
  return { ...engine, organizationId: { $in: organizations.map(({ id }) => id) } };
}

/**
 * The organization that a new application is to belong to: the viewer's own unless another is named; null is for the
 * operator, whose applications may belong to nobody.
 *
 * @throws LoupeError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN
 */
export async function requireOwner(
  em: EntityManager,
  viewer: Viewer,
  wanted: string | null,
): Promise<string | null> {
  if (viewer.kind === 'operator' && wanted === null) return null;
  requireIdentity(viewer);
  const id = wanted ?? (isBearer(viewer) ? viewer.organizationId : '');
  const place = isId(id) ? await em.findOne(Node, { id: id.toLowerCase(), type: 'Organization' }) : null;
  requireRight(viewer, MANAGE, place, `Organization ${id}`);
  return place.id;
}

/** @throws LoupeError UNAUTHENTICATED, NOT_FOUND, FORBIDDEN */
export async function requireApplication(
  em: EntityManager,
  viewer: Viewer,
  id: string,
): Promise<Application> {
  const what = `Application ${id}`;
  const where = { id: id.toLowerCase(), purpose: 'engine' as const };
  const found = isId(id) ? await em.findOne(Application, where) : null;
  const place = found?.organizationId == null ? null : await em.findOne(Node, found.organizationId);
  if (found !== null && viewer.kind === 'operator') return found;
  requireRight(viewer, MANAGE, found === null ? null : place, what);
  if (found === null) throw new RangeError(what);
  return found;
}
