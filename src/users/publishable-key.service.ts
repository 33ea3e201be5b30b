/** Publishable keys: what a QR code or a web page carries so that readers can scan without an application. */
import { randomBytes } from 'node:crypto';
import type { PublishableKeyViewer, Viewer } from '../access/viewer.js';
import type { OperationLog } from '../audit/operation-log.js';
import type { Clock } from '../kernel/clock.js';
import type { Database, EntityManager } from '../db/database.js';
import { readRows } from '../db/rows.js';
import { badInput, notFound } from '../kernel/errors.js';
import { type GuardedNodes, shown } from '../tree/guarded-nodes.js';
import { isId, newId } from '../kernel/ids.js';
import { PublishableKey } from './publishable-key.entity.js';
import { DEFAULT_SCANS_PER_MINUTE, type PublishableKeyPatch, usableKey } from './publishable-key.rules.js';

export type PublishableKeyView = Readonly<PublishableKey>;

export interface PublishableKeyInput extends PublishableKeyPatch {
  readonly organizationId: string;
  readonly name: string;
}

/** The page that sends a request, as its browser reports it. */
export interface SendingPage {
  readonly isOwn: boolean;
  /** null where it is not told. */
  readonly origin: string | null;
}

const PREFIX = 'pk_';
const KEY_BYTES = 18;
const MAX_KEYS = 50;

interface FoundKey {
  readonly id: string;
  readonly organization_id: string;
  readonly path: string;
  readonly mobile_api_authorized: boolean | number;
  readonly scans_per_minute: number;
  readonly origins: readonly string[] | string;
}

export interface PublishableKeyServiceParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly guarded: GuardedNodes;
  readonly operations: OperationLog;
}

export class PublishableKeyService {
  constructor(private readonly parts: PublishableKeyServiceParts) {}

  /** The viewer behind the header ApiKey; null when it is no publishable key, or unknown. */
  async viewerOf(key: string, page: SendingPage): Promise<PublishableKeyViewer | null> {
    if (!key.startsWith(PREFIX)) return null;
    const [found] = await readRows<FoundKey>(
      this.parts.database.reader(),
      `select k.id, k.organization_id, n.path, o.mobile_api_authorized, k.scans_per_minute, k.origins
       from publishable_key k join organization o on o.id = k.organization_id join node n on n.id = o.id
       where k."key" = ?`,
      [key],
    );
    if (found === undefined) return null;
    const { origins } = found;
    const allowed = (typeof origins === 'string' ? JSON.parse(origins) : origins) as readonly string[];
    return {
      kind: 'publishableKey',
      keyId: found.id,
      organizationId: found.organization_id,
      organizationPath: found.path,
      isMobileApiAuthorized: Boolean(found.mobile_api_authorized),
      scansPerMinute: found.scans_per_minute,
      isForThisPage: page.isOwn || (page.origin !== null && allowed.includes(page.origin)),
    };
  }

  /** Of one organization, the oldest first. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async list(viewer: Viewer, organizationId: string): Promise<readonly PublishableKeyView[]> {
    const em = this.parts.database.reader();
    const node = await this.requirePlace(em, viewer, organizationId);
    return em.find(PublishableKey, { organizationId: node.id }, { orderBy: { id: 'asc' } });
  }

  /** @throws LoupeError BAD_USER_INPUT, NOT_FOUND, FORBIDDEN */
  async create(viewer: Viewer, input: PublishableKeyInput): Promise<PublishableKeyView> {
    const { database, clock, operations } = this.parts;
    return database.transaction(async ({ em }) => {
      const node = await this.requirePlace(em, viewer, input.organizationId);
      const { name, origins, scansPerMinute } = usableKey(input);
      if ((await em.count(PublishableKey, { organizationId: node.id })) >= MAX_KEYS) {
        throw badInput('organizationId', `has ${MAX_KEYS} publishable keys already; revoke one first`);
      }
      const now = clock.now();
      const key = em.create(PublishableKey, {
        id: newId(),
        organizationId: node.id,
        name: name ?? '',
        key: `${PREFIX}${randomBytes(KEY_BYTES).toString('base64url')}`,
        origins: origins ?? [],
        scansPerMinute: scansPerMinute ?? DEFAULT_SCANS_PER_MINUTE,
        dateCreated: now,
        dateModified: now,
      });
      operations.write(em, viewer, 'publishableKey:create', node);
      await em.flush();
      return key;
    });
  }

  /** Changes what is given. @throws LoupeError BAD_USER_INPUT, NOT_FOUND, FORBIDDEN */
  async update(viewer: Viewer, id: string, patch: PublishableKeyPatch): Promise<PublishableKeyView> {
    const { database, clock, operations } = this.parts;
    return database.transaction(async ({ em }) => {
      const { key, node } = await this.requireKey(em, viewer, id);
      const { name, origins, scansPerMinute } = usableKey(patch);
      if (name !== undefined) key.name = name;
      if (origins !== undefined) key.origins = origins;
      if (scansPerMinute !== undefined) key.scansPerMinute = scansPerMinute;
      key.dateModified = clock.now();
      operations.write(em, viewer, 'publishableKey:write', node);
      await em.flush();
      return key;
    });
  }

  /** From now on the key opens nothing. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async revoke(viewer: Viewer, id: string): Promise<void> {
    const { database, operations } = this.parts;
    await database.transaction(async ({ em }) => {
      const { key, node } = await this.requireKey(em, viewer, id);
      operations.write(em, viewer, 'publishableKey:revoke', node);
      em.remove(key);
    });
  }

  private requirePlace(em: EntityManager, viewer: Viewer, organizationId: string) {
    return this.parts.guarded.requireOfType(
      em,
      viewer,
      'publishableKey:manage',
      organizationId,
      'Organization',
    );
  }

  private async requireKey(em: EntityManager, viewer: Viewer, id: string) {
    const what = `Publishable key ${shown(id)}`;
    const key = isId(id) ? await em.findOne(PublishableKey, { id: id.toLowerCase() }) : null;
    const place = key?.organizationId ?? null;
    const node = await this.parts.guarded.requireFor(em, viewer, 'publishableKey:manage', place, what);
    if (key === null) throw notFound(what);
    return { key, node };
  }
}
