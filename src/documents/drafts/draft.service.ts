/**
 * Drafts: changes of the titles, actions and zones of a document that are collected, and reach readers together when the draft is
 * published. A document has one draft, on which everybody works who may change it.
 */
import { LockMode } from '@mikro-orm/core';
import type { Viewer } from '../../access/viewer.js';
import { authorOf, type OperationLog } from '../../audit/operation-log.js';
import { Draft, DraftChange } from './draft.entity.js';
import { heldDraft, MOST_CHANGES, MOST_EDITS, requireNoDate, requireRoom } from './draft.rules.js';
import { contentsOf, readDraft } from './draft-contents.js';
import type { Drafted } from './drafted-content.js';
import type { LanguageService } from '../../content/languages/language.service.js';
import type { TitleWriter } from '../../content/titles/title-writer.js';
import type { Database, EntityManager, Transaction } from '../../db/database.js';
import { requireUnchanged } from '../../db/entities.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import type { Node } from '../../tree/node.entity.js';
import type { Clock } from '../../kernel/clock.js';
import { badInput, LoupeError } from '../../kernel/errors.js';
import { newId } from '../../kernel/ids.js';
import { laterThan, type Precondition, requireState, stateOf } from '../../kernel/precondition.js';
import type { DocumentWatch } from '../document-watch.js';
import { isSame, type Replaced } from '../history/text-states.js';
import { isSameZone, type ReplacedZone } from '../zones/zone.states.js';
import type { RecordedChanges } from '../texts/recorded-changes.js';
import type { ZoneTransitions } from '../zones/zone-transitions.js';
import { compareDraft, compareZones } from './draft-comparison.js';
import { type DraftView, listDraftChanges, type DraftChangeView, toDraftView } from './draft-views.js';
import type { DraftEdit, EditedElement } from './draft-edit.js';
import { DraftedDocument } from './drafted-document.js';
import { applyDraft, type PublishedDraft, zonesToPublish } from './draft-publication.js';
import { noteAuthor, requireApproval } from './draft-review.js';
import { notePublication } from '../history/transaction-notes.js';

export interface DraftServiceParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly guarded: GuardedNodes;
  readonly languages: LanguageService;
  readonly titles: Pick<TitleWriter, 'languagesOf'>;
  readonly operations: OperationLog;
  readonly recorded: RecordedChanges;
  readonly zoneTransitions: ZoneTransitions;
  /** Notifies others who work on the draft. */
  readonly watch: Pick<DocumentWatch, 'changed'>;
}

export class DraftService {
  constructor(private readonly parts: DraftServiceParts) {}

  /** null where the document has none. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async get(viewer: Viewer, documentId: string): Promise<DraftView | null> {
    const { database, guarded } = this.parts;
    const em = database.reader();
    const { id } = await guarded.requireOfType(em, viewer, 'content:read', documentId, 'Document');
    const draft = await em.findOne(Draft, { documentId: id });
    return draft === null ? null : toDraftView(em, draft);
  }

  /** Its changes, in the order of the print, each beside what readers get now. */
  async changes({
    id,
    documentId,
  }: Pick<DraftView, 'id' | 'documentId'>): Promise<readonly DraftChangeView[]> {
    return listDraftChanges(this.parts.database.reader(), { id, documentId });
  }

  /** Begins one; answers with the present one where there is one already. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async start(viewer: Viewer, documentId: string): Promise<DraftView> {
    const { database, clock, guarded, operations } = this.parts;
    return database.transaction(async ({ em, afterCommit }) => {
      const node = await guarded.requireOfType(em, viewer, 'draft:write', documentId, 'Document');
      // Two editors who start at once wait for each other here.
      await em.refresh(node, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const present = await em.findOne(Draft, { documentId: node.id });
      if (present !== null) return toDraftView(em, present);
      const now = clock.now();
      const dates = { dateCreated: now, dateModified: now, authors: [] };
      const draft = em.create(Draft, { id: newId(), documentId: node.id, ...authorOf(viewer), ...dates });
      operations.write(em, viewer, 'draft:create', node);
      await em.flush();
      afterCommit(() => this.parts.watch.changed(node.id));
      return toDraftView(em, draft);
    });
  }

  /**
   * Makes all of the edits in the draft or none. Readers get them when it is published.
   *
   * @throws LoupeError NOT_FOUND (also when there is no draft), FORBIDDEN, NOT_IN_DRAFT for what a draft does not hold,
   *   CHANGED_MEANWHILE, BAD_USER_INPUT with fields such as `edits.3.value`
   */
  async edit(
    viewer: Viewer,
    documentId: string,
    edits: readonly DraftEdit[],
  ): Promise<{ readonly draft: DraftView; readonly edited: readonly EditedElement[] }> {
    if (edits.length > MOST_EDITS) throw badInput('edits', `must be at most ${MOST_EDITS}`);
    const { database, guarded, languages, titles } = this.parts;
    return database.transaction(async (transaction) => {
      const { em } = transaction;
      const { node: document, draft } = await this.require(transaction, viewer, documentId);
      const rows = await this.rowsToChange(em, viewer, document, draft);
      const { texts, zones } = contentsOf(rows);
      const documentLanguages = await titles.languagesOf(em, document.id);
      const work = new DraftedDocument(
        { em, viewer, guarded, languages, document, documentLanguages },
        replacedOf(texts),
        replacedOf(zones),
        draft.formerZones ?? [],
      );
      const edited = await work.edit(edits);
      const keep = (subject: string, replaced: Replaced | ReplacedZone, isUnchanged: boolean) => {
        const row = rows.find((each) => each.subject === subject);
        if (!isUnchanged) this.write(em, viewer, draft, { subject, row, text: JSON.stringify(replaced) });
        // The edits have taken back what the draft had made of it.
        else if (row !== undefined) em.remove(row);
      };
      for (const [subject, replaced] of work.touched)
        keep(subject, replaced, isSame(replaced.before, replaced.after));
      for (const [subject, replaced] of work.zones.touched)
        keep(subject, replaced, isSameZone(replaced.before, replaced.after));
      draft.formerZones = [...work.zones.former].slice(-MOST_CHANGES);
      this.touch(draft);
      await em.flush();
      await requireRoom(em, draft.id);
      return { draft: await toDraftView(em, draft), edited };
    });
  }

  /**
   * Takes changes out of the draft; with a zone that only the draft has its titles and actions. Those that are not there any more are
   * no mistake.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN
   */
  async drop(viewer: Viewer, documentId: string, changeIds: readonly string[]): Promise<DraftView> {
    if (changeIds.length > MOST_CHANGES) throw badInput('changeIds', `must be at most ${MOST_CHANGES}`);
    return this.parts.database.transaction(async (transaction) => {
      const { em } = transaction;
      const { node, draft } = await this.require(transaction, viewer, documentId);
      const ids = new Set(changeIds.map((id) => id.toLowerCase()));
      const rows = await this.rowsToChange(em, viewer, node, draft);
      const { texts, zones } = contentsOf(rows);
      const dropped = [...zones.values()].filter(({ id }) => ids.has(id));
      const added = new Set(
        dropped.flatMap(({ replaced: { before, after } }) => (before === null ? (after?.id ?? []) : [])),
      );
      for (const { id, replaced } of texts.values()) {
        if (added.has(replaced.after?.nodeId ?? '')) ids.add(id);
      }
      for (const row of rows) if (ids.has(row.id)) em.remove(row);
      this.touch(draft);
      await em.flush();
      return toDraftView(em, draft);
    });
  }

  /**
   * Decides a conflict for the draft: publishing replaces what readers get now by its title, action or zone.
   *
   * @param version of the conflict that the caller has seen
   * @throws LoupeError NOT_FOUND, FORBIDDEN, CHANGED_MEANWHILE, CONFLICT when there is nothing to decide, or the element is gone
   */
  async keep(viewer: Viewer, documentId: string, changeId: string, version: string): Promise<DraftView> {
    return this.parts.database.transaction(async (transaction) => {
      const { em } = transaction;
      const { node, draft } = await this.require(transaction, viewer, documentId);
      const rows = await this.rowsToChange(em, viewer, node, draft);
      const { texts, zones } = await compareDraft(em, node.id, contentsOf(rows));
      const found = [...texts, ...zones].find(({ drafted }) => drafted.id === changeId.toLowerCase());
      const row = rows.find(({ id }) => id === found?.drafted.id);
      if (found?.conflict == null || row === undefined)
        throw new LoupeError('CONFLICT', 'This change of the draft has no conflict. Read the draft again.');
      if (found.conflict.reason === 'Gone')
        throw new LoupeError(
          'CONFLICT',
          'The page or zone of this change is gone. Take the change out of the draft.',
        );
      requireState(
        { versions: [version], unmodifiedSince: null },
        { version: found.conflict.version, dateModified: null },
      );
      const text = JSON.stringify({ before: found.now, after: found.wanted });
      this.write(em, viewer, draft, { subject: found.subject, row, text });
      this.touch(draft);
      await em.flush();
      return toDraftView(em, draft);
    });
  }

  /**
   * Makes all changes of the draft in one transaction; then there is no draft any more. It stands in the history as one change, and can
   * be taken back for a day.
   *
   * @param requireWanted throws where the draft, which nobody can change any more, is not the one that is meant
   * @throws LoupeError NOT_FOUND, FORBIDDEN, APPROVAL_NEEDED, CHANGED_MEANWHILE when the draft is not what the caller has seen, or a change of it
   *   conflicts with what was changed meanwhile; then nothing is changed
   */
  async publish(
    viewer: Viewer,
    documentId: string,
    precondition?: Precondition,
    requireWanted: (draft: Draft) => void = () => undefined,
  ): Promise<PublishedDraft> {
    const { database, guarded, operations, recorded, zoneTransitions } = this.parts;
    const reader = database.reader();
    const { id } = await guarded.requireOfType(reader, viewer, 'content:write', documentId, 'Document');
    const seen = await readDraft(reader, id);
    const zones = zonesToPublish(await compareZones(reader, id, seen?.zones ?? new Map()));
    return zoneTransitions.during(zones, (steps) =>
      database.together(async (transaction) => {
        const { em } = transaction;
        const { node, draft } = await this.require(transaction, viewer, documentId, 'content:write');
        await requireUnchanged(em, precondition, draft, stateOf);
        requireWanted(draft);
        const rows = await em.find(DraftChange, { draftId: draft.id });
        const isRuled = await requireApproval(em, node, draft, rows);
        notePublication(em, node.id, draft.review ?? null);
        const surroundings = { em, viewer, documentId: node.id, recorded, steps };
        const published = await applyDraft(surroundings, contentsOf(rows));
        operations.write(em, viewer, 'draft:publish', node);
        await this.remove(em, draft);
        // To take it back is a change that nobody has approved.
        return isRuled ? { ...published, undoId: null } : published;
      }),
    );
  }

  /** Drops all changes of the draft. @throws LoupeError NOT_FOUND, FORBIDDEN, CHANGED_MEANWHILE */
  async discard(viewer: Viewer, documentId: string, precondition?: Precondition): Promise<void> {
    await this.parts.database.transaction(async (transaction) => {
      const { em } = transaction;
      const { node, draft } = await this.require(transaction, viewer, documentId, 'content:write');
      await requireUnchanged(em, precondition, draft, stateOf);
      this.parts.operations.write(em, viewer, 'draft:discard', node);
      await this.remove(em, draft);
    });
  }

  private async require(
    { em, afterCommit }: Transaction,
    viewer: Viewer,
    documentId: string,
    right: 'draft:write' | 'content:write' = 'draft:write',
  ) {
    const held = await heldDraft(em, this.parts.guarded, viewer, right, documentId);
    requireNoDate(viewer, held.node, held.draft);
    afterCommit(() => this.parts.watch.changed(held.node.id));
    return held;
  }

  /** The changes of a draft that the viewer is about to change. */
  private async rowsToChange(em: EntityManager, viewer: Viewer, node: Node, draft: Draft) {
    const rows = await em.find(DraftChange, { draftId: draft.id });
    const wasApproved = noteAuthor(draft, rows, viewer, this.parts.clock.now());
    if (wasApproved) this.parts.operations.write(em, viewer, 'draft:void', node);
    return rows;
  }

  private write(em: EntityManager, viewer: Viewer, draft: Draft, { subject, row, text }: Written): void {
    const now = this.parts.clock.now();
    const said = { replaced: text, length: text.length, dateModified: now, ...authorOf(viewer) };
    if (row !== undefined) em.assign(row, said);
    else em.create(DraftChange, { id: newId(), draftId: draft.id, subject, dateCreated: now, ...said });
  }

  private touch(draft: Draft): void {
    draft.dateModified = laterThan(draft.dateModified, this.parts.clock.now());
  }

  private async remove(em: EntityManager, draft: Draft): Promise<void> {
    await em.flush();
    await em.nativeDelete(DraftChange, { draftId: draft.id });
    await em.nativeDelete(Draft, { id: draft.id });
  }
}

function replacedOf<Change extends Replaced | ReplacedZone>(
  drafted: ReadonlyMap<string, Drafted<Change>>,
): ReadonlyMap<string, Change> {
  return new Map([...drafted].map(([subject, { replaced }]) => [subject, replaced]));
}

interface Written {
  readonly subject: string;
  readonly row: DraftChange | undefined;
  readonly text: string;
}
