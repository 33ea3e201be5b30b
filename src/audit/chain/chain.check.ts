/** Checks of the chain over the operation log: whether an entry was changed, removed or put in past the server. */
import type { Secrets } from '../../access/secrets.js';
import type { EntityManager } from '../../db/database.js';
import { giveWay } from '../../db/in-parts.js';
import { chainedAfter, OperationRecord } from '../operation-record.entity.js';
import { AuditChain } from './audit-chain.entity.js';
import { beginningOf, hashOf, sealOf } from './chain-hash.js';

/** The first entry at which a chain is not what the server made. */
export interface ChainBreak {
  readonly organizationId: string;
  /** Of the entry; null where none stands at its place. */
  readonly entryId: string | null;
  readonly number: number;
  readonly why: 'Changed' | 'Missing' | 'Seal' | 'Head' | 'Beyond';
}

/** A place of a chain that was kept outside of the database. */
export interface KeptHead {
  readonly number: number;
  readonly hash: string;
}

const AT_ONCE = 1000;

/** The first break of each chain. */
export async function brokenChains(
  em: EntityManager,
  secrets: Pick<Secrets, 'sign' | 'isSame'>,
): Promise<readonly ChainBreak[]> {
  const chains = await em.find(AuditChain, {}, { orderBy: { organizationId: 'asc' } });
  const breaks: ChainBreak[] = [];
  for (const { organizationId } of chains) {
    const found = await brokenChain(em, secrets, organizationId);
    if (found !== null) breaks.push(found);
  }
  const known = chains.map(({ organizationId }) => organizationId);
  const [stray] = await em.find(
    OperationRecord,
    { organizationId: { $nin: known }, chainNumber: { $ne: null } },
    { orderBy: { id: 'asc' }, limit: 1 },
  );
  if (stray !== undefined)
    breaks.push(breakAt(stray.organizationId, stray.chainNumber ?? 0, stray.id, 'Head'));
  return breaks;
}

/**
 * @param kept a head that was kept outside: the only proof against who put the whole database back to an earlier state
 * @returns null where the chain is whole
 */
export async function brokenChain(
  em: EntityManager,
  secrets: Pick<Secrets, 'sign' | 'isSame'>,
  organizationId: string,
  kept: KeptHead | null = null,
): Promise<ChainBreak | null> {
  const head = await em.findOne(AuditChain, { organizationId });
  if (head === null) return kept === null ? null : breakAt(organizationId, kept.number, null, 'Missing');
  const isOwn = secrets.isSame(head.seal, sealOf(secrets, head));
  if (!isOwn) {
    const at = await firstChange(em, head);
    return at ?? breakAt(organizationId, head.number, null, 'Seal');
  }
  if (kept !== null && kept.number > head.number)
    return breakAt(organizationId, kept.number, null, 'Missing');
  return firstChange(em, head, kept);
}

async function firstChange(
  em: EntityManager,
  head: AuditChain,
  kept: KeptHead | null = null,
): Promise<ChainBreak | null> {
  const { organizationId, removedThrough } = head;
  let number = removedThrough;
  let hash = head.removedHash;
  if (number === 0 && hash !== beginningOf(organizationId)) return breakAt(organizationId, 0, null, 'Head');
  for (;;) {
    const records = await chainedAfter(em, organizationId, number, AT_ONCE);
    for (const record of records) {
      const next = number + 1;
      if (record.chainNumber !== next) return breakAt(organizationId, next, null, 'Missing');
      const own = hashOf(hash, next, record);
      if (next > head.number) return breakAt(organizationId, next, record.id, 'Beyond');
      const isKept = kept === null || kept.number !== next || kept.hash === own;
      if (record.chainHash !== own || !isKept) return breakAt(organizationId, next, record.id, 'Changed');
      number = next;
      hash = own;
    }
    if (records.length < AT_ONCE) break;
    await giveWay();
  }
  if (number < head.number) return breakAt(organizationId, number + 1, null, 'Missing');
  return hash === head.hash ? null : breakAt(organizationId, number, null, 'Head');
}

function breakAt(
  organizationId: string,
  number: number,
  entryId: string | null,
  why: ChainBreak['why'],
): ChainBreak {
  return { organizationId, number, entryId, why };
}
