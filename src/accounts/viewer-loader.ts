/** Who stands behind a token or an ApiKey. Read anew for every request, so that a change of rights holds at once. */
import type { Role } from '../access/roles.js';
import type { ApiKeyViewer, UserViewer } from '../access/viewer.js';
import type { EntityManager } from '../db/database.js';
import { readRows } from '../db/rows.js';

interface HeldRole {
  readonly id: string;
  readonly user_name: string;
  readonly organization_id: string;
  readonly path: string;
  readonly web_api_authorized: boolean | number;
  /** null for a user without roles. */
  readonly role: Role | null;
}

/** The viewer of a token by its hash; null when it is unknown, of another purpose, revoked, expired or its user not active. */
export async function loadUserViewer(
  em: EntityManager,
  tokenHash: string,
  purpose: 'Bearer' | 'Session',
  now: Date,
): Promise<UserViewer | null> {
  const rows = await readRows<HeldRole>(
    em,
    `select u.id, u.user_name, u.organization_id, n.path, o.web_api_authorized, r.role
     from access_token t
     join user_account u on u.id = t.user_id
     join node n on n.id = u.organization_id
     join organization o on o.id = u.organization_id
     left join user_role r on r.user_id = u.id
     where t.token_hash = ? and t.purpose = ? and t.date_revoked is null and t.date_expires > ?
       and u.status = 'Active'
     order by r.role`,
    [tokenHash, purpose, now],
  );
  const [user] = rows;
  if (user === undefined) return null;
  return {
    kind: 'user',
    userId: user.id,
    userName: user.user_name,
    organizationId: user.organization_id,
    organizationPath: user.path,
    roles: new Set(rows.flatMap(({ role }) => role ?? [])),
    isWebApiAuthorized: Boolean(user.web_api_authorized),
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
