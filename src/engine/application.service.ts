/** Applications: sets of references that are searched as one. */
import { noteTenant } from '../kernel/current-request.js';
import type { Viewer } from '../access/viewer.js';
import type { Clock } from '../kernel/clock.js';
import type { Database, EntityManager } from '../db/database.js';
import { type Keyset, keysetQuery } from '../db/keyset.js';
import { badInput, LoupeError } from '../kernel/errors.js';
import { isId, newId } from '../kernel/ids.js';
import {
  Application,
  type ApplicationKind,
  applicationKinds,
  type ApplicationPurpose,
} from './application.entity.js';
import { requireApplication, requireOwner, withinReach } from './keys/application-access.js';
import { ApplicationKeys, type KeyVault } from './keys/application-keys.js';
import { requireApplicationName, patchSettings, type SettingsPatch } from './application.rules.js';
import type { ReferenceStore } from './references/reference-store.js';
import type { ApplicationView } from './views.js';

export interface NewApplication {
  readonly name?: string;
  readonly kind: ApplicationKind;
  /** Key to modify and query; one is made when none is given. */
  readonly key?: string;
  /** Key that may only query. */
  readonly queryKey?: string;
  readonly organizationId?: string | null;
  readonly settings?: SettingsPatch;
  /** Whether small copies of the pictures of references are kept; by default none are. */
  readonly keepsThumbnails?: boolean;
}

export interface ApplicationPatch {
  readonly name?: string | undefined;
  readonly isActive?: boolean | undefined;
  readonly settings?: SettingsPatch | undefined;
  /** False removes those that there are; true holds for pictures that come from now on. */
  readonly keepsThumbnails?: boolean | undefined;
}

/** Which keys to replace. */
export interface KeyRotation {
  readonly modify: boolean;
  /** Also makes a key for queries where there was none. */
  readonly query: boolean;
}

export class ApplicationService {
  private readonly keys: ApplicationKeys;

  constructor(
    private readonly database: Database,
    vault: KeyVault,
    private readonly references: ReferenceStore,
    private readonly clock: Clock,
  ) {
    this.keys = new ApplicationKeys(vault);
  }

  /**
   * Creates an application for an engine user.
   *
   * @throws LoupeError BAD_USER_INPUT, CONFLICT (the key is in use), FORBIDDEN
   */
  async create(viewer: Viewer, input: NewApplication): Promise<ApplicationView> {
    const owner = input.organizationId ?? null;
    const organizationId = await requireOwner(this.database.reader(), viewer, owner);
    if (!applicationKinds.includes(input.kind)) {
      throw badInput('kind', `must be one of ${applicationKinds.join(', ')}`);
    }
    const key = input.key ?? this.keys.make();
    const name = requireApplicationName(input.name ?? `${input.kind} application`);
    const settings = patchSettings({}, input.settings ?? {});
    this.keys.requireForm('key', key);
    this.keys.requireForm('queryKey', input.queryKey);
    return this.database.transaction(async ({ em }) => {
      await this.keys.requireUnused(em, [key, input.queryKey]);
      const { kind, keepsThumbnails = false } = input;
      const application = this.insert(em, {
        name,
        kind,
        purpose: 'engine',
        organizationId,
        settings,
        keepsThumbnails,
      });
      this.keys.setModifyKey(application, key);
      this.keys.setQueryKey(application, input.queryKey ?? null);
      await em.flush();
      return this.toView(application);
    });
  }

  /** Creates an organization's own application in the caller's transaction. It has no key: services search it. */
  async createFor(
    em: EntityManager,
    organizationId: string,
    purpose: ApplicationPurpose,
  ): Promise<Application> {
    const name = purpose === 'pictures' ? 'Pictures' : 'Content';
    const application = this.insert(em, {
      name,
      kind: 'mobile',
      purpose,
      organizationId,
      settings: {},
      keepsThumbnails: false,
    });
    await em.flush();
    return application;
  }

  /** Ids of the organizations' own applications of a purpose, in a fixed order. */
  async idsOf(
    em: EntityManager,
    organizationIds: readonly string[],
    purpose: ApplicationPurpose,
  ): Promise<string[]> {
    const found = await em.find(
      Application,
      { organizationId: { $in: [...organizationIds] }, purpose, isActive: true },
      { fields: ['id'], orderBy: { id: 'asc' } },
    );
    return found.map((application) => application.id);
  }

  /** The application that a key of the engine API opens, for changes or for searches. */
  async byKey(key: string, use: 'modify' | 'query'): Promise<Application> {
    const found = await this.keys.find(this.database.reader(), key);
    if (found === null) {
      throw new LoupeError('UNKNOWN_APPLICATION', 'Unknown application_key. Check the key.');
    }
    noteTenant(found.application.organizationId ?? null);
    const application = requireActive(found.application);
    if (use === 'modify' && !found.mayModify) {
      throw new LoupeError(
        'KEY_MAY_ONLY_QUERY',
        'This application_key may only query. Use the key for changes.',
      );
    }
    return application;
  }

  /** Whether a key opens an application for changes; false for one that opens nothing. */
  async opensForChanges(key: string): Promise<boolean> {
    return (await this.keys.find(this.database.reader(), key))?.mayModify === true;
  }

  /** Applications with keys, by name: all for the operator, those within reach for administrators. */
  async list(viewer: Viewer): Promise<readonly ApplicationView[]> {
    const em = this.database.reader();
    const found = await em.find(Application, await withinReach(em, viewer), {
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
    });
    return found.map((application) => this.toView(application));
  }

  /** A part of the viewer's applications in order of their making. @param after id of the last one before it */
  async page(
    viewer: Viewer,
    { after = null, limit }: { readonly after?: string | null; readonly limit: number },
  ): Promise<{ readonly items: readonly ApplicationView[]; readonly total: number }> {
    const em = this.database.reader();
    const where = await withinReach(em, viewer);
    const found = await em.find(
      Application,
      { ...where, ...(after === null ? {} : { id: { $gt: requireId('after', after) } }) },
      { orderBy: { id: 'asc' }, limit },
    );
    return {
      items: found.map((application) => this.toView(application)),
      total: await em.count(Application, where),
    };
  }

  /** A part of the viewer's applications by keyset, in order of their making. */
  async keysetPage(viewer: Viewer, keyset: Keyset): Promise<readonly ApplicationView[]> {
    const em = this.database.reader();
    const { where, orderBy, limit } = keysetQuery<Application>(
      [{ property: 'id', direction: 'asc' }],
      keyset,
    );
    const reach = await withinReach(em, viewer);
    const found = await em.find(Application, { $and: [reach, where] }, { orderBy, limit });
    return found.map((application) => this.toView(application));
  }

  async countWithinReach(viewer: Viewer): Promise<number> {
    const em = this.database.reader();
    return em.count(Application, await withinReach(em, viewer));
  }

  async get(viewer: Viewer, id: string): Promise<ApplicationView> {
    return this.toView(await this.open(viewer, id));
  }

  /** The application itself, for the services that work on its references. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async open(viewer: Viewer, id: string): Promise<Application> {
    return requireApplication(this.database.reader(), viewer, id);
  }

  /** Changes the given members. @throws LoupeError BAD_USER_INPUT, NOT_FOUND, FORBIDDEN */
  async update(viewer: Viewer, id: string, patch: ApplicationPatch): Promise<ApplicationView> {
    return this.database.transaction(async (transaction) => {
      const application = await requireApplication(transaction.em, viewer, id);
      const { name, isActive, settings, keepsThumbnails } = patch;
      if (keepsThumbnails !== undefined) {
        await this.references.keepThumbnails(transaction, application, keepsThumbnails);
      }
      if (name !== undefined) application.name = requireApplicationName(name);
      if (isActive !== undefined) application.isActive = isActive;
      if (settings !== undefined) application.settings = patchSettings(application.settings, settings);
      application.dateModified = this.clock.now();
      return this.toView(application);
    });
  }

  /** Switches an application off or on again. Its references stay. */
  async setActive(viewer: Viewer, id: string, isActive: boolean): Promise<ApplicationView> {
    return this.update(viewer, id, { isActive });
  }

  /** Switches an application off: its keys open nothing until it is switched on again. */
  async disable(viewer: Viewer, id: string): Promise<ApplicationView> {
    return this.setActive(viewer, id, false);
  }

  /** Makes new keys; the old ones open nothing from then on. Without a choice, those that there are. */
  async rotateKeys(viewer: Viewer, id: string, rotation?: KeyRotation): Promise<ApplicationView> {
    if (rotation?.modify === false && !rotation.query) throw badInput('query', 'choose a key to replace');
    return this.database.transaction(async ({ em }) => {
      const application = await requireApplication(em, viewer, id);
      const { modify, query } = rotation ?? { modify: true, query: application.queryKeyHash != null };
      if (modify) this.keys.setModifyKey(application, this.keys.make());
      if (query) this.keys.setQueryKey(application, this.keys.make());
      application.dateModified = this.clock.now();
      return this.toView(application);
    });
  }

  /** Removes an application with all of its references. */
  async delete(viewer: Viewer, id: string): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const application = await requireApplication(transaction.em, viewer, id);
      await transaction.em.nativeDelete(Application, { id: application.id });
      await this.references.forget(transaction, application.id);
    });
  }

  private insert(
    em: EntityManager,
    values: Pick<
      Application,
      'name' | 'kind' | 'purpose' | 'organizationId' | 'settings' | 'keepsThumbnails'
    >,
  ): Application {
    const now = this.clock.now();
    return em.create(Application, {
      id: newId(),
      ...values,
      dateCreated: now,
      dateModified: now,
    });
  }

  private toView(application: Application): ApplicationView {
    const { id, name, kind, purpose, organizationId, isActive, settings, dateCreated, dateModified } =
      application;
    return {
      keepsThumbnails: application.keepsThumbnails,
      id,
      name,
      kind,
      purpose,
      organizationId: organizationId ?? null,
      ...this.keys.reveal(application),
      isActive,
      settings,
      dateCreated,
      dateModified,
    };
  }
}

function requireActive(application: Application): Application {
  if (application.isActive) return application;
  throw new LoupeError('INACTIVE_APPLICATION', 'The application is disabled. Ask its administrator.');
}

function requireId(field: string, id: string): string {
  if (!isId(id)) throw badInput(field, 'must be the cursor of an earlier answer');
  return id.toLowerCase();
}
