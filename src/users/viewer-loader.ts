/**
 * Finds the user behind a token or an ApiKey. The answer is kept only while nothing of it has changed in the database,
 * so that a change of rights, a revocation and a new key hold at once, whichever server made them.
 */
import type { Role } from '../access/permissions.js';
import { grantedBy } from '../access/scopes.js';
import type { ApiKeyViewer, Grant, MachineViewer, UserViewer } from '../access/viewer.js';
import { CommittedCache } from '../db/committed-cache.js';
import type { Database, EntityManager } from '../db/database.js';
import { readRows } from '../db/rows.js';
import { grantsOf } from './made-roles/grants.js';

interface HeldRole {
  readonly id: string;
  readonly user_name: string;
  readonly organization_id: string;
  readonly path: string;
  readonly web_api_authorized: boolean | number;
  /** null for a user without roles. */
  readonly role: Role | null;
  readonly date_expires: Date | number | string;
}

interface TokenHolder<Viewer> {
  readonly tokenId: string;
  readonly viewer: Viewer;
  /** When the token expires, in milliseconds since 1970. */
  readonly expiresMs: number;
}

const KEPT = { maxEntries: 5000, maxSize: 5_000_000, sizeOf: () => 500 } as const;

export class ViewerLoader {
  private readonly holders: CommittedCache<TokenHolder<UserViewer>>;
  private readonly machines: CommittedCache<TokenHolder<MachineViewer>>;
  private readonly apiKeys: CommittedCache<ApiKeyViewer>;

  /** @param onUse learns of each use of a log-in */
  constructor(
    private readonly database: Database,
    private readonly onUse: (tokenId: string) => void,
  ) {
    this.holders = new CommittedCache(database, KEPT);
    this.machines = new CommittedCache(database, KEPT);
    this.apiKeys = new CommittedCache(database, KEPT);
  }

  /** The viewer of a token by its hash; null when it is unknown, of another purpose, revoked, expired or its user not active. */
  async userOf(tokenHash: string, purpose: 'Bearer' | 'Session', now: Date): Promise<UserViewer | null> {
    const holder = await this.holders.read(`${purpose} ${tokenHash}`, () =>
      loadHolder(this.database.reader(), tokenHash, purpose),
    );
    if (holder === null || holder.expiresMs <= now.getTime()) return null;
    this.onUse(holder.tokenId);
    return holder.viewer;
  }

  /**
   * The viewer of a machine token by its hash; null when it is unknown or expired, its owner not active or no longer over its
   * place, or its place in the trash.
   */
  async machineOf(tokenHash: string, now: Date): Promise<MachineViewer | null> {
    const holder = await this.machines.read(tokenHash, () => loadMachine(this.database.reader(), tokenHash));
    return holder !== null && holder.expiresMs > now.getTime() ? holder.viewer : null;
  }

  /** A user with the rights of now; null when it is unknown or not active. */
  async userWithId(id: string): Promise<UserViewer | null> {
    return loadUser(this.database.reader(), id);
  }

  /** The viewer of an ApiKey by its hash; null when no organization has it. */
  async apiKeyOf(apiKeyHash: string): Promise<ApiKeyViewer | null> {
    return this.apiKeys.read(apiKeyHash, () => loadApiKeyViewer(this.database.reader(), apiKeyHash));
  }
}

async function loadHolder(
  em: EntityManager,
  tokenHash: string,
  purpose: 'Bearer' | 'Session',
): Promise<TokenHolder<UserViewer> | null> {
  const rows = await readRows<HeldRole & { readonly token_id: string }>(
    em,
    `select t.id as token_id, u.id, u.user_name, u.organization_id, n.path, o.web_api_authorized, r.role, t.date_expires
     from access_token t
     join user_account u on u.id = t.user_id
     join node n on n.id = u.organization_id
     join organization o on o.id = u.organization_id
     left join user_role r on r.user_id = u.id
     where t.token_hash = ? and t.purpose = ? and t.date_revoked is null and u.status = 'Active'
     order by r.role`,
    [tokenHash, purpose],
  );
  const [user] = rows;
  const viewer = viewerOf(rows, user === undefined ? [] : await grantsOf(em, user.id));
  if (user === undefined || viewer === null) return null;
  return { tokenId: user.token_id, expiresMs: new Date(user.date_expires).getTime(), viewer };
}

async function loadUser(em: EntityManager, id: string): Promise<UserViewer | null> {
  const rows = await readRows<Omit<HeldRole, 'date_expires'>>(
    em,
    `select u.id, u.user_name, u.organization_id, n.path, o.web_api_authorized, r.role
     from user_account u
     join node n on n.id = u.organization_id
     join organization o on o.id = u.organization_id
     left join user_role r on r.user_id = u.id
     where u.id = ? and u.status = 'Active'
     order by r.role`,
    [id],
  );
  return rows.length === 0 ? null : viewerOf(rows, await grantsOf(em, id));
}

/** A user from a row for each of its roles. */
function viewerOf(
  rows: readonly Omit<HeldRole, 'date_expires'>[],
  grants: readonly Grant[],
): UserViewer | null {
  const [user] = rows;
  if (user === undefined) return null;
  return {
    kind: 'user',
    userId: user.id,
    userName: user.user_name,
    organizationId: user.organization_id,
    organizationPath: user.path,
    roles: new Set(rows.flatMap(({ role }) => role ?? [])),
    grants,
    isWebApiAuthorized: Boolean(user.web_api_authorized),
  };
}

interface MachineRow extends Omit<HeldRole, 'path'> {
  readonly token_id: string;
  readonly name: string;
  readonly scopes: readonly string[] | string;
  readonly place_path: string;
  readonly owner_path: string;
}

async function loadMachine(em: EntityManager, tokenHash: string): Promise<TokenHolder<MachineViewer> | null> {
  const rows = await readRows<MachineRow>(
    em,
    `select t.id as token_id, t.name, t.scopes, t.date_expires, p.path as place_path, p.organization_id,
            u.id, u.user_name, n.path as owner_path, o.web_api_authorized, r.role
     from machine_token t
     join node p on p.id = t.place_id
     join user_account u on u.id = t.owner_id
     join node n on n.id = u.organization_id
     join organization o on o.id = u.organization_id
     left join user_role r on r.user_id = u.id
     where t.token_hash = ? and u.status = 'Active'`,
    [tokenHash],
  );
  const [row] = rows;
  if (row === undefined || !row.place_path.startsWith(row.owner_path)) return null;
  const { scopes } = row;
  return {
    tokenId: row.token_id,
    expiresMs: new Date(row.date_expires).getTime(),
    viewer: {
      kind: 'machine',
      tokenId: row.token_id,
      tokenName: row.name,
      ownerId: row.id,
      ownerName: row.user_name,
      organizationId: row.organization_id,
      placePath: row.place_path,
      scopes: grantedBy((typeof scopes === 'string' ? JSON.parse(scopes) : scopes) as readonly string[]),
      roles: new Set(rows.flatMap(({ role }) => role ?? [])),
      grants: await grantsOf(em, row.id),
      isWebApiAuthorized: Boolean(row.web_api_authorized),
    },
  };
}

async function loadApiKeyViewer(em: EntityManager, apiKeyHash: string): Promise<ApiKeyViewer | null> {
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
