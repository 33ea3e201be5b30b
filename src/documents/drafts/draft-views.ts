/** A draft as people see it. */
import { type Replaced, titleKey } from '../history/text-states.js';
import type { OperationChange } from '../../audit/operation-record.entity.js';
import { type Draft, DraftChange, type DraftReview } from './draft.entity.js';
import { contentsOf } from './draft-contents.js';
import type { ReplacedZone } from '../zones/zone.states.js';
import type { EntityManager } from '../../db/database.js';
import { eachPart } from '../../db/in-parts.js';
import { marks, readRows } from '../../db/rows.js';
import { compareText } from '../../kernel/text-fold.js';
import { changesOfText, changesOfZone } from '../history/replacements.js';
import {
  compareDraft,
  type Compared,
  type ComparedDraft,
  type ComparedText,
  type ComparedZone,
  type ConflictReason,
} from './draft-comparison.js';

export interface DraftView extends Pick<
  Draft,
  'id' | 'documentId' | 'user' | 'dateCreated' | 'dateModified'
> {
  readonly userId: string | null;
  /** Titles, actions and zones that it changes. */
  readonly changeCount: number;
  /** When it is published by itself; null for by hand. */
  readonly publishAt: Date | null;
  /** The user who set the date. */
  readonly publishUser: string | null;
  /** Why it could not be published at its date; null while it waits. */
  readonly publishStopped: string | null;
  /** null where nobody has asked for one. */
  readonly review: DraftReview | null;
}

export interface DraftElement {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  /** Of a page or the page of a zone, from 1; null for the document. */
  readonly pageOrder: number | null;
}

export type DraftChangeKind = 'Title' | 'Action' | 'Zone';

export interface DraftChangeView {
  readonly id: string;
  readonly kind: DraftChangeKind;
  /** The element that it belongs to, or the zone itself; null where that is gone. */
  readonly element: DraftElement | null;
  /** Name of the action, before and after; null for what is none. */
  readonly actionName: string | null;
  /** null for a zone. */
  readonly languageCode: string | null;
  readonly user: string;
  readonly dateModified: Date;
  /** Value by value. */
  readonly changes: readonly OperationChange[];
  readonly conflict: {
    readonly reason: ConflictReason;
    readonly version: string;
    /** Changes outside of the draft. */
    readonly changes: readonly OperationChange[];
  } | null;
}

export async function toDraftView(em: EntityManager, draft: Draft): Promise<DraftView> {
  return viewOf(draft, await em.count(DraftChange, { draftId: draft.id }));
}

/** Views of many, in their order, with one statement. @param drafts 1000 at most */
export async function toDraftViews(
  em: EntityManager,
  drafts: readonly Draft[],
): Promise<readonly DraftView[]> {
  if (drafts.length === 0) return [];
  const ids = drafts.map(({ id }) => id);
  const rows = await readRows<{ readonly id: string; readonly count: number | string }>(
    em,
    `select draft_id as id, count(*) as count from draft_change where draft_id in (${marks(ids)}) group by draft_id`,
    ids,
  );
  const counts = new Map(rows.map(({ id, count }) => [id, Number(count)]));
  return drafts.map((draft) => viewOf(draft, counts.get(draft.id) ?? 0));
}

function viewOf(draft: Draft, changeCount: number): DraftView {
  const { id, documentId, user, userId, dateCreated, dateModified } = draft;
  const { publishAt = null, publishUser = null, publishStopped = null, review = null } = draft;
  const date = { publishAt, publishUser, publishStopped, review };
  return { id, documentId, user, userId: userId ?? null, dateCreated, dateModified, changeCount, ...date };
}

/** In the order of the print: the document, each page with its zones; of each the zone itself, the titles, then the actions. */
export async function listDraftChanges(
  em: EntityManager,
  { id, documentId }: Pick<Draft, 'id' | 'documentId'>,
): Promise<readonly DraftChangeView[]> {
  const rows = await em.find(DraftChange, { draftId: id }, { orderBy: { id: 'asc' } });
  const compared = await compareDraft(em, documentId, contentsOf(rows));
  const elements = await elementsOf(em, compared);
  const entries = [
    ...compared.texts.map((text) => entryOfText(text, elements)),
    ...compared.zones.map((zone) => entryOfZone(zone, elements)),
  ];
  return entries
    .toSorted((a, b) => compareText(a.sortKey, b.sortKey))
    .map(({ sortKey: _key, ...view }) => view);
}

interface Placed extends DraftElement {
  readonly sortKey: string;
}

type Elements = ReadonlyMap<string, Placed>;

async function elementsOf(em: EntityManager, { texts, zones }: ComparedDraft): Promise<Elements> {
  const present = [
    ...texts.flatMap((text) => (text.place === undefined ? [] : nodeIdOf(text))),
    ...zones.flatMap(({ now }) => now?.id ?? []),
  ];
  const added = zones.flatMap(({ now, wanted, place }) =>
    now === null && place !== undefined ? (wanted ?? []) : [],
  );
  const found = new Map<string, Placed>();
  const ids = new Set([...present, ...added.map(({ pageId }) => pageId)]);
  await eachPart([...ids], async (part) => {
    const rows = await readRows<{
      readonly id: string;
      readonly type: string;
      readonly name: string;
      readonly order: number;
      readonly above: number | null;
    }>(
      em,
      `select n.id, n.type, n.name, n."order", p."order" as above
         from node n left join node p on p.id = n.parent_id and p.type = 'Image'
        where n.id in (${marks(part)})`,
      part,
    );
    for (const { id, type, name, order, above } of rows) {
      const pageOrder = type === 'Document' ? null : (above ?? order);
      const numbers = type === 'Document' ? [] : type === 'Zone' ? [pageOrder ?? 0, order] : [order, 0];
      found.set(id, { id, type, name, pageOrder, sortKey: sortKeyOf(numbers) });
    }
  });
  for (const { id, pageId, name } of added) {
    const pageOrder = found.get(pageId)?.pageOrder ?? null;
    // New zones stand behind those that the page has.
    found.set(id, { id, type: 'Zone', name, pageOrder, sortKey: sortKeyOf([pageOrder ?? 0, 99_999_999]) });
  }
  return found;
}

const sortKeyOf = (numbers: readonly number[]) =>
  numbers.map((number) => String(number).padStart(8, '0')).join(' ');

function nodeIdOf({ drafted: { replaced } }: ComparedText): string {
  return (replaced.after ?? replaced.before)?.nodeId ?? '';
}

interface Entry extends DraftChangeView {
  readonly sortKey: string;
}

function entryOfText(text: ComparedText, elements: Elements): Entry {
  const { replaced } = text.drafted;
  const state = replaced.after ?? replaced.before;
  const languageCode = state?.languageCode ?? '';
  return entryOf(text, elements.get(nodeIdOf(text)), {
    kind: text.subject === titleKey(nodeIdOf(text), languageCode) ? 'Title' : 'Action',
    actionName: state?.kind === 'action' ? state.name : null,
    languageCode,
    changesOf: changesOfText,
  });
}

function entryOfZone(zone: ComparedZone, elements: Elements): Entry {
  const { before, after } = zone.drafted.replaced;
  const what = { kind: 'Zone', actionName: null, languageCode: null, changesOf: changesOfZone } as const;
  return entryOf(zone, elements.get((after ?? before)?.id ?? ''), what);
}

interface What<Change> extends Pick<DraftChangeView, 'kind' | 'actionName' | 'languageCode'> {
  readonly changesOf: (replaced: Change) => readonly OperationChange[];
}

function entryOf<Change extends Replaced | ReplacedZone>(
  { drafted, conflict }: Pick<Compared<Change, unknown>, 'drafted' | 'conflict'>,
  element: Placed | undefined,
  { changesOf, ...what }: What<Change>,
): Entry {
  const { id, replaced, user, dateModified } = drafted;
  const kind = { Zone: '0', Title: '0', Action: '1' }[what.kind];
  // Elements that are gone stand last.
  const isGone = element === undefined ? '1' : '0';
  return {
    id,
    ...what,
    element: element ?? null,
    user,
    dateModified,
    changes: changesOf(replaced),
    conflict:
      conflict === null
        ? null
        : {
            reason: conflict.reason,
            version: conflict.version,
            changes: changesOf(conflict.replaced),
          },
    sortKey: [isGone, element?.sortKey ?? '', what.languageCode ?? '', kind, id].join(' '),
  };
}
