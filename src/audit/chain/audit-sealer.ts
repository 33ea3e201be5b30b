/**
 * Chains the entries of the operation log soon after they are committed: a request costs nothing more. Several servers may do it; the
 * lock on the head of an organization lets one at a time.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { LockMode } from '@mikro-orm/core';
import type { Secrets } from '../../access/secrets.js';
import type { Database, EntityManager } from '../../db/database.js';
import { giveWay } from '../../db/in-parts.js';
import { readRows } from '../../db/rows.js';
import { OperationRecord } from '../operation-record.entity.js';
import { AuditChain } from './audit-chain.entity.js';
import { beginningOf, type ChainHead, hashOf, sealOf } from './chain-hash.js';

/** Entries of so long are chained together. */
const GATHER_MS = 1000;
const AT_ONCE = 500;

/** An upload that failed is refused and withdrawn within this time, or stays. */
const REFUSED_WITHIN_MS = 60_000;

/** Entries that stay, by a time before which failed uploads do: those of an upload that is refused are withdrawn with it. */
const SETTLED = `chain_number is null and not exists
  (select 1 from document where document.id = operation_record.node_id and (document.processing in ('Pending', 'Processing')
    or (document.processing = 'Failed' and operation_record.date > ?)))`;
const settledBefore = () => new Date(Date.now() - REFUSED_WITHIN_MS);

export interface AuditSealerParts {
  readonly database: Database;
  readonly secrets: Pick<Secrets, 'sign'>;
  /** A failure does not end it: the next look does what this one did not. */
  readonly onFailure: (error: unknown) => void;
}

export class AuditSealer {
  private isStarted = false;
  private gathering: NodeJS.Timeout | undefined;
  private sealing: Promise<number> = Promise.resolve(0);
  /** Out of the request, and of the transaction, that wrote an entry. */
  private readonly outside = AsyncLocalStorage.snapshot();

  constructor(private readonly parts: AuditSealerParts) {}

  start(): void {
    this.isStarted = true;
  }

  /** Called for each entry, before it is committed: what is not there yet is chained by a later look. */
  readonly written = (): void => {
    if (!this.isStarted || this.gathering !== undefined) return;
    this.gathering = this.outside(() => setTimeout(() => this.sealSoon(), GATHER_MS).unref());
  };

  async close(): Promise<void> {
    this.isStarted = false;
    clearTimeout(this.gathering);
    await this.sealing.catch(() => 0);
  }

  /** Chains what waits for it. @returns how many entries that were */
  async seal(): Promise<number> {
    const sealing = this.sealing.catch(() => 0).then(async () => this.sealAll());
    this.sealing = sealing;
    return sealing;
  }

  /**
   * Removes the entries of an organization that were written before a time, from the beginning of the chain on. The rest of it can be
   * checked as before.
   *
   * @param through number of the last entry that may go
   * @returns how many
   */
  async forget(em: EntityManager, organizationId: string, before: Date, through = Infinity): Promise<number> {
    const head = await lockedHead(em, organizationId);
    if (head === null) return 0;
    const { number } = head;
    const [kept] = await readRows<{ readonly first: number | string | null }>(
      em,
      'select min(chain_number) as first from operation_record where organization_id = ? and chain_number > 0 and date >= ?',
      [organizationId, before],
    );
    const last = Math.min(Number(kept?.first ?? number + 1) - 1, number, through);
    const record = await em.findOne(OperationRecord, { organizationId, chainNumber: last });
    if (last <= head.removedThrough || record?.chainHash == null) return 0;
    const removed = await em.nativeDelete(OperationRecord, {
      ...{ organizationId, chainNumber: { $lte: last } },
    });
    await this.write(em, { ...head, removedThrough: last, removedHash: record.chainHash });
    return removed;
  }

  private sealSoon(): void {
    this.gathering = undefined;
    if (this.isStarted) void this.seal().catch(this.parts.onFailure);
  }

  private async sealAll(): Promise<number> {
    const { database } = this.parts;
    const rows = await readRows<{ readonly organization_id: string }>(
      database.reader(),
      `select distinct organization_id from operation_record where ${SETTLED}`,
      [settledBefore()],
    );
    let count = 0;
    for (const { organization_id: id } of rows) {
      for (;;) {
        const sealed = await database.transaction(async ({ em }) => this.sealSome(em, id));
        count += sealed;
        if (sealed < AT_ONCE) break;
        await giveWay();
      }
    }
    return count;
  }

  private async sealSome(em: EntityManager, organizationId: string): Promise<number> {
    await em.execute(
      `insert into audit_chain (organization_id, number, hash, removed_through, removed_hash, seal)
        values (?, 0, ?, 0, ?, '') on conflict (organization_id) do nothing`,
      [organizationId, beginningOf(organizationId), beginningOf(organizationId)],
    );
    const head = await lockedHead(em, organizationId);
    if (head === null) return 0;
    const settled = await readRows<{ readonly id: string }>(
      em,
      `select id from operation_record where organization_id = ? and ${SETTLED} order by date, id limit ${AT_ONCE}`,
      [organizationId, settledBefore()],
    );
    const records = await em.find(
      OperationRecord,
      { id: { $in: settled.map(({ id }) => id) }, chainNumber: null },
      {
        orderBy: { date: 'asc', id: 'asc' },
        lockMode: LockMode.PESSIMISTIC_WRITE,
        disableIdentityMap: true,
      },
    );
    if (records.length === 0) return 0;
    let { number, hash } = head;
    const given = new Map<string, readonly [number, string]>();
    for (const record of records) {
      number += 1;
      hash = hashOf(hash, number, record);
      given.set(record.id, [number, hash]);
    }
    const { isPostgres } = this.parts.database;
    await em.execute(isPostgres ? ON_POSTGRES : ON_SQLITE, [JSON.stringify(Object.fromEntries(given))]);
    await this.write(em, { ...head, number, hash });
    return records.length;
  }

  private async write(em: EntityManager, head: ChainHead): Promise<void> {
    const { organizationId, ...values } = head;
    const seal = sealOf(this.parts.secrets, head);
    await em.nativeUpdate(AuditChain, { organizationId }, { ...values, seal });
  }
}

const ON_POSTGRES = `update operation_record
    set chain_number = cast(given.value->>0 as bigint), chain_hash = given.value->>1
    from json_each(cast(? as json)) as given where operation_record.id = cast(given.key as uuid)`;
const ON_SQLITE = `update operation_record
    set chain_number = json_extract(given.value, '$[0]'), chain_hash = json_extract(given.value, '$[1]')
    from json_each(?) as given where operation_record.id = given.key`;

/** Held until the transaction ends; null before the first entry was chained. */
async function lockedHead(em: EntityManager, organizationId: string): Promise<ChainHead | null> {
  const options = { lockMode: LockMode.PESSIMISTIC_WRITE, disableIdentityMap: true } as const;
  const row = await em.findOne(AuditChain, { organizationId }, options);
  if (row === null) return null;
  const { number, hash, removedThrough, removedHash } = row;
  return { organizationId, number, hash, removedThrough, removedHash };
}
