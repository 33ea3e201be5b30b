/** Finds organizations, folders, documents and users by id, or by a part of a name without regard to case and accents. */
import { requireIdentity, requireReach, hasRoleFor } from '../access/access.js';
import type { Viewer } from '../access/viewer.js';
import { User } from '../users/user.entity.js';
import type { UserService } from '../users/user.service.js';
import type { UserView } from '../users/views.js';
import type { Database, EntityManager } from '../db/database.js';
import { marks } from '../db/rows.js';
import { badInput, forbidden } from '../kernel/errors.js';
import { isId } from '../kernel/ids.js';
import type { DocumentService } from '../documents/document.service.js';
import { Node, type NodeType } from '../tree/node.entity.js';
import { idsOnPath, inSubtree } from '../tree/node-path.js';
import { toFolderView } from '../documents/nodes/folder.service.js';
import type { OrganizationService } from '../organizations/organization.service.js';
import type { DocumentView, FolderView, OrganizationView } from '../documents/views.js';
import { containing, compareMatches, requireLetters, startingWith } from './search.rules.js';

export interface SearchQuery {
  readonly id?: string | null;
  /** The whole or a part of a name, at least 2 characters. */
  readonly name?: string | null;
  /** Results at most, 1..200; 50 by default. */
  readonly take?: number;
}

export interface PathStep {
  readonly id: string;
  readonly type: NodeType | 'User';
  readonly name: string;
}

export type Found =
  | { readonly type: 'Organization'; readonly result: OrganizationView }
  | { readonly type: 'Folder'; readonly result: FolderView }
  | { readonly type: 'Document'; readonly result: DocumentView }
  | { readonly type: 'User'; readonly result: UserView };

export type SearchHit = Found & {
  /** From the viewer's organization to the element itself. */
  readonly path: readonly PathStep[];
};

const MAX_RESULTS = 200;
const DEFAULT_RESULTS = 50;
const types: readonly NodeType[] = ['Organization', 'Folder', 'Document'];

export interface SearchServiceParts {
  readonly database: Database;
  readonly organizations: Pick<OrganizationService, 'get'>;
  readonly documents: Pick<DocumentService, 'get'>;
  readonly users: Pick<UserService, 'get'>;
}

export class SearchService {
  constructor(private readonly parts: SearchServiceParts) {}

  /**
   * What of the viewer's organization and below has the id, or holds the name: whole names first, then beginnings,
   * then the rest by name. Users are found by administrators only.
   *
   * @throws LoupeError UNAUTHENTICATED, FORBIDDEN, BAD_USER_INPUT (neither id nor name, or fewer than 2 letters)
   */
  async search(viewer: Viewer, query: SearchQuery): Promise<readonly SearchHit[]> {
    requireIdentity(viewer);
    if (!hasRoleFor(viewer, 'node:read')) throw forbidden('search');
    const take = query.take ?? DEFAULT_RESULTS;
    if (!Number.isInteger(take) || take < 1 || take > MAX_RESULTS) {
      throw badInput('take', `must be a whole number from 1 to ${MAX_RESULTS}`);
    }
    const em = this.parts.database.reader();
    const base = requireReach(viewer);
    const name = query.name == null || query.name === '' ? null : requireLetters('name', query.name);
    if (query.id == null || query.id === '') {
      if (name === null) throw badInput('name', 'is missing; give an id or a part of a name');
      const { database } = this.parts;
      const nodes = await findNodes(database, em, base, name, take);
      const users = hasRoleFor(viewer, 'user:read') ? await findUsers(database, em, base, name, take) : [];
      return this.read(em, viewer, base, nodes, users, take);
    }
    if (!isId(query.id)) throw badInput('id', 'must be a Guid');
    const id = query.id.toLowerCase();
    const node = await em.findOne(Node, { id, type: { $in: types }, path: inSubtree(base) });
    const users = hasRoleFor(viewer, 'user:read') ? await usersWithin(em, base, id) : [];
    const nodes = node === null || (name !== null && !node.nameFolded.includes(name)) ? [] : [node];
    const named = users.filter((user) => name === null || user.searchFolded.includes(name));
    return this.read(em, viewer, base, nodes, named, take);
  }

  private async read(
    em: EntityManager,
    viewer: Viewer,
    base: string,
    nodes: readonly Node[],
    users: readonly User[],
    take: number,
  ): Promise<readonly SearchHit[]> {
    const hits: SearchHit[] = [];
    for (const node of nodes.slice(0, take)) {
      const path = await pathTo(em, base, node);
      hits.push({ ...(await this.found(viewer, node)), path });
    }
    for (const { id, organizationId, userName } of users.slice(0, take - hits.length)) {
      const organization = await em.findOneOrFail(Node, { id: organizationId });
      const path = [...(await pathTo(em, base, organization)), { id, type: 'User' as const, name: userName }];
      hits.push({ type: 'User', result: await this.parts.users.get(viewer, id), path });
    }
    return hits;
  }

  private async found(viewer: Viewer, node: Node): Promise<Found> {
    const { id } = node;
    switch (node.type) {
      case 'Organization':
        return { type: 'Organization', result: await this.parts.organizations.get(viewer, id) };
      case 'Document':
        return { type: 'Document', result: await this.parts.documents.get(viewer, id) };
      default:
        return { type: 'Folder', result: toFolderView(node) };
    }
  }
}

/** Every name of an organization may have to be looked at: off the event loop. */
async function findNodes(
  database: Database,
  em: EntityManager,
  base: string,
  name: string,
  limit: number,
): Promise<Node[]> {
  const idsOf = async (pattern: string) => {
    const rows = await database.readInThread<{ readonly id: string }>(
      `select id from node where type in (${marks(types)}) and path like ? and name_folded like ?
        order by name_folded, id limit ?`,
      [...types, inSubtree(base).$like, pattern, limit],
    );
    return rows.map(({ id }) => id);
  };
  const ids = new Set([...(await idsOf(startingWith(name).$like)), ...(await idsOf(containing(name).$like))]);
  const found = await em.find(Node, { id: { $in: [...ids] } });
  return found
    .filter((node) => node.nameFolded.includes(name))
    .sort((a, b) => compareMatches(name, a.nameFolded, b.nameFolded));
}

async function findUsers(
  database: Database,
  em: EntityManager,
  base: string,
  name: string,
  limit: number,
): Promise<User[]> {
  const rows = await database.readInThread<{ readonly id: string }>(
    `select id from user_account
      where search_folded like ? and organization_id in
        (select id from node where type = 'Organization' and path like ?)
      order by search_folded, id limit ?`,
    [containing(name).$like, inSubtree(base).$like, limit],
  );
  const where = { id: { $in: rows.map(({ id }) => id) } };
  const found = await em.find(User, where, { orderBy: { searchFolded: 'asc', id: 'asc' } });
  return found.filter((user) => user.searchFolded.includes(name));
}

async function usersWithin(em: EntityManager, base: string, id: string): Promise<User[]> {
  const user = await em.findOne(User, { id });
  if (user === null) return [];
  const where = { id: user.organizationId, path: inSubtree(base) };
  return (await em.count(Node, where)) === 0 ? [] : [user];
}

/** From the viewer's organization to the node. */
async function pathTo(em: EntityManager, base: string, node: Node): Promise<PathStep[]> {
  const above = new Set(idsOnPath(base).slice(0, -1));
  const ids = idsOnPath(node.path).filter((id) => !above.has(id));
  const nodes = new Map((await em.find(Node, { id: { $in: ids } })).map((each) => [each.id, each]));
  return ids.flatMap((id) => {
    const step = nodes.get(id);
    return step === undefined ? [] : [{ id, type: step.type, name: step.name }];
  });
}
