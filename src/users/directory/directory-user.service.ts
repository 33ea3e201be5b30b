/**
 * Users as a company's directory keeps them up to date (SCIM): those of its organization and of the organizations below. Who
 * is changed by it once is kept by it from then on: no mail of a forgotten password goes to an address that it wrote.
 */
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { Viewer } from '../../access/viewer.js';
import type { OperationLog } from '../../audit/operation-log.js';
import type { Database, EntityManager } from '../../db/database.js';
import { readRows } from '../../db/rows.js';
import type { Clock } from '../../kernel/clock.js';
import { LoupeError, notFound } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { laterThan } from '../../kernel/precondition.js';
import { shown } from '../../tree/guarded-nodes.js';
import { keepingAnAdministrator } from '../last-administrator.js';
import { revokeTokens } from '../sessions/token-issuer.js';
import { User } from '../user.entity.js';
import { loadUser, type UserPlace } from '../user-rows.js';
import { foldName, userSubject } from '../user.rules.js';
import { DirectoryUser } from './directory.entity.js';
import {
  type Directory,
  emergencyUsersOf,
  type Listed,
  type ListPart,
  requireDirectory,
} from './directory-place.js';
import type { DirectoryRoles } from './directory-roles.js';
import {
  type DirectoryPerson,
  type GivenPerson,
  type PersonWanted,
  usablePerson,
} from './directory-user.rules.js';
import { PEOPLE, readPeople, readPerson } from './person-rows.js';

export interface DirectoryParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly operations: OperationLog;
  readonly roles: DirectoryRoles;
}

export class DirectoryUserService {
  constructor(private readonly parts: DirectoryParts) {}

  /** In the order of their ids. @throws LoupeError UNAUTHENTICATED, FORBIDDEN */
  async list(viewer: Viewer, wanted: PersonWanted, part: ListPart): Promise<Listed<DirectoryPerson>> {
    const em = this.parts.database.reader();
    const directory = await requireDirectory(em, viewer);
    return readPeople(em, directory, wanted, part);
  }

  /** @throws LoupeError UNAUTHENTICATED, FORBIDDEN, NOT_FOUND */
  async get(viewer: Viewer, id: string): Promise<DirectoryPerson> {
    const em = this.parts.database.reader();
    return readPerson(em, await requireDirectory(em, viewer), id);
  }

  /**
   * Makes a user without a password, or takes over the one of the organization who has the mail address and whom no directory
   * keeps yet. No mail is sent: they log in by single sign-on.
   *
   * @throws LoupeError BAD_USER_INPUT, UNAUTHENTICATED, FORBIDDEN, CONFLICT with `userName` among its fields
   */
  async create(viewer: Viewer, input: GivenPerson): Promise<DirectoryPerson> {
    return this.write(viewer, async (em, directory) => {
      const { node } = directory;
      const person = usablePerson({ ...input, userName: input.userName ?? '' }, null, node.id);
      await requireFree(em, directory, person.userName, null);
      const known = await adoptable(em, directory, person.mail);
      if (known !== null) {
        await this.change(em, directory, known, input);
        return known.id;
      }
      const now = this.parts.clock.now();
      const user = em.create(User, {
        ...(await accountNames(em, person.userName, null)),
        id: newId(),
        organizationId: node.id,
        mail: person.mail,
        mailKey: foldName(person.mail),
        firstName: person.firstName,
        lastName: person.lastName,
        passwordHash: null,
        status: person.isActive ? 'Active' : 'Inactive',
        dateCreated: now,
        dateModified: now,
      });
      await em.flush();
      bind(em, directory, user.id, person, null);
      this.parts.operations.write(em, directory.viewer, 'user:create', userSubject(user));
      await this.parts.roles.apply(em, directory, [user.id]);
      return user.id;
    });
  }

  /**
   * Changes what is given. Who is no longer active loses every log-in at once.
   *
   * @throws LoupeError as `create`; NOT_FOUND; CONFLICT for the last administrator, for the one whose password stays good
   *   should a provider be away, and for the owner of the token
   */
  async update(viewer: Viewer, id: string, input: GivenPerson): Promise<DirectoryPerson> {
    return this.write(viewer, async (em, directory) => {
      const place = await requirePlace(em, directory, id);
      await this.change(em, directory, place, input);
      return place.id;
    });
  }

  /** Removes the user for good. @throws LoupeError as `update` */
  async delete(viewer: Viewer, id: string): Promise<void> {
    await this.parts.database.transaction(async ({ em }) => {
      const directory = await requireDirectory(em, viewer);
      const place = await requirePlace(em, directory, id);
      await requireTouchable(em, directory, place, { ends: true });
      this.parts.operations.write(em, directory.viewer, 'user:delete', userSubject(place.user));
      await keepingAnAdministrator(em, viewer, place, async () => em.nativeDelete(User, { id: place.id }));
    });
  }

  private async write(
    viewer: Viewer,
    work: (em: EntityManager, directory: Directory) => Promise<string>,
  ): Promise<DirectoryPerson> {
    const { database } = this.parts;
    try {
      return await database.transaction(async ({ em }) => {
        const directory = await requireDirectory(em, viewer);
        const id = await work(em, directory);
        await em.flush();
        return readPerson(em, directory, id);
      });
    } catch (error) {
      // Two requests made the same user at once.
      if (error instanceof UniqueConstraintViolationException) throw taken();
      throw error;
    }
  }

  private async change(
    em: EntityManager,
    directory: Directory,
    place: UserPlace,
    input: GivenPerson,
  ): Promise<void> {
    const { clock, operations, roles } = this.parts;
    const { user } = place;
    const bound = await em.findOne(DirectoryUser, { userId: user.id });
    const before = beforeOf(user, bound);
    const person = usablePerson(input, before, directory.node.id);
    const isSame = Object.entries(person).every(
      ([name, value]) => before[name as keyof typeof before] === value,
    );
    if (isSame && bound !== null) return;
    await requireTouchable(em, directory, place, { ends: before.isActive && !person.isActive });
    if (foldName(person.userName) !== foldName(before.userName)) {
      await requireFree(em, directory, person.userName, user.id);
    }
    const names = await accountNames(em, person.userName, user.id);
    await keepingAnAdministrator(em, directory.viewer, place, async () => {
      Object.assign(user, names, {
        mail: person.mail,
        mailKey: foldName(person.mail),
        firstName: person.firstName,
        lastName: person.lastName,
        ...(person.isActive === before.isActive ? {} : { status: person.isActive ? 'Active' : 'Inactive' }),
        dateModified: laterThan(user.dateModified, clock.now()),
      });
      if (!person.isActive) await revokeTokens(em, user.id, clock.now());
    });
    bind(em, directory, user.id, person, bound);
    operations.write(em, directory.viewer, 'user:write', userSubject(user));
    await em.flush();
    if (bound === null) await roles.apply(em, directory, [user.id]);
  }
}

function beforeOf(user: User, bound: DirectoryUser | null) {
  return {
    userName: bound?.userName ?? user.userName,
    externalId: bound?.externalId ?? null,
    displayName: bound?.displayName ?? null,
    mail: user.mail,
    firstName: user.firstName ?? null,
    lastName: user.lastName ?? null,
    isActive: user.status === 'Active',
  };
}

function bind(
  em: EntityManager,
  { node }: Directory,
  userId: string,
  { userName, externalId, displayName }: ReturnType<typeof usablePerson>,
  bound: DirectoryUser | null,
): void {
  const values = { userName, userNameKey: foldName(userName), externalId, displayName };
  if (bound === null) em.create(DirectoryUser, { userId, organizationId: node.id, ...values });
  else Object.assign(bound, values, { organizationId: node.id });
}

async function requirePlace(em: EntityManager, { node }: Directory, id: string): Promise<UserPlace> {
  const place = await loadUser(em, id);
  if (place?.path.startsWith(node.path) !== true) throw notFound(`User ${shown(id)}`);
  return place;
}

/** @throws LoupeError CONFLICT for those without whom nobody could get in, or the directory could not go on */
async function requireTouchable(
  em: EntityManager,
  { viewer, node }: Directory,
  { user }: UserPlace,
  { ends }: { readonly ends: boolean },
): Promise<void> {
  if ((await emergencyUsersOf(em, node)).has(user.id)) {
    throw new LoupeError(
      'CONFLICT',
      `${user.userName} is the administrator whose password stays good should the provider be away. Leave this user out of the directory's assignments.`,
    );
  }
  if (ends && user.id === viewer.ownerId) {
    throw new LoupeError(
      'CONFLICT',
      `${user.userName} owns the machine token of this request, which would end with them. Have another administrator make a new token first.`,
    );
  }
}

/** The user of the organization with that mail address whom no directory keeps yet. */
async function adoptable(em: EntityManager, { node }: Directory, mail: string): Promise<UserPlace | null> {
  const found = await em.find(User, { mailKey: foldName(mail), organizationId: node.id }, { limit: 2 });
  const [user] = found;
  if (user === undefined || found.length > 1) return null;
  if ((await em.count(DirectoryUser, { userId: user.id })) > 0) return null;
  return { id: user.id, path: node.path, user };
}

/** @throws LoupeError CONFLICT when somebody in reach of the directory has the name */
async function requireFree(
  em: EntityManager,
  { node }: Directory,
  userName: string,
  ownId: string | null,
): Promise<void> {
  const [holder] = await readRows<{ id: string }>(
    em,
    `select u.id ${PEOPLE} and coalesce(d.user_name_key, u.user_name_key) = ? and u.id <> ?`,
    [node.id, `${node.path}%`, foldName(userName), ownId ?? newId()],
  );
  if (holder !== undefined) throw taken(userName);
}

function taken(userName = ''): LoupeError {
  const message = `The user name ${JSON.stringify(userName)} is taken. Ask for it by a filter, and change that user.`;
  return new LoupeError('CONFLICT', message, { userName: [message] });
}

/** User names are unique across the platform: another tenant may have this one, which is nobody's business here. */
async function accountNames(em: EntityManager, userName: string, ownId: string | null) {
  const holder = await em.findOne(User, { userNameKey: foldName(userName) });
  const isFree = holder === null || holder.id === ownId;
  const name = isFree ? userName : `${userName} ${ownId ?? newId()}`;
  return { userName: name, userNameKey: foldName(name) };
}
