/** Applications: sets of references that are searched as one. */
import { randomInt } from 'node:crypto';
import { demandIdentity } from '../access/access.js';
import type { Viewer } from '../access/viewer.js';
import type { Clock } from '../clock.js';
import type { Database, EntityManager } from '../db/database.js';
import { badInput, forbidden, LoupeError, notFound } from '../errors.js';
import { isId, newId } from '../ids.js';
import {
  Application,
  type ApplicationKind,
  applicationKinds,
  type ApplicationPurpose,
} from './application.entity.js';
import type { ReferenceStore } from './reference-store.js';
import type { ApplicationView } from './views.js';

/** Hides keys in the database and finds them again; the server's secrets do it. */
export interface KeyVault {
  hash(secret: string): string;
  encrypt(text: string): string;
  decrypt(cipherText: string): string;
}

export interface NewApplication {
  readonly name?: string;
  readonly kind: ApplicationKind;
  /** Key to modify and query; one is made when none is given. */
  readonly key?: string;
  /** Key that may only query. */
  readonly queryKey?: string;
  readonly organizationId?: string | null;
}

const KEY_FORM = /^[\x21-\x7e]{8,128}$/;
const KEY_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** The field's keys are this long: 190 bits. */
const KEY_LENGTH = 32;

export class ApplicationService {
  constructor(
    private readonly database: Database,
    private readonly vault: KeyVault,
    private readonly references: ReferenceStore,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates an application for an engine user.
   *
   * @throws LoupeError BAD_USER_INPUT, CONFLICT (the key is in use), FORBIDDEN
   */
  async create(viewer: Viewer, input: NewApplication): Promise<ApplicationView> {
    const organizationId = ownerFor(viewer, input.organizationId ?? null);
    if (!applicationKinds.includes(input.kind)) {
      throw badInput('kind', `must be one of ${applicationKinds.join(', ')}`);
    }
    const key = input.key ?? makeKey();
    const name = input.name ?? `${input.kind} application`;
    if (name.trim() === '' || name.length > 200) throw badInput('name', 'must have 1 to 200 characters');
    for (const [field, value] of [
      ['key', key],
      ['queryKey', input.queryKey],
    ] as const) {
      if (value !== undefined && !KEY_FORM.test(value)) {
        throw badInput(field, 'must have 8 to 128 printable characters without blanks');
      }
    }
    return this.database.transaction(async ({ em }) => {
      await this.demandUnused(em, [key, input.queryKey]);
      const application = this.insert(em, { name, kind: input.kind, purpose: 'engine', organizationId });
      this.setKeys(application, key, input.queryKey ?? null);
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
    const application = this.insert(em, { name, kind: 'mobile', purpose, organizationId });
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
    const hash = this.vault.hash(key);
    const em = this.database.reader();
    const found = await em.findOne(Application, { $or: [{ keyHash: hash }, { queryKeyHash: hash }] });
    if (found === null)
      throw new LoupeError('UNKNOWN_APPLICATION', 'Unknown application_key. Check the key.');
    if (use === 'modify' && found.keyHash !== hash) {
      throw new LoupeError(
        'KEY_MAY_ONLY_QUERY',
        'This application_key may only query. Use the key for changes.',
      );
    }
    if (!found.isActive) {
      throw new LoupeError('INACTIVE_APPLICATION', 'The application is disabled. Ask its administrator.');
    }
    return found;
  }

  /** Applications with keys, by name: all for the operator, those of the own organization for its administrators. */
  async list(viewer: Viewer): Promise<readonly ApplicationView[]> {
    const organizationId = ownerFor(viewer, null);
    const where = organizationId === null ? {} : { organizationId };
    const found = await this.database
      .reader()
      .find(Application, { purpose: 'engine', ...where }, { orderBy: [{ name: 'asc' }, { id: 'asc' }] });
    return found.map((application) => this.toView(application));
  }

  async get(viewer: Viewer, id: string): Promise<ApplicationView> {
    return this.toView(await this.demandOwn(this.database.reader(), viewer, id));
  }

  /** Switches an application off or on again. Its references stay. */
  async setActive(viewer: Viewer, id: string, isActive: boolean): Promise<ApplicationView> {
    return this.database.transaction(async ({ em }) => {
      const application = await this.demandOwn(em, viewer, id);
      em.assign(application, { isActive, dateModified: this.clock.now() });
      return this.toView(application);
    });
  }

  /** Switches an application off: its keys open nothing until it is switched on again. */
  async disable(viewer: Viewer, id: string): Promise<ApplicationView> {
    return this.setActive(viewer, id, false);
  }

  /** Makes new keys; the old ones open nothing from then on. */
  async rotateKeys(viewer: Viewer, id: string): Promise<ApplicationView> {
    return this.database.transaction(async ({ em }) => {
      const application = await this.demandOwn(em, viewer, id);
      this.setKeys(application, makeKey(), application.queryKeyHash === null ? null : makeKey());
      application.dateModified = this.clock.now();
      return this.toView(application);
    });
  }

  /** Removes an application with all of its references. */
  async delete(viewer: Viewer, id: string): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const application = await this.demandOwn(transaction.em, viewer, id);
      await transaction.em.nativeDelete(Application, { id: application.id });
      this.references.dropIndex(transaction, application.id);
    });
  }

  private async demandOwn(em: EntityManager, viewer: Viewer, id: string): Promise<Application> {
    const organizationId = ownerFor(viewer, null);
    const found = isId(id)
      ? await em.findOne(Application, { id: id.toLowerCase(), purpose: 'engine' })
      : null;
    const isOwn = organizationId === null || found?.organizationId === organizationId;
    if (found === null || !isOwn) throw notFound(`Application ${id}`);
    return found;
  }

  private async demandUnused(em: EntityManager, keys: readonly (string | undefined)[]): Promise<void> {
    const given = keys.filter((key) => key !== undefined);
    if (new Set(given).size < given.length)
      throw badInput('queryKey', 'must differ from the key for changes');
    const hashes = given.map((key) => this.vault.hash(key));
    const where = { $or: [{ keyHash: { $in: hashes } }, { queryKeyHash: { $in: hashes } }] };
    if ((await em.count(Application, where)) > 0) {
      throw new LoupeError('CONFLICT', 'The key is in use already. Give another one.');
    }
  }

  private insert(
    em: EntityManager,
    values: Pick<Application, 'name' | 'kind' | 'purpose' | 'organizationId'>,
  ): Application {
    const now = this.clock.now();
    return em.create(Application, {
      id: newId(),
      ...values,
      settings: {},
      dateCreated: now,
      dateModified: now,
    });
  }

  private setKeys(application: Application, key: string, queryKey: string | null): void {
    application.keyHash = this.vault.hash(key);
    application.keyCipher = this.vault.encrypt(key);
    application.queryKeyHash = queryKey === null ? null : this.vault.hash(queryKey);
    application.queryKeyCipher = queryKey === null ? null : this.vault.encrypt(queryKey);
  }

  private toView(application: Application): ApplicationView {
    const { id, name, kind, purpose, organizationId, isActive, settings, dateCreated, dateModified } =
      application;
    const open = (cipher: string | null | undefined) => (cipher == null ? null : this.vault.decrypt(cipher));
    return {
      id,
      name,
      kind,
      purpose,
      organizationId: organizationId ?? null,
      modifyKey: open(application.keyCipher),
      queryKey: open(application.queryKeyCipher),
      isActive,
      settings,
      dateCreated,
      dateModified,
    };
  }
}

/** The organization that the viewer manages applications for; null stands for all of them (the operator). */
function ownerFor(viewer: Viewer, wanted: string | null): string | null {
  if (viewer.kind === 'operator') return wanted;
  demandIdentity(viewer);
  if (viewer.kind !== 'user' || !viewer.isWebApiAuthorized || !viewer.roles.has('Administrator')) {
    throw forbidden('manage applications');
  }
  if (wanted !== null && wanted !== viewer.organizationId) throw notFound(`Organization ${wanted}`);
  return viewer.organizationId;
}

function makeKey(): string {
  return Array.from({ length: KEY_LENGTH }, () => KEY_LETTERS[randomInt(KEY_LETTERS.length)]).join('');
}
