/** Profiles of comparisons that an organization keeps beside the built-in ones. */
import type { OperationLog } from '../../audit/operation-log.js';
import type { Viewer } from '../../access/viewer.js';
import type { Database, EntityManager } from '../../db/database.js';
import type { Clock } from '../../kernel/clock.js';
import { badInput } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import { BUILT_IN_PROFILES, isSameName, type Profile, type ProfileSettings } from '../profiles.js';
import { requireProofSettings } from '../proof-settings.js';
import { ComparisonProfile } from './kept-comparison.entity.js';

/** Of an organization. */
const MOST_PROFILES = 50;
const LONGEST_NAME = 100;

export interface ProfileView extends Profile {
  readonly isBuiltIn: boolean;
}

export interface ProfileServiceParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly guarded: GuardedNodes;
  readonly operations: OperationLog;
}

export class ProfileService {
  constructor(private readonly parts: ProfileServiceParts) {}

  /** The built-in ones, then those of the organization by name. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async list(viewer: Viewer, organizationId: string): Promise<readonly ProfileView[]> {
    const em = this.parts.database.reader();
    const { id } = await this.parts.guarded.requireOfType(
      em,
      viewer,
      'content:read',
      organizationId,
      'Organization',
    );
    const own = await this.ownOf(em, id);
    return [
      ...BUILT_IN_PROFILES.map((profile) => ({ ...profile, isBuiltIn: true })),
      ...own.map(({ name, settings }) => ({ name, settings, isBuiltIn: false })),
    ];
  }

  /** Those of an organization, for comparisons that it makes. */
  async settingsOf(organizationId: string): Promise<readonly Profile[]> {
    return this.ownOf(this.parts.database.reader(), organizationId);
  }

  /**
   * Keeps a profile; one of the same name is replaced.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT (a name of a built-in one, settings that mean nothing, too many)
   */
  async save(
    viewer: Viewer,
    organizationId: string,
    name: string,
    settings: ProfileSettings,
  ): Promise<ProfileView> {
    const { database, clock, guarded, operations } = this.parts;
    const known = requireName(name);
    requireProofSettings(settings);
    return database.transaction(async ({ em }) => {
      const node = await guarded.requireOfType(em, viewer, 'content:write', organizationId, 'Organization');
      const own = await this.ownOf(em, node.id);
      const before = own.find((profile) => isSameName(profile.name, known));
      const dateModified = clock.now();
      if (before !== undefined) Object.assign(before, { name: known, settings, dateModified });
      else if (own.length >= MOST_PROFILES)
        throw badInput('name', `your organization has ${MOST_PROFILES} profiles already; remove one first`);
      else
        em.create(ComparisonProfile, {
          id: newId(),
          organizationId: node.id,
          name: known,
          settings,
          dateModified,
        });
      operations.write(em, viewer, 'comparisonProfile:write', node);
      return { name: known, settings, isBuiltIn: false };
    });
  }

  /** @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT for a name that the organization did not give */
  async remove(viewer: Viewer, organizationId: string, name: string): Promise<void> {
    const { database, guarded, operations } = this.parts;
    await database.transaction(async ({ em }) => {
      const node = await guarded.requireOfType(em, viewer, 'content:write', organizationId, 'Organization');
      const own = await this.ownOf(em, node.id);
      const profile = own.find((one) => isSameName(one.name, name));
      if (profile === undefined) throw badInput('name', 'is no profile of your organization');
      operations.write(em, viewer, 'comparisonProfile:delete', node);
      em.remove(profile);
    });
  }

  private async ownOf(em: EntityManager, organizationId: string): Promise<ComparisonProfile[]> {
    const own = await em.find(ComparisonProfile, { organizationId });
    return own.toSorted((a, b) => a.name.localeCompare(b.name));
  }
}

function requireName(given: string): string {
  const name = given.trim();
  if (name === '' || name.length > LONGEST_NAME)
    throw badInput('name', `must have 1 to ${LONGEST_NAME} characters`);
  if (BUILT_IN_PROFILES.some((profile) => isSameName(profile.name, name)))
    throw badInput('name', 'is that of a built-in profile');
  return name;
}
