/** Hashes of the chain over an operation log. Who has an export can compute them again; the seal of the head needs the key of the server. */
import { createHash } from 'node:crypto';
import type { Secrets } from '../../access/secrets.js';
import type { OperationRecord } from '../operation-record.entity.js';
import type { AuditChain } from './audit-chain.entity.js';

export type ChainHead = Omit<AuditChain, 'seal'>;

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

/** The hash that the first entry of an organization follows on. */
export function beginningOf(organizationId: string): string {
  return sha256(`loupe audit ${organizationId}`);
}

/** An entry as it is hashed: a JSON array, because databases keep members of objects in an order of their own. */
export function hashOf(before: string, number: number, record: OperationRecord): string {
  const { id, organizationId, date, user, userId, operation, nodeId, elementId } = record;
  const { elementType, elementName, path, changes, changesLeftOut } = record;
  const changed = (changes ?? []).map((change) => [
    ...[change.kind, change.elementId, change.languageCode, change.field, change.before, change.after],
  ]);
  return sha256(
    JSON.stringify([
      ...[before, number, id, organizationId, date.toISOString(), user, userId ?? null, operation],
      ...[nodeId ?? null, elementId ?? null, elementType, elementName, path, changed, changesLeftOut],
    ]),
  );
}

export function sealOf(secrets: Pick<Secrets, 'sign'>, head: ChainHead): string {
  const { organizationId, number, hash, removedThrough, removedHash } = head;
  return secrets.sign(
    'audit chain',
    JSON.stringify([organizationId, number, hash, removedThrough, removedHash]),
  );
}
