/** The operation log outside of this server: its head for auditors, and the place that it is sent to as it grows. */
import { randomBytes } from 'node:crypto';
import type { Secrets } from '../../access/secrets.js';
import type { Viewer } from '../../access/viewer.js';
import type { Database, EntityManager } from '../../db/database.js';
import type { Clock } from '../../kernel/clock.js';
import { badInput, notFound } from '../../kernel/errors.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import { newWebhookSecret, requireUsableUrl } from '../../http-client/signed-message.js';
import { AuditChain } from '../chain/audit-chain.entity.js';
import type { OperationLog } from '../operation-log.js';
import { AuditDelivery, type AuditTarget } from './audit-delivery.entity.js';

export interface AuditLogView {
  readonly organizationId: string;
  /** Number and hash of the last entry; 0 and null before the first. */
  readonly number: number;
  readonly hash: string | null;
  /** Entries up to this number were removed by retention. */
  readonly removedThrough: number;
  /** Whether the operator names a bucket. */
  readonly offersBucket: boolean;
  readonly delivery: AuditDeliveryView | null;
}

export interface AuditDeliveryView {
  readonly target: AuditTarget;
  readonly url: string | null;
  /** `whsec_…`, which verifies signatures; null for the bucket. */
  readonly secret: string | null;
  readonly isActive: boolean;
  readonly deliveredThrough: number;
  readonly dateDelivered: Date | null;
  /** Why the last attempt failed; null where it did not. */
  readonly lastError: string | null;
  /** When the next one is; null where none is needed because of a failure. */
  readonly nextAttempt: Date | null;
}

export interface AuditDeliveryInput {
  readonly organizationId: string;
  readonly target: AuditTarget;
  /** For an address. */
  readonly url?: string | null | undefined;
  readonly isActive?: boolean | undefined;
  /** Sends everything once more that is still kept. */
  readonly isFromBeginning?: boolean | undefined;
}

export interface AuditDeliveryServiceParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Pick<Secrets, 'encrypt' | 'decrypt'>;
  readonly guarded: GuardedNodes;
  readonly operations: OperationLog;
  readonly offersBucket: boolean;
}

const SECRET_BYTES = 24;

export class AuditDeliveryService {
  constructor(private readonly parts: AuditDeliveryServiceParts) {}

  /** @throws LoupeError NOT_FOUND, FORBIDDEN */
  async get(viewer: Viewer, organizationId: string): Promise<AuditLogView> {
    const em = this.parts.database.reader();
    const { id } = await this.parts.guarded.requireOfType(
      em,
      viewer,
      'operation:read',
      organizationId,
      'Organization',
    );
    return this.read(em, id);
  }

  /**
   * Sends the log there from now on: all of it that is kept, then each entry soon after it is written. What has arrived at another place
   * before is not sent again unless that is asked for.
   *
   * @throws LoupeError BAD_USER_INPUT, NOT_FOUND, FORBIDDEN
   */
  async set(viewer: Viewer, input: AuditDeliveryInput): Promise<AuditLogView> {
    const { database, clock, secrets } = this.parts;
    const { target, isActive = true, isFromBeginning = false } = input;
    return database.transaction(async ({ em }) => {
      const { id } = await this.requireChange(em, viewer, input.organizationId);
      const url = this.usableUrl(input);
      const now = clock.now();
      const known = await em.findOne(AuditDelivery, { organizationId: id });
      const newSecret = () => secrets.encrypt(newWebhookSecret(randomBytes(SECRET_BYTES)));
      const isSame = known?.target === target && (known.url ?? null) === url;
      const values = {
        target,
        url,
        // A receiver elsewhere does not know the secret of the one before.
        secretCipher: target === 'Bucket' ? null : isSame ? (known.secretCipher ?? newSecret()) : newSecret(),
        isActive,
        deliveredThrough: isFromBeginning ? 0 : (known?.deliveredThrough ?? 0),
        attempts: 0,
        lastError: null,
        nextAttempt: now,
        dateModified: now,
      };
      if (known === null) em.create(AuditDelivery, { organizationId: id, dateDelivered: null, ...values });
      else em.assign(known, values);
      this.note(em, viewer, id, [known === null ? null : placeOf(known), placeOf(values)]);
      await em.flush();
      return this.read(em, id);
    });
  }

  /** Ends it. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async remove(viewer: Viewer, organizationId: string): Promise<AuditLogView> {
    return this.parts.database.transaction(async ({ em }) => {
      const { id } = await this.requireChange(em, viewer, organizationId);
      const known = await em.findOne(AuditDelivery, { organizationId: id });
      if (known === null) throw notFound('A delivery of the operation log');
      this.note(em, viewer, id, [placeOf(known), null]);
      em.remove(known);
      await em.flush();
      return this.read(em, id);
    });
  }

  private usableUrl({ target, url }: AuditDeliveryInput): string | null {
    if (target === 'Address') {
      if (url == null || url === '')
        throw badInput('url', 'is missing; give the address that receives the log');
      requireUsableUrl(url);
      return url;
    }
    if (url != null && url !== '')
      throw badInput('url', 'is for an address alone; leave it out for the bucket');
    if (this.parts.offersBucket) return null;
    throw badInput('target', 'is not offered: the operator names no bucket (LOUPE_AUDIT_URL)');
  }

  private note(
    em: EntityManager,
    viewer: Viewer,
    id: string,
    [before, after]: readonly [string | null, string | null],
  ): void {
    const change = { kind: 'AuditLog', elementId: id, languageCode: null, field: 'delivery', before, after };
    this.parts.operations.write(em, viewer, 'audit:delivery', {
      id,
      organizationId: id,
      changes: before === after ? [] : [change],
    });
  }

  /** Sending the log out is reading all of it, and changes what the organization does. */
  private async requireChange(em: EntityManager, viewer: Viewer, organizationId: string) {
    const { guarded } = this.parts;
    await guarded.requireOfType(em, viewer, 'operation:read', organizationId, 'Organization');
    return guarded.requireOfType(em, viewer, 'organization:write', organizationId, 'Organization');
  }

  private async read(em: EntityManager, organizationId: string): Promise<AuditLogView> {
    const chain = await em.findOne(AuditChain, { organizationId });
    const delivery = await em.findOne(AuditDelivery, { organizationId });
    return {
      organizationId,
      number: chain?.number ?? 0,
      hash: chain === null || chain.number === 0 ? null : chain.hash,
      removedThrough: chain?.removedThrough ?? 0,
      offersBucket: this.parts.offersBucket,
      delivery: delivery === null ? null : this.toView(delivery),
    };
  }

  private toView(delivery: AuditDelivery): AuditDeliveryView {
    const { target, isActive, deliveredThrough, attempts, secretCipher } = delivery;
    return {
      target,
      url: delivery.url ?? null,
      secret: secretCipher == null ? null : this.parts.secrets.decrypt(secretCipher),
      isActive,
      deliveredThrough,
      dateDelivered: delivery.dateDelivered ?? null,
      lastError: delivery.lastError ?? null,
      nextAttempt: attempts === 0 ? null : delivery.nextAttempt,
    };
  }
}

function placeOf({ target, url, isActive }: Pick<AuditDelivery, 'target' | 'url' | 'isActive'>): string {
  const place = target === 'Bucket' ? 'bucket' : (url ?? '');
  return isActive ? place : `${place} (off)`;
}
