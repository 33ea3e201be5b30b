/** Groups as a company's directory keeps them up to date (SCIM). What they are good for the rules of single sign-on say. */
import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import { z } from 'zod';
import { validate } from '../../access/validate.js';
import type { Viewer } from '../../access/viewer.js';
import type { EntityManager } from '../../db/database.js';
import { eachPart } from '../../db/in-parts.js';
import { marks, readRows } from '../../db/rows.js';
import { badInput, LoupeError, notFound } from '../../kernel/errors.js';
import { isId, newId } from '../../kernel/ids.js';
import { laterThan } from '../../kernel/precondition.js';
import { shown } from '../../tree/guarded-nodes.js';
import { foldName } from '../user.rules.js';
import { DirectoryGroup, DirectoryMember } from './directory.entity.js';
import { type Directory, type Listed, type ListPart, requireDirectory } from './directory-place.js';
import type { DirectoryParts } from './directory-user.service.js';
import { type DirectoryGroupView, type GroupWanted, memberIds, readGroup, readGroups } from './group-rows.js';

/** Members that are undefined stay as they are. */
export interface GivenGroup {
  readonly name?: string | undefined;
  readonly externalId?: string | null | undefined;
  /** One after the other. */
  readonly members?: readonly MemberChange[] | undefined;
}

export interface MemberChange {
  readonly kind: 'add' | 'remove' | 'replace';
  readonly userIds: readonly string[];
}

const MAX_GROUPS = 5000;
const MAX_MEMBERS = 50_000;
/** Of those who come, and of those who go, in the operation log. */
const MAX_NOTED = 100;

const given = z.object({
  name: z.string().trim().min(1, 'is missing').max(256, 'must have at most 256 characters'),
  externalId: z.string().max(256, 'must have at most 256 characters').nullable(),
});

export class DirectoryGroupService {
  constructor(private readonly parts: DirectoryParts) {}

  /** In the order of their ids. @throws LoupeError UNAUTHENTICATED, FORBIDDEN */
  async list(
    viewer: Viewer,
    wanted: GroupWanted,
    part: ListPart & { readonly withMembers: boolean },
  ): Promise<Listed<DirectoryGroupView>> {
    const em = this.parts.database.reader();
    return readGroups(em, await requireDirectory(em, viewer), wanted, part);
  }

  /** @throws LoupeError UNAUTHENTICATED, FORBIDDEN, NOT_FOUND */
  async get(
    viewer: Viewer,
    id: string,
    { withMembers }: { readonly withMembers: boolean },
  ): Promise<DirectoryGroupView> {
    const em = this.parts.database.reader();
    return readGroup(em, await requireDirectory(em, viewer), id, withMembers);
  }

  /** @throws LoupeError BAD_USER_INPUT, UNAUTHENTICATED, FORBIDDEN, CONFLICT with `name` among its fields */
  async create(viewer: Viewer, input: GivenGroup): Promise<DirectoryGroupView> {
    return this.write(viewer, async (em, directory) => {
      const organizationId = directory.node.id;
      const { name, externalId } = validate(given, {
        name: input.name ?? '',
        externalId: input.externalId ?? null,
      });
      if ((await em.count(DirectoryGroup, { organizationId, nameKey: foldName(name) })) > 0) throw taken();
      if ((await em.count(DirectoryGroup, { organizationId })) >= MAX_GROUPS) {
        throw badInput('name', `is one more than the ${MAX_GROUPS} groups that a directory may have`);
      }
      const now = this.parts.clock.now();
      const group = em.create(DirectoryGroup, {
        id: newId(),
        organizationId,
        name,
        nameKey: foldName(name),
        externalId,
        dateCreated: now,
        dateModified: now,
      });
      await em.flush();
      this.note(
        em,
        directory,
        'group:create',
        group,
        await this.setMembers(em, directory, group, input.members),
      );
      return group.id;
    });
  }

  /**
   * Changes what is given; roles follow at once.
   *
   * @throws LoupeError as `create`; NOT_FOUND; CONFLICT where an organization would lose its last administrator
   */
  async update(viewer: Viewer, id: string, input: GivenGroup): Promise<DirectoryGroupView> {
    return this.write(viewer, async (em, directory) => {
      const group = await requireGroup(em, directory, id);
      const { name, externalId } = validate(given, {
        name: input.name ?? group.name,
        externalId: input.externalId === undefined ? (group.externalId ?? null) : input.externalId,
      });
      const isRenamed = name !== group.name || externalId !== (group.externalId ?? null);
      if (foldName(name) !== group.nameKey) {
        const where = { organizationId: directory.node.id, nameKey: foldName(name) };
        if ((await em.count(DirectoryGroup, where)) > 0) throw taken();
      }
      const dateModified = laterThan(group.dateModified, this.parts.clock.now());
      Object.assign(group, { name, nameKey: foldName(name), externalId, dateModified });
      await em.flush();
      this.note(
        em,
        directory,
        'group:write',
        group,
        await this.setMembers(em, directory, group, input.members),
      );
      // The rules may know another name, or no longer this one.
      if (isRenamed) await this.parts.roles.apply(em, directory, await memberIds(em, group));
      return group.id;
    });
  }

  /** @throws LoupeError as `update` */
  async delete(viewer: Viewer, id: string): Promise<void> {
    await this.parts.database.transaction(async ({ em }) => {
      const directory = await requireDirectory(em, viewer);
      const group = await requireGroup(em, directory, id);
      const members = await memberIds(em, group);
      this.note(em, directory, 'group:delete', group);
      await em.flush();
      await em.nativeDelete(DirectoryGroup, { id: group.id });
      await this.parts.roles.apply(em, directory, members);
    });
  }

  private note(
    em: EntityManager,
    { viewer, node }: Directory,
    operation: string,
    { id, name }: DirectoryGroup,
    { added, removed }: Moved = { added: [], removed: [] },
  ): void {
    const change = { kind: 'Group', languageCode: null, field: 'members' };
    this.parts.operations.write(em, viewer, operation, {
      id: null,
      organizationId: node.id,
      other: { type: 'Group', id, name },
      changes: [
        ...added
          .slice(0, MAX_NOTED)
          .map((userId) => ({ ...change, elementId: userId, before: null, after: userId })),
        ...removed
          .slice(0, MAX_NOTED)
          .map((userId) => ({ ...change, elementId: userId, before: userId, after: null })),
      ],
    });
  }

  private async write(
    viewer: Viewer,
    work: (em: EntityManager, directory: Directory) => Promise<string>,
  ): Promise<DirectoryGroupView> {
    try {
      return await this.parts.database.transaction(async ({ em }) => {
        const directory = await requireDirectory(em, viewer);
        const id = await work(em, directory);
        await em.flush();
        return readGroup(em, directory, id, true);
      });
    } catch (error) {
      // Two requests made the same group at once.
      if (error instanceof UniqueConstraintViolationException) throw taken();
      throw error;
    }
  }

  private async setMembers(
    em: EntityManager,
    directory: Directory,
    group: DirectoryGroup,
    changes: readonly MemberChange[] = [],
  ): Promise<Moved> {
    const before = new Set(await memberIds(em, group));
    const after = changes.reduce(changed, before);
    const added = [...after].filter((id) => !before.has(id));
    const removed = [...before].filter((id) => !after.has(id));
    if (after.size > MAX_MEMBERS) throw badInput('members', `must be at most ${MAX_MEMBERS}`);
    await requireKnown(em, directory, added);
    await eachPart(added, async (part) => {
      for (const userId of part) em.create(DirectoryMember, { groupId: group.id, userId });
      await em.flush();
    });
    await eachPart(removed, async (part) => {
      await em.nativeDelete(DirectoryMember, { groupId: group.id, userId: { $in: part } });
    });
    await this.parts.roles.apply(em, directory, [...added, ...removed]);
    return { added, removed };
  }
}

interface Moved {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

function changed(members: ReadonlySet<string>, { kind, userIds }: MemberChange): Set<string> {
  const ids = userIds.map((id) => id.toLowerCase());
  if (kind === 'replace') return new Set(ids);
  if (kind === 'add') return new Set([...members, ...ids]);
  const removed = new Set(ids);
  return new Set([...members].filter((id) => !removed.has(id)));
}

/** @throws LoupeError BAD_USER_INPUT for users whom the directory does not reach */
async function requireKnown(
  em: EntityManager,
  { node }: Directory,
  userIds: readonly string[],
): Promise<void> {
  const known = new Set<string>();
  await eachPart(userIds.filter(isId), async (part) => {
    const rows = await readRows<{ id: string }>(
      em,
      `select u.id from user_account u join node n on n.id = u.organization_id
       where n.path like ? and u.id in (${marks(part)})`,
      [`${node.path}%`, ...part],
    );
    for (const { id } of rows) known.add(id);
  });
  const unknown = userIds.filter((id) => !known.has(id));
  if (unknown.length > 0) {
    throw badInput(
      'members',
      `must be ids of users; not known: ${unknown.slice(0, 5).map(shown).join(', ')}`,
    );
  }
}

async function requireGroup(em: EntityManager, { node }: Directory, id: string): Promise<DirectoryGroup> {
  const where = { id: id.toLowerCase(), organizationId: node.id };
  // Two requests that change its members at once must not both start from the same ones.
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const group = isId(id) ? await em.findOne(DirectoryGroup, where, { lockMode }) : null;
  if (group === null) throw notFound(`Group ${shown(id)}`);
  return group;
}

function taken(): LoupeError {
  const message =
    'A group of this directory has that name already. Ask for it by a filter, and change that one.';
  return new LoupeError('CONFLICT', message, { name: [message] });
}
