/** Who stands behind a token or an ApiKey. Read anew for every request, so that a change of rights holds at once. */
import type { ApiKeyViewer, UserViewer } from '../access/viewer.js';
import type { EntityManager } from '../db/database.js';
import { readRows } from '../db/rows.js';
import { Node } from '../hierarchy/node.entity.js';
import { Organization } from '../hierarchy/organization.entity.js';
import { AccessToken } from './access-token.entity.js';
import { UserRole } from './user-role.entity.js';
import { User } from './user.entity.js';

/** The viewer of a bearer token by its hash; null when it is unknown, revoked, expired or its user not active. */
export async function loadUserViewer(
  em: EntityManager,
  tokenHash: string,
  now: Date,
): Promise<UserViewer | null> {
  const token = await em.findOne(AccessToken, { tokenHash, purpose: 'Bearer' });
  if (token === null || token.dateRevoked !== null || token.dateExpires <= now) return null;
  const user = await em.findOne(User, { id: token.userId });
  if (user === null || user.status !== 'Active') return null;
  const node = await em.findOneOrFail(Node, { id: user.organizationId });
  const organization = await em.findOneOrFail(Organization, { id: user.organizationId });
  const held = await em.find(UserRole, { userId: user.id }, { orderBy: { role: 'asc' } });
  return {
    kind: 'user',
    userId: user.id,
    userName: user.userName,
    organizationId: user.organizationId,
    organizationPath: node.path,
    roles: new Set(held.map(({ role }) => role)),
    isWebApiAuthorized: organization.webApiAuthorized,
  };
}

/** The viewer of an ApiKey by its hash; null when no organization has it. */
export async function loadApiKeyViewer(em: EntityManager, apiKeyHash: string): Promise<ApiKeyViewer | null> {
  const [row] = await readRows<{ id: string; path: string; mobile_api_authorized: boolean | number }>(
    em,
    'select o.id, n.path, o.mobile_api_authorized from organization o join node n on n.id = o.id where o.api_key_hash = ?',
    [apiKeyHash],
  );
  if (row === undefined) return null;
  return {
    kind: 'apiKey',
    organizationId: row.id,
    organizationPath: row.path,
    isMobileApiAuthorized: Boolean(row.mobile_api_authorized),
  };
}
