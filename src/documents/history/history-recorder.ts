/**
 * Keeps the history of documents: what each transaction changed of their titles, actions and files, whole, so that it can be
 * brought back. It adds one row for each document just before the transaction commits.
 */
import type { ChangeSet, EventSubscriber, FlushEventArgs, TransactionEventArgs } from '@mikro-orm/core';
import { readRows } from '../../db/rows.js';
import type { EntityManager } from '../../db/entity-manager.js';
import { idsOnPath } from '../../tree/node-path.js';
import type { Clock } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import { OperationRecord } from '../../audit/operation-record.entity.js';
import { type ChangeOperation, DocumentChange } from './document-change.entity.js';
import { type ElementPlace, placesOf } from './element-places.js';
import { isSame, keyOf, readTextStates, type Replaced, type TextState } from './text-states.js';
import { notesOf, takeNotes, type TransactionNotes } from './transaction-notes.js';

/** Operations of one change that are kept. */
const MOST_OPERATIONS = 20;
/** Changes of a document that are kept, the newest of them; also no more than these characters of texts. */
const MOST_CHANGES = 500;
const MOST_CHARACTERS = 4_000_000;

/** What belongs into the history of a document; its making and its removal do not. */
const TOLD =
  /^((title|action|documentLanguage|zone):.*|document:(write|activate|deactivate|replace|import)|image:(create|write|replace|delete)|draft:publish|trash:restore)$/;

export class HistoryRecorder implements EventSubscriber {
  constructor(private readonly clock: Clock) {}

  onFlush({ em, uow }: FlushEventArgs): void {
    for (const changeSet of uow.getChangeSets()) {
      const { meta, type, entity } = changeSet as ChangeSet<object>;
      const way: string = type;
      if (meta.className === OperationRecord.name) {
        const record = entity as unknown as OperationRecord;
        if (way === 'create' && isTold(record)) notesOf(em).operations.push(record);
      } else if (meta.className === 'Title' || meta.className === 'Action') {
        note(notesOf(em), changeSet as ChangeSet<object>);
      }
    }
  }

  async beforeTransactionCommit({ em }: TransactionEventArgs): Promise<void> {
    const notes = takeNotes(em);
    if (notes !== undefined) await this.keep(em as EntityManager, notes);
  }

  private async keep(em: EntityManager, notes: TransactionNotes): Promise<void> {
    const replaced = await replacedIn(em, notes);
    const { operations, pageFiles } = notes;
    if (replaced.length + operations.length + pageFiles.length === 0) return;
    const places = await placesOf(em, [
      ...replaced.flatMap(({ before, after }) => [before?.nodeId ?? [], after?.nodeId ?? []].flat()),
      ...operations.flatMap(({ nodeId, path }) => [nodeId ?? [], idsOnPath(path)].flat()),
      ...pageFiles.map(({ pageId }) => pageId),
    ]);
    const documentOf = (nodeId: string | null | undefined) => places.get(nodeId ?? '')?.documentId ?? '';
    const texts = Map.groupBy(replaced.flatMap(splitBy(documentOf)), ({ before, after }) =>
      documentOf((after ?? before)?.nodeId),
    );
    // What was thrown away no longer lies in its document; where it lay is noted.
    const toldOf = ({ nodeId, path }: OperationRecord) =>
      documentOf(nodeId) || documentOf(idsOnPath(path).find((id) => places.get(id)?.type === 'Document'));
    const told = Map.groupBy(operations, toldOf);
    const files = Map.groupBy(pageFiles, ({ pageId }) => documentOf(pageId));
    for (const documentId of new Set([...texts.keys(), ...told.keys(), ...files.keys()])) {
      if (documentId === '') continue;
      const done = (told.get(documentId) ?? []).map((record) => operationOf(record, places));
      await this.add(em, {
        documentId,
        who: told.get(documentId)?.at(-1) ?? operations.at(-1),
        operations: distinct(done),
        texts: texts.get(documentId) ?? [],
        pageFiles: files.get(documentId) ?? [],
      });
    }
  }

  private async add(em: EntityManager, { documentId, who, operations, texts, pageFiles }: Kept) {
    // Without an operation it is the work of the server on something new.
    if (who === undefined) return;
    const json = texts.length === 0 ? null : JSON.stringify(texts);
    const [pageFile] = pageFiles;
    await em.insert(DocumentChange, {
      id: newId(),
      documentId,
      dateCreated: this.clock.now(),
      user: who.user,
      userId: who.userId ?? null,
      operations: operations.slice(0, MOST_OPERATIONS),
      operationsLeftOut: Math.max(0, operations.length - MOST_OPERATIONS),
      texts: json,
      textsLength: json?.length ?? 0,
      pageId: pageFile?.pageId ?? null,
      fileId: pageFile?.fileId ?? null,
      thumbnailId: pageFile?.thumbnailId ?? null,
    });
    await forgetOldest(em, documentId);
  }
}

interface Kept {
  readonly documentId: string;
  readonly who: OperationRecord | undefined;
  readonly operations: readonly ChangeOperation[];
  readonly texts: readonly Replaced[];
  readonly pageFiles: TransactionNotes['pageFiles'];
}

function isTold({ operation }: OperationRecord): boolean {
  return TOLD.test(operation);
}

/** Notes what a title or an action was, unless an earlier flush of the transaction did. */
function note(notes: TransactionNotes, { meta, type, entity, originalEntity }: ChangeSet<object>): void {
  const now = stateOf(meta.className, entity);
  const before = (type as string) === 'create' ? null : stateOf(meta.className, originalEntity ?? entity);
  const key = keyOf(before ?? now);
  if (!notes.before.has(key)) notes.before.set(key, before);
  notes.nodeIds.add(now.nodeId);
  if (before !== null) notes.nodeIds.add(before.nodeId);
}

function stateOf(kind: string, row: object): TextState {
  const { id, nodeId, languageCode, style, ...rest } = row as Readonly<Record<string, never>>;
  const own = { nodeId: String(nodeId), languageCode: String(languageCode) };
  if (kind === 'Title') return { kind: 'title', ...own, value: String(rest['value']), style: style ?? null };
  const { name, type, content, iconId, priority, order } = rest;
  const texts = { name: String(name), type: String(type), content: String(content) };
  const sorting = { priority: priority ?? null, order: order ?? null };
  return {
    kind: 'action',
    id: String(id),
    ...own,
    ...texts,
    iconId: iconId ?? null,
    ...sorting,
    style: style ?? null,
  };
}

/** What is not as it was before the transaction. */
async function replacedIn(em: EntityManager, notes: TransactionNotes): Promise<readonly Replaced[]> {
  if (notes.nodeIds.size === 0) return [];
  const now = await readTextStates(em, [...notes.nodeIds]);
  const keys = new Set(notes.before.keys());
  for (const [key, { nodeId }] of now) if (notes.keptWhole.has(nodeId)) keys.add(key);
  return [...keys]
    .map((key) => ({ before: notes.before.get(key) ?? null, after: now.get(key) ?? null }))
    .filter(({ before, after }) => !isSame(written(before), written(after)));
}

/** An empty title is no text: an element has one in each language by itself. */
function written(state: TextState | null): TextState | undefined {
  if (state === null || (state.kind === 'title' && state.value === '' && state.style === null))
    return undefined;
  return state;
}

/** An action that went to another document left one and came to the other. */
function splitBy(documentOf: (nodeId: string | undefined) => string) {
  return (replaced: Replaced): readonly Replaced[] => {
    const { before, after } = replaced;
    if (before === null || after === null) return [replaced];
    if (documentOf(before.nodeId) === documentOf(after.nodeId)) return [replaced];
    return [
      { before, after: null },
      { before: null, after },
    ];
  };
}

function operationOf(
  { operation, elementId, elementType, elementName }: OperationRecord,
  places: ReadonlyMap<string, ElementPlace>,
): ChangeOperation {
  const place = places.get(elementId ?? '');
  return {
    operation,
    elementId: elementId ?? null,
    elementType: place?.type ?? elementType,
    elementName: place?.name ?? elementName,
  };
}

function distinct(operations: readonly ChangeOperation[]): readonly ChangeOperation[] {
  const byKey = new Map(operations.map((each) => [`${each.operation} ${each.elementId ?? ''}`, each]));
  return [...byKey.values()];
}

/** Forgets the oldest changes beyond what is kept. Those with a file of a page go when the file goes. */
async function forgetOldest(em: EntityManager, documentId: string): Promise<void> {
  const rows = await readRows<{ readonly id: string; readonly length: number | string }>(
    em,
    `select id, texts_length as length from document_change where document_id = ? and file_id is null order by id desc`,
    [documentId],
  );
  let characters = 0;
  const last = rows.findIndex(({ length }, at) => {
    characters += Number(length);
    return at > 0 && (at >= MOST_CHANGES || characters > MOST_CHARACTERS);
  });
  if (last === -1) return;
  const ids = rows.slice(last).map(({ id }) => id);
  await em.nativeDelete(DocumentChange, { id: { $in: ids } });
}
