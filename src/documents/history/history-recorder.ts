/**
 * Keeps the history of documents: what each transaction changed of their titles, actions, zones, languages and files, whole, so
 * that it can be brought back. It adds one row for each document just before the transaction commits, and ends those that change past
 * its draft what readers get of a document whose drafts have to be approved: every way of changing comes by here.
 */
import type { ChangeSet, EventSubscriber, FlushEventArgs, TransactionEventArgs } from '@mikro-orm/core';
import { readRows } from '../../db/rows.js';
import type { EntityManager } from '../../db/entities.js';
import { idsOnPath } from '../../tree/node-path.js';
import type { Clock } from '../../kernel/clock.js';
import { newId } from '../../kernel/ids.js';
import { requireNoRule } from '../drafts/approval-rule.js';
import { OperationRecord } from '../../audit/operation-record.entity.js';
import { type ChangeOperation, DocumentChange } from './document-change.entity.js';
import { isSameZone, readZoneStates, type ReplacedZone } from '../zones/zone.states.js';
import type { DraftReview } from '../drafts/draft.entity.js';
import { type ElementPlace, placesOf } from './element-places.js';
import { languageOf, type ReplacedLanguage } from './language-changes.js';
import { isSame, keyOf, readTextStates, type Replaced, type TextState } from './text-states.js';
import { notesOf, takeNotes, type TransactionNotes } from './transaction-notes.js';

/** Operations of one change that are kept. */
const MOST_OPERATIONS = 20;
/** Changes of a document that are kept, the newest of them; also no more than these characters of texts and zones. */
const MOST_CHANGES = 500;
const MOST_CHARACTERS = 4_000_000;

/** Operations that belong into the history of a document; its making and its removal do not. */
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
      } else if (meta.className === 'DocumentLanguage') {
        noteLanguage(notesOf(em), changeSet as ChangeSet<object>);
      } else if (meta.className === 'Document' && way === 'create') {
        notesOf(em).made.add((entity as { readonly id: string }).id);
      }
    }
  }

  async beforeTransactionCommit({ em }: TransactionEventArgs): Promise<void> {
    const notes = takeNotes(em);
    if (notes !== undefined) await this.keep(em as EntityManager, notes);
  }

  private async keep(em: EntityManager, notes: TransactionNotes): Promise<void> {
    const replaced = await replacedIn(em, notes);
    const replacedZones = await zonesReplacedIn(em, notes);
    const replacedLanguages = [...notes.languages.values()].filter(
      ({ documentId, before, after }) =>
        (before === null) !== (after === null) && !notes.made.has(documentId),
    );
    const { operations, pageFiles } = notes;
    const count = replaced.length + replacedZones.length + replacedLanguages.length;
    if (count + operations.length + pageFiles.length === 0) return;
    const places = await placesOf(em, [
      ...replaced.flatMap(({ before, after }) => [before?.nodeId ?? [], after?.nodeId ?? []].flat()),
      ...operations.flatMap(({ nodeId, path }) => [nodeId ?? [], idsOnPath(path)].flat()),
      ...pageFiles.map(({ pageId }) => pageId),
      ...replacedZones.map(pageOf),
    ]);
    const documentOf = (nodeId: string | null | undefined) => places.get(nodeId ?? '')?.documentId ?? '';
    const texts = Map.groupBy(replaced.flatMap(splitBy(documentOf)), ({ before, after }) =>
      documentOf((after ?? before)?.nodeId),
    );
    // An element that was thrown away no longer lies in its document; where it lay is noted.
    const toldOf = ({ nodeId, path }: OperationRecord) =>
      documentOf(nodeId) || documentOf(idsOnPath(path).find((id) => places.get(id)?.type === 'Document'));
    const told = Map.groupBy(operations, toldOf);
    const files = Map.groupBy(pageFiles, ({ pageId }) => documentOf(pageId));
    const zones = Map.groupBy(replacedZones, (zone) => documentOf(pageOf(zone)));
    const isPastDraft = (id: string) => id !== '' && !notes.published.has(id) && !notes.made.has(id);
    await requireNoRule(em, [...new Set([...texts.keys(), ...zones.keys()])].filter(isPastDraft));
    const languages = Map.groupBy(replacedLanguages, ({ documentId }) => documentId);
    const parts = [texts, told, files, zones, languages];
    for (const documentId of new Set(parts.flatMap((part) => [...part.keys()]))) {
      if (documentId === '') continue;
      const done = (told.get(documentId) ?? []).map((record) => operationOf(record, places));
      await this.add(em, {
        documentId,
        who: told.get(documentId)?.at(-1) ?? operations.at(-1),
        operations: distinct(done),
        texts: texts.get(documentId) ?? [],
        zones: zones.get(documentId) ?? [],
        languages: (languages.get(documentId) ?? []).map(({ before, after }) => ({ before, after })),
        pageFiles: files.get(documentId) ?? [],
        review: notes.published.get(documentId) ?? null,
      });
    }
  }

  private async add(em: EntityManager, kept: Kept) {
    const { documentId, who, operations, pageFiles, review } = kept;
    // Without an operation it is the work of the server on something new.
    if (who === undefined) return;
    const [texts, zones, languages] = [kept.texts, kept.zones, kept.languages].map(jsonOf);
    const [pageFile] = pageFiles;
    await em.insert(DocumentChange, {
      id: newId(),
      documentId,
      dateCreated: this.clock.now(),
      user: who.user,
      userId: who.userId ?? null,
      operations: operations.slice(0, MOST_OPERATIONS),
      operationsLeftOut: Math.max(0, operations.length - MOST_OPERATIONS),
      texts,
      zones,
      languages,
      textsLength: (texts?.length ?? 0) + (zones?.length ?? 0),
      pageId: pageFile?.pageId ?? null,
      fileId: pageFile?.fileId ?? null,
      thumbnailId: pageFile?.thumbnailId ?? null,
      review,
    });
    await forgetOldest(em, documentId);
  }
}

interface Kept {
  readonly documentId: string;
  readonly who: OperationRecord | undefined;
  readonly operations: readonly ChangeOperation[];
  readonly texts: readonly Replaced[];
  readonly zones: readonly ReplacedZone[];
  readonly languages: readonly ReplacedLanguage[];
  readonly pageFiles: TransactionNotes['pageFiles'];
  /** Of the draft that was published. */
  readonly review: DraftReview | null;
}

/** null for an empty list. */
function jsonOf(list: readonly unknown[]): string | null {
  return list.length === 0 ? null : JSON.stringify(list);
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

/** Notes whether a language was offered, unless an earlier flush of the transaction did. */
function noteLanguage({ languages }: TransactionNotes, { type, entity }: ChangeSet<object>): void {
  const { documentId, languageCode } = entity as Readonly<Record<'documentId' | 'languageCode', string>>;
  const key = `${documentId} ${languageCode}`;
  const [isNew, isGone] = [(type as string) === 'create', (type as string) === 'delete'];
  if (!isNew && !isGone) return;
  const before = languages.get(key)?.before;
  const was = before === undefined ? (isNew ? null : languageOf(languageCode)) : before;
  languages.set(key, { documentId, before: was, after: isNew ? languageOf(languageCode) : null });
}

/** Zones that are not as they were before the transaction. */
async function zonesReplacedIn(
  em: EntityManager,
  { zones }: TransactionNotes,
): Promise<readonly ReplacedZone[]> {
  if (zones.size === 0) return [];
  const now = await readZoneStates(em, [...zones.keys()]);
  return [...zones]
    .map(([id, before]) => ({ before, after: now.get(id) ?? null }))
    .filter(({ before, after }) => !isSameZone(before, after));
}

const pageOf = ({ before, after }: ReplacedZone) => (after ?? before)?.pageId ?? '';

function stateOf(kind: string, row: object): TextState {
  const { id, nodeId, languageCode, style, timeWindow, ...rest } = row as Readonly<Record<string, never>>;
  const own = { nodeId: String(nodeId), languageCode: String(languageCode) };
  const shown = { style: style ?? null, timeWindow: timeWindow ?? null };
  if (kind === 'Title') return { kind: 'title', ...own, value: String(rest['value']), ...shown };
  const { name, type, content, iconId, priority, order, rules } = rest;
  const texts = { name: String(name), type: String(type), content: String(content) };
  const sorting = { priority: priority ?? null, order: order ?? null };
  return {
    kind: 'action',
    id: String(id),
    ...own,
    ...texts,
    iconId: iconId ?? null,
    ...sorting,
    rules: rules ?? null,
    ...shown,
  };
}

/** States that are not as they were before the transaction. */
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
  if (state?.kind !== 'title') return state ?? undefined;
  const isEmpty = state.value === '' && state.style === null && state.timeWindow === null;
  return isEmpty ? undefined : state;
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
  { operation, elementId, elementType, elementName, path }: OperationRecord,
  places: ReadonlyMap<string, ElementPlace>,
): ChangeOperation {
  const place = places.get(elementId ?? '');
  // An element that was thrown away no longer lies on its page; where it lay is noted.
  const above = idsOnPath(path).flatMap((id) => (id === elementId ? [] : (places.get(id) ?? [])));
  return {
    operation,
    elementId: elementId ?? null,
    elementType: place?.type ?? elementType,
    elementName: place?.name ?? elementName,
    pageName: place?.pageName ?? above.find(({ type }) => type === 'Image')?.name ?? null,
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
