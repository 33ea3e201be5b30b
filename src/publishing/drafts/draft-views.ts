/** A draft as people see it. */
import { titleKey } from '../../audit/history/text-states.js';
import type { OperationChange } from '../../audit/operation-record.entity.js';
import { type Draft, DraftChange } from '../../content/drafts/draft.entity.js';
import { draftedTextsOf } from '../../content/drafts/drafted-texts.js';
import type { EntityManager } from '../../db/database.js';
import { eachPart } from '../../db/in-parts.js';
import { marks, readRows } from '../../db/rows.js';
import { compareText } from '../../kernel/text-fold.js';
import { changesOfText } from '../history/text-changes.js';
import { compareDraft, type ComparedText, type DraftConflict } from './draft-comparison.js';

export interface DraftView extends Pick<
  Draft,
  'id' | 'documentId' | 'user' | 'dateCreated' | 'dateModified'
> {
  readonly userId: string | null;
  /** Titles and actions that it changes. */
  readonly changeCount: number;
}

export interface DraftElement {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  /** Of a page or the page of a zone, from 1; null for the document. */
  readonly pageOrder: number | null;
}

export interface DraftChangeView {
  readonly id: string;
  /** What it belongs to; null where that is gone. */
  readonly element: DraftElement | null;
  /** Name of the action, before and after; null for a title. */
  readonly actionName: string | null;
  readonly languageCode: string;
  readonly user: string;
  readonly dateModified: Date;
  /** Value by value. */
  readonly changes: readonly OperationChange[];
  readonly conflict:
    | (Pick<DraftConflict, 'reason' | 'version'> & {
        /** What was changed outside of the draft. */
        readonly changes: readonly OperationChange[];
      })
    | null;
}

export async function toDraftView(em: EntityManager, draft: Draft): Promise<DraftView> {
  const { id, documentId, user, userId, dateCreated, dateModified } = draft;
  const changeCount = await em.count(DraftChange, { draftId: id });
  return { id, documentId, user, userId: userId ?? null, dateCreated, dateModified, changeCount };
}

/** In the order of the print: the document, each page with its zones; of each the titles, then the actions. */
export async function listDraftChanges(
  em: EntityManager,
  { id, documentId }: Pick<Draft, 'id' | 'documentId'>,
): Promise<readonly DraftChangeView[]> {
  const rows = await em.find(DraftChange, { draftId: id }, { orderBy: { id: 'asc' } });
  const compared = await compareDraft(em, documentId, draftedTextsOf(rows));
  const elements = await elementsOf(em, compared);
  const sorted = compared.toSorted((a, b) => compareText(sortKeyOf(a, elements), sortKeyOf(b, elements)));
  return sorted.map((text) => toView(text, elements));
}

interface Placed extends DraftElement {
  readonly sortKey: string;
}

async function elementsOf(
  em: EntityManager,
  compared: readonly ComparedText[],
): Promise<ReadonlyMap<string, Placed>> {
  const ids = [...new Set(compared.flatMap((text) => (text.place === undefined ? [] : nodeIdOf(text))))];
  const found = new Map<string, Placed>();
  await eachPart(ids, async (part) => {
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
      const sortKey = numbers.map((number) => String(number).padStart(8, '0')).join(' ');
      found.set(id, { id, type, name, pageOrder, sortKey });
    }
  });
  return found;
}

function nodeIdOf({ drafted: { replaced } }: ComparedText): string {
  return (replaced.after ?? replaced.before)?.nodeId ?? '';
}

/** What is gone stands last. */
function sortKeyOf(text: ComparedText, elements: ReadonlyMap<string, Placed>): string {
  const element = elements.get(nodeIdOf(text));
  const { before, after } = text.drafted.replaced;
  const state = after ?? before;
  const kind = text.subject === titleKey(nodeIdOf(text), state?.languageCode ?? '') ? '0' : '1';
  return `${element === undefined ? '1' : '0'} ${element?.sortKey ?? ''} ${state?.languageCode ?? ''} ${kind} ${text.drafted.id}`;
}

function toView(text: ComparedText, elements: ReadonlyMap<string, Placed>): DraftChangeView {
  const { id, replaced, user, dateModified } = text.drafted;
  const state = replaced.after ?? replaced.before;
  const element = elements.get(nodeIdOf(text));
  return {
    id,
    element: element ?? null,
    actionName: state?.kind === 'action' ? state.name : null,
    languageCode: state?.languageCode ?? '',
    user,
    dateModified,
    changes: changesOfText(replaced),
    conflict:
      text.conflict === null
        ? null
        : {
            reason: text.conflict.reason,
            version: text.conflict.version,
            changes: changesOfText(text.conflict.replaced),
          },
  };
}
