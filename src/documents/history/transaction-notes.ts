/**
 * Changes that a transaction makes of titles, actions, zones, languages and files of pages, noted while it runs, so that the history can keep it when it
 * commits. What is written through the entity manager is noted by itself (`HistoryRecorder`); what is written past it says so
 * here, before.
 */
import type { DraftReview } from '../drafts/draft.entity.js';
import { wholeOf } from '../../db/database.js';
import type { EntityManager } from '../../db/entities.js';
import type { OperationRecord } from '../../audit/operation-record.entity.js';
import { readZoneStates, type ZoneState } from '../zones/zone.states.js';
import type { ReplacedLanguage } from './language-changes.js';
import { readTextStates, type TextState } from './text-states.js';

export interface TransactionNotes {
  /** Texts as they were before the transaction, by `keyOf`; null where there was none. */
  readonly before: Map<string, TextState | null>;
  /** Elements whose texts may have changed. */
  readonly nodeIds: Set<string>;
  /** Elements whose texts are all in `before`, so that one that is not was none. */
  readonly keptWhole: Set<string>;
  /** Zones as they were before the transaction, by id; null where there was none or it lay in the trash. */
  readonly zones: Map<string, ZoneState | null>;
  /** Languages that came or went, by document and code. */
  readonly languages: Map<string, ReplacedLanguage & { readonly documentId: string }>;
  /** Documents that the transaction makes. */
  readonly made: Set<string>;
  /** Documents whose drafts the transaction publishes, with the reviews of these. */
  readonly published: Map<string, DraftReview | null>;
  readonly operations: OperationRecord[];
  readonly pageFiles: {
    readonly pageId: string;
    readonly fileId: string;
    /** Of its small picture. */
    readonly thumbnailId: string | null;
  }[];
}

/** By the entity manager of the whole transaction. */
const notes = new WeakMap<object, TransactionNotes>();

/** @param em of the transaction, or of a part of it */
export function notesOf(em: object): TransactionNotes {
  const whole = wholeOf(em);
  const known = notes.get(whole);
  if (known !== undefined) return known;
  const fresh: TransactionNotes = {
    before: new Map(),
    nodeIds: new Set(),
    keptWhole: new Set(),
    zones: new Map(),
    languages: new Map(),
    made: new Set(),
    published: new Map(),
    operations: [],
    pageFiles: [],
  };
  notes.set(whole, fresh);
  return fresh;
}

/** The notes of a whole transaction that ends, once. undefined for a part of one, and where nothing was noted. */
export function takeNotes(em: object): TransactionNotes | undefined {
  if (wholeOf(em) !== em) return undefined;
  const found = notes.get(em);
  notes.delete(em);
  return found;
}

/** Call it before titles or actions of elements are written past the entity manager. */
export async function noteTexts(em: EntityManager, nodeIds: readonly string[]): Promise<void> {
  const { before, nodeIds: touched, keptWhole } = notesOf(em);
  const fresh = nodeIds.filter((id) => !keptWhole.has(id));
  const states = await readTextStates(em, fresh);
  for (const [key, state] of states) if (!before.has(key)) before.set(key, state);
  for (const id of fresh) {
    touched.add(id);
    keptWhole.add(id);
  }
}

/** Call it before zones are made, changed, thrown away or restored. */
export async function noteZones(em: EntityManager, ids: readonly string[]): Promise<void> {
  const { zones } = notesOf(em);
  const fresh = ids.filter((id) => !zones.has(id));
  const states = await readZoneStates(em, fresh);
  for (const id of fresh) zones.set(id, states.get(id) ?? null);
}

/** Call it before a draft is published: what changes of the document then is no change past the draft. */
export function notePublication(em: EntityManager, documentId: string, review: DraftReview | null): void {
  notesOf(em).published.set(documentId, review);
}

/** Call it when a page gets another file, with the one that it had. */
export function notePageFile(em: EntityManager, pageFile: TransactionNotes['pageFiles'][number]): void {
  notesOf(em).pageFiles.push(pageFile);
}
