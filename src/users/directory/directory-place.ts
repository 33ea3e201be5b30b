/** The directory that a program keeps up to date: that of the organization which its machine token is for. */
import { requireRight } from '../../access/access.js';
import type { MachineViewer, Viewer } from '../../access/viewer.js';
import type { EntityManager } from '../../db/database.js';
import { marks, readRows, type SqlValue } from '../../db/rows.js';
import { LoupeError } from '../../kernel/errors.js';
import { Node } from '../../tree/node.entity.js';
import { SignInProvider } from '../sign-in/sign-in.entity.js';

const OPERATION = 'user:provision';

export interface Directory {
  readonly viewer: MachineViewer;
  /** Its organization: users of it and of those below are in reach. */
  readonly node: Node;
}

/** @throws LoupeError UNAUTHENTICATED for everybody but programs, FORBIDDEN without the scope or with a token of a folder */
export async function requireDirectory(em: EntityManager, viewer: Viewer): Promise<Directory> {
  if (viewer.kind !== 'machine') {
    throw new LoupeError(
      'UNAUTHENTICATED',
      'Send "Authorization: Bearer <machine token>" (it begins with lmt_) with a token that has the scope user:provision.',
    );
  }
  requireRight(viewer, OPERATION, { id: viewer.tokenId, path: viewer.placePath }, 'The directory');
  const node = await em.findOne(Node, { id: viewer.organizationId, type: 'Organization' });
  if (node?.path !== viewer.placePath) {
    throw new LoupeError(
      'FORBIDDEN',
      'This machine token is limited to a folder. Make one for the whole organization, since its people belong to that.',
    );
  }
  return { viewer, node };
}

/** The administrators whose passwords stay good should a provider be away: no directory touches them. */
export async function emergencyUsersOf(em: EntityManager, { id }: Node): Promise<ReadonlySet<string>> {
  const providers = await em.find(SignInProvider, { organizationId: id });
  return new Set(providers.flatMap(({ emergencyUserId }) => emergencyUserId ?? []));
}

/** The part of a list. */
export interface ListPart {
  readonly skip: number;
  readonly take: number;
}

export interface Listed<T> {
  readonly total: number;
  readonly items: readonly T[];
}

/** Reads a part of a list and counts the whole of it. */
export async function readPart<Row extends object>(
  em: EntityManager,
  { columns, from, order }: { readonly columns: string; readonly from: string; readonly order: string },
  values: readonly SqlValue[],
  { skip, take }: ListPart,
): Promise<Listed<Row>> {
  const [counted] = await readRows<{ count: number | string }>(
    em,
    `select count(*) as count ${from}`,
    values,
  );
  const items =
    take === 0
      ? []
      : await readRows<Row>(em, `select ${columns} ${from} order by ${order} limit ? offset ?`, [
          ...values,
          take,
          skip,
        ]);
  return { total: Number(counted?.count ?? 0), items };
}

/** The groups that people are in, by the id of the user. */
export async function groupsOf(
  em: EntityManager,
  directoryId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, readonly HeldGroup[]>> {
  const groups = new Map<string, HeldGroup[]>();
  if (userIds.length === 0) return groups;
  const rows = await readRows<{ user_id: string; id: string; name: string; external_id: string | null }>(
    em,
    `select m.user_id, g.id, g.name, g.external_id
     from directory_member m join directory_group g on g.id = m.group_id
     where g.organization_id = ? and m.user_id in (${marks(userIds)}) order by g.name_key`,
    [directoryId, ...userIds],
  );
  for (const { user_id: userId, id, name, external_id: externalId } of rows) {
    const held = groups.get(userId) ?? [];
    held.push({ id, name, externalId });
    groups.set(userId, held);
  }
  return groups;
}

export interface HeldGroup {
  readonly id: string;
  readonly name: string;
  readonly externalId: string | null;
}

/** Under these a provider names a group in its claim `groups`: Okta and Keycloak by the name, Entra by its id. */
export function claimedNames(groups: readonly HeldGroup[]): readonly string[] {
  return groups.flatMap(({ name, externalId }) => (externalId === null ? [name] : [name, externalId]));
}
