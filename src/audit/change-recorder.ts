/**
 * Records what operations changed: it watches what a transaction writes through the entity manager, and adds the
 * values before and after to the operations that the transaction wrote, just before it commits.
 */
import type { ChangeSet, EventSubscriber, FlushEventArgs, TransactionEventArgs } from '@mikro-orm/core';
import type { EntityManager } from '../db/database.js';
import { Node } from '../tree/node.entity.js';
import { type OperationChange, OperationRecord } from './operation-record.entity.js';
import { actionMemberNames } from '../content/actions/action.members.js';
import { titleMemberNames } from '../content/titles/title.members.js';
import { zoneColumns } from '../documents/zones/zone.members.js';

/** The fields whose changes the operation log records, by the name of their entity. Others are not recorded. */
export const recordedFields: Readonly<Record<string, readonly string[] | undefined>> = {
  Node: ['name', 'parentId', 'order'],
  Document: ['defaultLanguage', 'status', 'timeWindow', 'contentType'],
  DocumentLanguage: ['languageCode'],
  Image: ['status', 'autoTrigger', 'timeWindow'],
  Zone: [...zoneColumns, 'status'],
  Title: titleMemberNames,
  Action: ['nodeId', 'languageCode', ...actionMemberNames],
  Property: ['type', 'name', 'value'],
  Icon: ['nodeId', 'name', 'tags'],
  Organization: [
    'languageCode',
    'timeZone',
    'accountType',
    'validityDate',
    'mobileApiAuthorized',
    'webApiAuthorized',
    'hostPolicy',
    'retentionDays',
    'auditDays',
    'storageLimit',
    'scanLimit',
  ],
  User: ['organizationId', 'userName', 'mail', 'firstName', 'lastName', 'status', 'gender'],
  UserRole: ['role'],
  MadeRole: ['name', 'operations', 'placeIds'],
  Picture: ['name', 'data', 'keywords'],
  PublishableKey: ['name', 'origins', 'scansPerMinute'],
  MachineToken: ['name', 'scopes', 'dateExpires'],
  SecondFactorRule: ['roles', 'emergencyUserId'],
  SignInProvider: ['name', 'issuer', 'clientId', 'mode', 'isOffered', 'rules', 'emergencyUserId'],
};

/** Of these it records only that they changed: the member, and its name in words. */
const secretFields: Readonly<Record<string, string>> = {
  passwordHash: 'password',
  apiKeyHash: 'apiKey',
  clientSecretCipher: 'clientSecret',
};

/** Changes of one operation that are kept, and characters of a value. */
const MAX_CHANGES = 200;
const MAX_VALUE_LENGTH = 2000;

interface SeenChange extends OperationChange {
  /** Of the row: a title, an action, an element … */
  readonly rowId: string;
}

interface Seen {
  readonly changes: Map<string, SeenChange>;
  readonly records: OperationRecord[];
}

export class ChangeRecorder implements EventSubscriber {
  private readonly seen = new WeakMap<object, Seen>();

  onFlush({ em, uow }: FlushEventArgs): void {
    const seen: Seen = this.seen.get(em) ?? { changes: new Map(), records: [] };
    this.seen.set(em, seen);
    for (const changeSet of uow.getChangeSets()) {
      if (changeSet.meta.className === OperationRecord.name) {
        if (isCreation(changeSet)) seen.records.push(changeSet.entity as unknown as OperationRecord);
      } else {
        for (const change of changesOf(changeSet as ChangeSet<object>)) merge(seen.changes, change);
      }
    }
  }

  async beforeTransactionCommit({ em }: TransactionEventArgs): Promise<void> {
    const seen = this.seen.get(em);
    this.seen.delete(em);
    if (seen === undefined) return;
    const manager = em as EntityManager;
    for (const record of seen.records) await complete(manager, record, seen);
  }
}

/** Writes into an operation what it changed, and the name of its element where that was not told. */
async function complete(
  em: EntityManager,
  record: OperationRecord,
  { changes, records }: Seen,
): Promise<void> {
  const all = [...changes.values()].filter(({ before, after, field }) => before !== after || isSecret(field));
  const own = records.length === 1 ? all : all.filter((change) => isOf(record, change));
  const kept = own.slice(0, MAX_CHANGES).map(({ rowId: _, ...change }) => change);
  const node =
    record.elementName === '' && record.nodeId != null ? await em.findOne(Node, { id: record.nodeId }) : null;
  const told = record.changes ?? [];
  if (kept.length === 0 && node === null) return;
  await em.nativeUpdate(
    OperationRecord,
    { id: record.id },
    {
      changes: [...told, ...kept],
      changesLeftOut: own.length - kept.length,
      ...(node === null ? {} : { elementType: node.type, elementName: node.name, path: node.path }),
    },
  );
}

function isOf({ elementId }: OperationRecord, change: SeenChange): boolean {
  return change.elementId === elementId || change.rowId === elementId;
}

function isSecret(field: string): boolean {
  return Object.values(secretFields).includes(field);
}

function isCreation({ type }: { readonly type: string }): boolean {
  return type === 'create';
}

/** A value that changed twice is one change, from the first to the last. */
function merge(changes: Map<string, SeenChange>, change: SeenChange): void {
  const key = `${change.kind} ${change.rowId} ${change.field}`;
  const earlier = changes.get(key);
  changes.set(key, earlier === undefined ? change : { ...change, before: earlier.before });
}

function* changesOf({ meta, type, entity, originalEntity }: ChangeSet<object>): Generator<SeenChange> {
  const kind = meta.className;
  const fields = recordedFields[kind];
  if (fields === undefined) return;
  const row = entity as Readonly<Record<string, unknown>>;
  const original = (originalEntity ?? {}) as Readonly<Record<string, unknown>>;
  const way: string = type;
  const isNew = way === 'create';
  const isGone = way.startsWith('delete');
  // Rows without an id are identified by what they join.
  const rowId =
    textOf(row['id']) ?? JSON.stringify([row['documentId'], row['languageCode'], row['userId'], row['role']]);
  const elementId = textOf(row['nodeId'] ?? row['documentId'] ?? row['userId'] ?? row['id']);
  const languageCode = textOf(row['languageCode']);
  for (const field of fields) {
    const before = isNew ? null : textOf(isGone ? row[field] : original[field]);
    const after = isGone ? null : textOf(row[field]);
    if (before === after || (isNew && (after === '' || after === null))) continue;
    yield { rowId, kind, elementId, languageCode, field, before, after };
  }
  for (const [secret, field] of Object.entries(secretFields)) {
    if (way === 'update' && secret in original && original[secret] !== row[secret]) {
      yield { rowId, kind, elementId, languageCode: null, field, before: null, after: null };
    }
  }
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}
