/** Packs of pages that phones recognize without a network: made, made again, revoked, and found by their public address. */
import type { Viewer } from '../access/viewer.js';
import type { OperationLog } from '../audit/operation-log.js';
import type { Clock } from '../kernel/clock.js';
import type { Database, EntityManager, Transaction } from '../db/database.js';
import { badInput, LoupeError, notFound } from '../kernel/errors.js';
import { isId, newId } from '../kernel/ids.js';
import { Job } from '../jobs/job.entity.js';
import type { JobRunner } from '../jobs/job-runner.js';
import type { FileStore } from '../media/blobs/file-store.js';
import { type GuardedNodes, shown } from '../tree/guarded-nodes.js';
import { Node } from '../tree/node.entity.js';
import type { PublishableKeyService, SendingPage } from '../users/publishable-key.service.js';
import { MAKE_PACK } from './pack-maker.js';
import type { PackSigner } from './pack-file.js';
import { MOST_PACKS, type PackChoice, usableChoice } from './pack.rules.js';
import { Pack } from './pack.entity.js';
import { marks, readRows } from '../db/rows.js';
import { eachPart } from '../db/in-parts.js';
import type { RemovalFollower } from '../tree/node-removal.js';
import type { RemovedNode } from '../tree/subtree.js';

export interface PackView extends Omit<Pack, 'fileId' | 'jobId'> {
  /** 0..1 of the making that is going on, 1 when none is. */
  readonly progress: number;
  readonly isBeingMade: boolean;
  /** Why it could not be made last time, in words for the publisher. */
  readonly failureReason: string | null;
  readonly jobId: string;
}

/** A pack that a phone asks for. */
export interface PublicPack {
  readonly id: string;
  readonly fileId: string;
  readonly version: number;
  readonly sizeBytes: number;
}

export interface PackServiceParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly guarded: GuardedNodes;
  readonly operations: OperationLog;
  readonly jobs: JobRunner;
  readonly files: FileStore;
  readonly signer: PackSigner;
  readonly publishableKeys: Pick<PublishableKeyService, 'viewerOf'>;
}

export class PackService {
  constructor(private readonly parts: PackServiceParts) {}

  /** Ed25519, base64url: what readers of packs must know of this server. */
  get publicKey(): string {
    return this.parts.signer.publicKey;
  }

  /** Packs of an organization, folder or document, the oldest first. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async list(viewer: Viewer, elementId: string): Promise<readonly PackView[]> {
    const em = this.parts.database.reader();
    const node = await this.parts.guarded.require(em, viewer, 'content:read', elementId);
    const packs = await em.find(Pack, { elementId: node.id }, { orderBy: { id: 'asc' } });
    return Promise.all(packs.map(async (pack) => viewOf(em, pack)));
  }

  /** @throws LoupeError NOT_FOUND, FORBIDDEN */
  async find(viewer: Viewer, id: string): Promise<PackView> {
    const em = this.parts.database.reader();
    return viewOf(em, await this.require(em, viewer, 'content:read', id));
  }

  /** Its stored file. @throws LoupeError NOT_FOUND where it is not there or not made yet, FORBIDDEN */
  async fileOf(viewer: Viewer, id: string): Promise<string> {
    const { fileId } = await this.require(this.parts.database.reader(), viewer, 'content:read', id);
    if (fileId == null) throw notFound(`The file of pack ${shown(id)}, which is not made yet,`);
    return fileId;
  }

  /** Has a pack made in the background. @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT */
  async create(
    viewer: Viewer,
    { elementId, ...choice }: PackChoice & { elementId: string },
  ): Promise<PackView> {
    const { database, clock, guarded, operations } = this.parts;
    const usable = usableChoice(choice);
    const id = await database.transaction(async (transaction) => {
      const { em } = transaction;
      const node = await guarded.require(em, viewer, 'content:write', elementId);
      if (node.type === 'Image' || node.type === 'Zone')
        throw badInput('elementId', 'must be an organization, a folder or a document');
      if ((await em.count(Pack, { elementId: node.id })) >= MOST_PACKS)
        throw badInput('elementId', `has ${MOST_PACKS} packs already; revoke one first`);
      const now = clock.now();
      const packId = newId();
      em.create(Pack, {
        id: packId,
        elementId: node.id,
        organizationId: node.organizationId,
        ...usable,
        version: 0,
        pageCount: 0,
        sizeBytes: 0,
        pictureBytes: 0,
        comparisonBytes: 0,
        fileId: null,
        dateMade: null,
        dateExpires: null,
        jobId: this.enqueue(transaction, packId, node),
        dateCreated: now,
        dateModified: now,
      });
      operations.write(em, viewer, 'pack:create', node);
      return packId;
    });
    return this.find(viewer, id);
  }

  /** Has the next version made: of what has changed alone where that is little. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async remake(viewer: Viewer, id: string): Promise<PackView> {
    await this.parts.database.transaction(async (transaction) => {
      const pack = await this.require(transaction.em, viewer, 'content:write', id);
      const node = await transaction.em.findOneOrFail(Node, { id: pack.elementId });
      pack.jobId = this.enqueue(transaction, pack.id, node);
      pack.dateModified = this.parts.clock.now();
      this.parts.operations.write(transaction.em, viewer, 'pack:remake', node);
    });
    return this.find(viewer, id);
  }

  /** Phones cannot fetch it any more; those that have it use it until it expires. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async revoke(viewer: Viewer, id: string): Promise<void> {
    await this.parts.database.transaction(async (transaction) => {
      const { em } = transaction;
      const pack = await this.require(em, viewer, 'content:write', id);
      const node = await em.findOneOrFail(Node, { id: pack.elementId });
      await this.parts.files.removeAllOf(transaction, pack.id, 'Pack');
      this.parts.operations.write(em, viewer, 'pack:revoke', node);
      em.remove(pack);
    });
  }

  /**
   * The pack behind a public address: a publishable key of its organization, or of one above, and its id.
   *
   * @throws LoupeError NOT_FOUND where it is not there, not made yet, revoked or expired, FORBIDDEN for another page
   */
  async published(key: string, id: string, page: SendingPage): Promise<PublicPack> {
    const { database, clock, publishableKeys } = this.parts;
    const viewer = await publishableKeys.viewerOf(key, page);
    const what = `Pack ${shown(id)}`;
    if (viewer === null || !isId(id)) throw notFound(what);
    if (page.origin !== null && !viewer.isForThisPage)
      throw new LoupeError(
        'FORBIDDEN',
        `The key is not for pages of ${page.origin}; its administrator can allow them.`,
      );
    const em = database.reader();
    const pack = await em.findOne(Pack, { id: id.toLowerCase() });
    const node = pack && (await em.findOne(Node, { id: pack.elementId }));
    const isThere = node?.path.startsWith(viewer.organizationPath) === true && viewer.isMobileApiAuthorized;
    if (pack === null || !isThere || pack.fileId == null) throw notFound(what);
    if (pack.dateExpires != null && pack.dateExpires <= clock.now())
      throw notFound(`${what}, which has expired,`);
    const { fileId, version } = pack;
    return { id: pack.id, fileId, version, sizeBytes: Number(pack.sizeBytes) };
  }

  private enqueue(
    transaction: Parameters<JobRunner['enqueue']>[0],
    packId: string,
    { id: subjectId, organizationId }: Pick<Node, 'id' | 'organizationId'>,
  ): string {
    return this.parts.jobs.enqueue(transaction, {
      type: MAKE_PACK,
      payload: { packId },
      organizationId,
      subjectId,
    });
  }

  private async require(
    em: EntityManager,
    viewer: Viewer,
    operation: 'content:read' | 'content:write',
    id: string,
  ): Promise<Pack> {
    const what = `Pack ${shown(id)}`;
    const pack = isId(id) ? await em.findOne(Pack, { id: id.toLowerCase() }) : null;
    await this.parts.guarded.requireFor(em, viewer, operation, pack?.elementId ?? null, what);
    if (pack === null) throw notFound(what);
    return pack;
  }
}

async function viewOf(em: EntityManager, pack: Pack): Promise<PackView> {
  const job = await em.findOne(Job, { id: pack.jobId });
  const isBeingMade = job?.state === 'Waiting' || job?.state === 'Running';
  return {
    ...pack,
    isBeingMade,
    progress: isBeingMade ? Number(job.progress) : 1,
    failureReason: job?.state === 'Failed' ? (job.error ?? '') : null,
  };
}

/** Removes the files of packs with the element that they were made of; the rows go with the node. */
export class PackRemoval implements RemovalFollower {
  constructor(private readonly files: FileStore) {}

  async beforeRemoval(transaction: Transaction, nodes: readonly RemovedNode[]): Promise<void> {
    const places = nodes.filter(({ type }) => type !== 'Image' && type !== 'Zone').map(({ id }) => id);
    await eachPart(places, async (part) => {
      const packs = await readRows<{ readonly id: string }>(
        transaction.em,
        `select id from pack where element_id in (${marks(part)})`,
        [...part],
      );
      if (packs.length > 0)
        await this.files.removeOwnedBy(
          transaction,
          packs.map(({ id }) => id),
          ['Pack'],
        );
    });
  }
}
