/** Machine tokens: what programs show instead of somebody's password. They do what their scopes say, in one place, until they expire. */
import { permissions, type Role } from '../../access/permissions.js';
import { type Scope, unknownScopes } from '../../access/scopes.js';
import type { Secrets } from '../../access/secrets.js';
import type { Viewer } from '../../access/viewer.js';
import type { OperationLog } from '../../audit/operation-log.js';
import type { Database, EntityManager } from '../../db/database.js';
import { readRows } from '../../db/rows.js';
import type { Clock } from '../../kernel/clock.js';
import { badInput, forbidden, notFound } from '../../kernel/errors.js';
import { isId, newId } from '../../kernel/ids.js';
import { type GuardedNodes, shown } from '../../tree/guarded-nodes.js';
import type { Node } from '../../tree/node.entity.js';
import { grantsOf } from '../made-roles/grants.js';
import { User, UserRole } from '../user.entity.js';
import { loadUser, type UserPlace } from '../user-rows.js';
import { foldName } from '../user.rules.js';
import { MachineToken } from './machine-token.entity.js';
import {
  grantedScopes,
  MAX_TOKENS,
  type NewMachineToken,
  TOKEN_PREFIX,
  usableToken,
} from './machine-token.rules.js';
import type { TokenUse, TokenUses } from './token-uses.js';

export interface MachineTokenView {
  readonly id: string;
  readonly name: string;
  /** The organization or folder that it reaches. */
  readonly placeId: string;
  readonly placeName: string;
  readonly ownerId: string;
  readonly ownerName: string;
  /** Those that it was made with and what they bring; its owner must have the right, too. */
  readonly scopes: readonly Scope[];
  /** Scopes that it was made with and that are no longer known: they allow nothing. */
  readonly lostScopes: readonly string[];
  readonly dateCreated: Date;
  readonly dateExpires: Date;
  /** Of the last 90 days, the newest first. */
  readonly uses: readonly TokenUse[];
}

export interface MadeMachineToken {
  readonly token: MachineTokenView;
  /** Shown once: only its hash is kept. */
  readonly secret: string;
}

export interface MachineTokenInput extends NewMachineToken {
  /** An organization or a folder. */
  readonly placeId: string;
  /** User name or mail address; for the operator alone, who owns nothing. */
  readonly owner?: string | undefined;
}

export interface MachineTokenServiceParts {
  readonly database: Database;
  readonly secrets: Pick<Secrets, 'newSecret' | 'hash'>;
  readonly clock: Clock;
  readonly guarded: GuardedNodes;
  readonly operations: OperationLog;
  readonly uses: TokenUses;
}

const DAY_MS = 86_400_000;
const MANAGE = 'machineToken:manage';

interface TokenRow {
  readonly id: string;
  readonly name: string;
  readonly place_id: string;
  readonly place_name: string;
  readonly owner_id: string;
  readonly user_name: string;
  readonly scopes: readonly string[] | string;
  readonly date_created: Date | number | string;
  readonly date_expires: Date | number | string;
}

export class MachineTokenService {
  constructor(private readonly parts: MachineTokenServiceParts) {}

  /** Of an organization and its folders, the oldest first. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async list(viewer: Viewer, organizationId: string): Promise<readonly MachineTokenView[]> {
    const { database, guarded, uses } = this.parts;
    const em = database.reader();
    const { id } = await guarded.requireOfType(em, viewer, MANAGE, organizationId, 'Organization');
    const rows = await readTokens(em, 'n.organization_id = ?', id);
    const used = await uses.of(rows.map((row) => row.id));
    return rows.map((row) => toView(row, used));
  }

  /** The token that the viewer shows; null for those who show none. */
  async own(viewer: Viewer): Promise<MachineTokenView | null> {
    if (viewer.kind !== 'machine') return null;
    const [row] = await readTokens(this.parts.database.reader(), 't.id = ?', viewer.tokenId);
    return row === undefined ? null : toView(row, []);
  }

  /**
   * Makes a token. A user owns what they make; the operator names an owner, who must reach the place and may do all of it.
   *
   * @throws LoupeError BAD_USER_INPUT, NOT_FOUND, FORBIDDEN
   */
  async create(viewer: Viewer, input: MachineTokenInput): Promise<MadeMachineToken> {
    const { database, secrets, clock, guarded, operations } = this.parts;
    const secret = `${TOKEN_PREFIX}${secrets.newSecret()}`;
    const id = newId();
    return database.transaction(async ({ em }) => {
      const node = await guarded.require(em, viewer, MANAGE, input.placeId);
      if (node.type !== 'Organization' && node.type !== 'Folder') {
        throw badInput('placeId', 'must be the id of an organization or a folder');
      }
      const { name, scopes, days } = usableToken(input);
      const owner = await this.ownerOf(em, viewer, input.owner);
      await requireOwnerMay(em, owner, node, scopes);
      await requireRoom(em, node);
      const now = clock.now();
      em.create(MachineToken, {
        id,
        tokenHash: secrets.hash(secret),
        name,
        placeId: node.id,
        ownerId: owner.id,
        scopes,
        dateCreated: now,
        dateExpires: new Date(now.getTime() + days * DAY_MS),
      });
      operations.write(em, viewer, 'machineToken:create', node);
      await em.flush();
      const [row] = await readTokens(em, 't.id = ?', id);
      if (row === undefined) throw new Error('The machine token is gone already.');
      return { token: toView(row, []), secret };
    });
  }

  /** From now on the token opens nothing. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async revoke(viewer: Viewer, id: string): Promise<void> {
    const { database, guarded, operations } = this.parts;
    await database.transaction(async ({ em }) => {
      const what = `Machine token ${shown(id)}`;
      const token = isId(id) ? await em.findOne(MachineToken, { id: id.toLowerCase() }) : null;
      const node = await guarded.requireFor(em, viewer, MANAGE, token?.placeId ?? null, what);
      if (token === null) throw notFound(what);
      operations.write(em, viewer, 'machineToken:revoke', node);
      em.remove(token);
    });
  }

  /** As `revoke`, by a program that shows the token itself. */
  async revokeOwn(viewer: Viewer): Promise<void> {
    if (viewer.kind !== 'machine') throw forbidden('revoke this');
    const { database, operations } = this.parts;
    await database.transaction(async ({ em }) => {
      const token = await em.findOne(MachineToken, { id: viewer.tokenId });
      if (token === null) return;
      const { organizationId } = viewer;
      operations.write(em, viewer, 'machineToken:revoke', { id: token.placeId, organizationId });
      em.remove(token);
    });
  }

  private async ownerOf(em: EntityManager, viewer: Viewer, named: string | undefined): Promise<UserPlace> {
    if (viewer.kind === 'user') {
      const self = await loadUser(em, viewer.userId);
      if (self === null) throw notFound('Your user');
      return self;
    }
    if (viewer.kind !== 'operator') throw forbidden('own machine tokens');
    const key = foldName(named ?? '');
    const found = await em.find(User, { $or: [{ userNameKey: key }, { mailKey: key }] }, { limit: 2 });
    const [user] = found;
    if (user === undefined)
      throw badInput('owner', 'is not known; give the user name or the mail address of a user');
    if (found.length > 1) throw badInput('owner', 'is the mail address of several users; give the user name');
    const place = await loadUser(em, user.id);
    if (place === null || user.status !== 'Active') throw badInput('owner', 'is not active');
    return place;
  }
}

/** @throws LoupeError BAD_USER_INPUT */
async function requireOwnerMay(
  em: EntityManager,
  { id, path, user }: UserPlace,
  place: Node,
  scopes: readonly Scope[],
): Promise<void> {
  const held = new Set((await em.find(UserRole, { userId: id })).map(({ role }) => role));
  if (!place.path.startsWith(path)) {
    throw badInput('owner', `${user.userName} does not reach this place; choose a user of its organization`);
  }
  const grants = await grantsOf(em, id);
  const refused = scopes.filter(
    (scope) =>
      !permissions[scope].some((role: Role) => held.has(role)) &&
      !grants.some(({ operations, path: from }) => operations.has(scope) && place.path.startsWith(from)),
  );
  if (refused.length > 0) {
    throw badInput('scopes', `must be what the roles of ${user.userName} allow; not ${refused.join(', ')}`);
  }
}

/** @throws LoupeError BAD_USER_INPUT */
async function requireRoom(em: EntityManager, { organizationId }: Node): Promise<void> {
  const present = await readTokens(em, 'n.organization_id = ?', organizationId);
  if (present.length >= MAX_TOKENS) {
    throw badInput('placeId', `has ${MAX_TOKENS} machine tokens already; revoke one first`);
  }
}

/** @param condition with one mark, for `value` */
async function readTokens(em: EntityManager, condition: string, value: string): Promise<readonly TokenRow[]> {
  return readRows<TokenRow>(
    em,
    `select t.id, t.name, t.place_id, n.name as place_name, t.owner_id, u.user_name, t.scopes, t.date_created, t.date_expires
     from machine_token t join node n on n.id = t.place_id join user_account u on u.id = t.owner_id
     where ${condition} order by t.id`,
    [value],
  );
}

function toView(row: TokenRow, uses: readonly TokenUse[]): MachineTokenView {
  const texts = scopesOf(row.scopes);
  return {
    id: row.id,
    name: row.name,
    placeId: row.place_id,
    placeName: row.place_name,
    ownerId: row.owner_id,
    ownerName: row.user_name,
    scopes: grantedScopes(texts),
    lostScopes: unknownScopes(texts),
    dateCreated: new Date(row.date_created),
    dateExpires: new Date(row.date_expires),
    uses: uses.filter(({ tokenId }) => tokenId === row.id),
  };
}

/** A driver reads JSON as text or as what it says. */
function scopesOf(stored: readonly string[] | string): readonly string[] {
  return (typeof stored === 'string' ? JSON.parse(stored) : stored) as readonly string[];
}
