/** Proposals of the file of a document: shown to editors, and made part of a draft when they accept it. */
import type { Viewer } from '../../access/viewer.js';
import { authorOf } from '../../audit/operation-log.js';
import { DocumentLanguage } from '../../content/languages/document-language.entity.js';
import type { Database, EntityManager } from '../../db/database.js';
import { type Keyset, keysetQuery } from '../../db/keyset.js';
import { Job } from '../../jobs/job.entity.js';
import type { JobRunner } from '../../jobs/job-runner.js';
import type { Clock } from '../../kernel/clock.js';
import { badInput } from '../../kernel/errors.js';
import { isId } from '../../kernel/ids.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import type { Node } from '../../tree/node.entity.js';
import { Document } from '../document.entity.js';
import type { DocumentWatch } from '../document-watch.js';
import type { DraftService } from '../drafts/draft.service.js';
import { readDraft } from '../drafts/draft-contents.js';
import type { DraftEdit } from '../drafts/draft-edit.js';
import type { DraftView } from '../drafts/draft-views.js';
import { plannedZones } from '../drafts/drafted-zones.js';
import { placeKey, type ProposalView, rectOf, textEdit, viewOf } from './proposal-edits.js';
import { proposeLater, PROPOSE_FROM_FILE } from './proposal-reading.js';
import { Proposal, type ProposalKind, type ProposalState } from './proposal.entity.js';

/** Each changes a title, or makes an action and perhaps a zone; a draft holds 1,000 changes. */
const MOST_ACCEPTED = 300;
const MOST_IDS = 1000;

export interface ProposalFilter {
  readonly states?: readonly ProposalState[] | null | undefined;
  readonly kinds?: readonly ProposalKind[] | null | undefined;
  readonly pageId?: string | null | undefined;
}

/** Proposals by their ids, or all open ones of a page, of some kinds, or of the document. */
export interface ProposalChoice {
  readonly ids?: readonly string[] | null | undefined;
  readonly kinds?: readonly ProposalKind[] | null | undefined;
  readonly pageId?: string | null | undefined;
}

export interface AcceptedProposals {
  readonly draft: DraftView;
  readonly accepted: number;
  /** Open ones of the choice that did not fit into one call. */
  readonly left: number;
}

export interface ProposalServiceParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly guarded: GuardedNodes;
  readonly drafts: Pick<DraftService, 'start' | 'edit' | 'get'>;
  readonly jobs: Pick<JobRunner, 'enqueue'>;
  readonly watch: Pick<DocumentWatch, 'changed'>;
}

const ORDER = [
  { property: 'order', direction: 'asc' },
  { property: 'id', direction: 'asc' },
] as const;

export class ProposalService {
  constructor(private readonly parts: ProposalServiceParts) {}

  /** In the order of the print. @throws LoupeError NOT_FOUND, FORBIDDEN */
  async list(
    viewer: Viewer,
    documentId: string,
    filter: ProposalFilter,
    keyset: Keyset,
  ): Promise<readonly ProposalView[]> {
    const em = this.parts.database.reader();
    const { id } = await this.require(em, viewer, 'content:read', documentId);
    const { where, ...page } = keysetQuery<Proposal>(ORDER, keyset);
    const rows = await em.find(Proposal, { $and: [whereOf(id, filter), where] }, page);
    return rows.map(viewOf);
  }

  /** How many there are, by kind. @throws LoupeError as `list` */
  async counts(
    viewer: Viewer,
    documentId: string,
    filter: ProposalFilter,
  ): Promise<ReadonlyMap<ProposalKind, number>> {
    const em = this.parts.database.reader();
    const { id } = await this.require(em, viewer, 'content:read', documentId);
    const rows = await em.find(Proposal, whereOf(id, filter), { fields: ['kind'] });
    const counts = new Map<ProposalKind, number>();
    for (const { kind } of rows) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return counts;
  }

  /** Whether the file is being read, so that more may come. @throws LoupeError as `list` */
  async isReading(viewer: Viewer, documentId: string): Promise<boolean> {
    const em = this.parts.database.reader();
    const { id } = await this.require(em, viewer, 'content:read', documentId);
    const states = ['Waiting', 'Running'] as const;
    return (await em.count(Job, { type: PROPOSE_FROM_FILE, subjectId: id, state: { $in: [...states] } })) > 0;
  }

  /**
   * Reads the file of a document for proposals, as is done by itself for new files once they are ready.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN
   */
  async propose(viewer: Viewer, documentId: string): Promise<void> {
    await this.parts.database.transaction(async (transaction) => {
      const { em } = transaction;
      const node = await this.require(em, viewer, 'content:write', documentId);
      const document = await em.findOneOrFail(Document, { id: node.id });
      proposeLater(this.parts.jobs, transaction, node, document.pagesDone);
    });
  }

  /**
   * Makes zones, titles and actions of open proposals in the draft of the document, which is started where there is none. All of a call
   * are accepted, or none.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT when the draft has no room, or a page has its most zones
   */
  async accept(viewer: Viewer, documentId: string, choice: ProposalChoice): Promise<AcceptedProposals> {
    const { database, drafts, watch } = this.parts;
    const done = await database.together(async ({ em }) => {
      const node = await this.require(em, viewer, 'draft:write', documentId);
      const draft = await drafts.start(viewer, node.id);
      const open = await em.find(Proposal, chosenOf(node.id, choice), {
        orderBy: { order: 'asc', id: 'asc' },
      });
      const taken = open.slice(0, MOST_ACCEPTED);
      if (taken.length === 0) return { draft, accepted: 0, left: 0 };
      const { defaultLanguage } = await em.findOneOrFail(Document, { id: node.id });
      const zoneIds = await this.makeZones(em, viewer, node.id, taken);
      const languages = await em.find(DocumentLanguage, { documentId: node.id });
      const offered = languages.map(({ languageCode }) => languageCode);
      const edits = taken.flatMap((row) =>
        textEdit(row, zoneIds.get(row.id), { standard: defaultLanguage, offered }),
      );
      const edited = edits.length === 0 ? null : await drafts.edit(viewer, node.id, edits);
      this.decide(viewer, taken, 'Accepted');
      const after = edited?.draft ?? (await drafts.get(viewer, node.id)) ?? draft;
      return { draft: after, accepted: taken.length, left: open.length - taken.length };
    });
    watch.changed(documentId.toLowerCase());
    return done;
  }

  /** Refuses proposals: the same is not proposed again. @returns how many were open @throws LoupeError NOT_FOUND, FORBIDDEN */
  async dismiss(viewer: Viewer, documentId: string, choice: ProposalChoice): Promise<number> {
    return this.turn(viewer, documentId, chosenOf, choice, 'Dismissed');
  }

  /** Opens proposals that were refused or accepted again; what was made of them stays. @throws LoupeError as `dismiss` */
  async reopen(viewer: Viewer, documentId: string, ids: readonly string[]): Promise<number> {
    return this.turn(viewer, documentId, decidedOf, { ids }, 'Open');
  }

  private async turn(
    viewer: Viewer,
    documentId: string,
    whereFor: typeof chosenOf,
    choice: ProposalChoice,
    state: ProposalState,
  ): Promise<number> {
    return this.parts.database.transaction(async ({ em, afterCommit }) => {
      const node = await this.require(em, viewer, 'content:write', documentId);
      const rows = await em.find(Proposal, whereFor(node.id, choice));
      this.decide(viewer, rows, state);
      afterCommit(() => this.parts.watch.changed(node.id));
      return rows.length;
    });
  }

  private decide(viewer: Viewer, rows: readonly Proposal[], state: ProposalState): void {
    const user = state === 'Open' ? null : authorOf(viewer).user;
    for (const row of rows) Object.assign(row, { state, user, dateModified: this.parts.clock.now() });
  }

  private require(
    em: EntityManager,
    viewer: Viewer,
    right: 'content:read' | 'draft:write' | 'content:write',
    id: string,
  ): Promise<Node> {
    return this.parts.guarded.requireOfType(em, viewer, right, id, 'Document');
  }

  /** Makes the zones that the proposals lie in, once each, in the draft. @returns their ids, by proposal */
  private async makeZones(
    em: EntityManager,
    viewer: Viewer,
    documentId: string,
    rows: readonly Proposal[],
  ): Promise<ReadonlyMap<string, string>> {
    const wanted = rows.flatMap((row) => {
      const { zone } = viewOf(row);
      return zone === null || row.isOfDocument ? [] : [{ row, rect: rectOf(zone) }];
    });
    const pageIds = [...new Set(wanted.map(({ row }) => row.pageId))];
    const drafted = (await readDraft(em, documentId))?.zones ?? new Map();
    const present = await plannedZones(em, pageIds, drafted);
    const byPlace = new Map<string, string>();
    for (const [pageId, zones] of present)
      for (const { state } of zones) byPlace.set(placeKey(pageId, state), state.id);
    const missing = new Map<string, DraftEdit>();
    for (const { row, rect } of wanted) {
      const key = placeKey(row.pageId, rect);
      if (!byPlace.has(key)) missing.set(key, { createZone: { imageId: row.pageId, ...rect } });
    }
    if (missing.size > 0) {
      const { edited } = await this.parts.drafts.edit(viewer, documentId, [...missing.values()]);
      for (const [at, key] of [...missing.keys()].entries()) byPlace.set(key, edited[at]?.id ?? '');
    }
    return new Map(wanted.map(({ row, rect }) => [row.id, byPlace.get(placeKey(row.pageId, rect)) ?? '']));
  }
}

function whereOf(documentId: string, { states, kinds, pageId }: ProposalFilter) {
  return {
    documentId,
    state: { $in: [...(states ?? ['Open'])] },
    ...(kinds == null ? {} : { kind: { $in: [...kinds] } }),
    ...(pageId == null ? {} : { pageId: idOf('pageId', pageId) }),
  };
}

function chosenOf(documentId: string, choice: ProposalChoice) {
  const open = whereOf(documentId, { kinds: choice.kinds, pageId: choice.pageId });
  return choice.ids == null ? open : { ...open, id: { $in: idsOf(choice.ids) } };
}

function decidedOf(documentId: string, { ids }: ProposalChoice) {
  const decided = whereOf(documentId, { states: ['Accepted', 'Dismissed'] });
  return { ...decided, id: { $in: idsOf(ids ?? []) } };
}

function idsOf(ids: readonly string[]): string[] {
  if (ids.length > MOST_IDS) throw badInput('ids', `must be at most ${MOST_IDS}`);
  return ids.map((id) => idOf('ids', id));
}

function idOf(field: string, id: string): string {
  if (!isId(id)) throw badInput(field, `must be the id of a ${field === 'pageId' ? 'page' : 'proposal'}`);
  return id.toLowerCase();
}
