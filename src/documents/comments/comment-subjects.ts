/** Subjects of threads of comments, and whether they are still there: in what is published, or in the draft. */
import type { EntityManager } from '../../db/entities.js';
import { eachPart } from '../../db/in-parts.js';
import { marks, readRows } from '../../db/rows.js';
import { badInput } from '../../kernel/errors.js';
import { isId } from '../../kernel/ids.js';
import type { NodePlace } from '../../tree/node.store.js';
import type { DraftElement } from '../drafts/draft-views.js';
import { type DraftContents, readDraft } from '../drafts/draft-contents.js';
import { actionKey } from '../history/text-states.js';
import { zoneSubject } from '../zones/zone.states.js';
import { Comment, type CommentSubject } from './comment.entity.js';

/** About what somebody comments. */
export interface CommentedPlace {
  /** Document, page or zone; without one, the document. */
  readonly elementId?: string | null | undefined;
  /** An action of the element. */
  readonly actionId?: string | null | undefined;
  /** The title of the element in this language. */
  readonly languageCode?: string | null | undefined;
  /** A place on the picture of a page, in percent of its width and height. */
  readonly positionXPercent?: number | null | undefined;
  readonly positionYPercent?: number | null | undefined;
}

type About = Pick<
  Comment,
  'subject' | 'elementId' | 'actionId' | 'languageCode' | 'subjectName' | 'positionX' | 'positionY'
>;

const subjectOf: Readonly<Record<string, CommentSubject>> = {
  Document: 'Document',
  Image: 'Page',
  Zone: 'Zone',
};

interface Asked {
  readonly elementId: string | null;
  readonly actionId: string | null;
  /** Name of the action when the thread began. */
  readonly name?: string | null;
}

interface Found {
  readonly elements: ReadonlyMap<string, DraftElement>;
  /** Names by id. */
  readonly actions: ReadonlyMap<string, string>;
}

/** @throws LoupeError BAD_USER_INPUT for what is not in the document */
export async function requireCommentable(
  em: EntityManager,
  document: NodePlace,
  place: CommentedPlace,
): Promise<About> {
  const elementId = (place.elementId ?? document.id).toLowerCase();
  const actionId = place.actionId?.toLowerCase() ?? null;
  const languageCode = place.languageCode ?? null;
  if (actionId !== null && languageCode !== null)
    throw badInput('languageCode', 'names a title: give either it or an action, not both');
  const asked = [{ elementId, actionId }];
  const { elements, actions } = await findSubjects(em, document, asked);
  const element = elements.get(elementId);
  const kind = subjectOf[element?.type ?? ''];
  if (element === undefined || kind === undefined)
    throw badInput('elementId', 'must be the document, or one of its pages and zones');
  const action = actionId === null ? null : actions.get(actionKeyIn(elementId, actionId));
  if (action === undefined) throw badInput('actionId', 'must be an action of the element');
  return {
    subject: actionId !== null ? 'Action' : languageCode !== null ? 'Title' : kind,
    elementId,
    actionId,
    languageCode,
    subjectName: action ?? element.name,
    ...requirePosition(place, kind),
  };
}

/** @throws LoupeError BAD_USER_INPUT */
function requirePosition(
  { positionXPercent: x = null, positionYPercent: y = null }: CommentedPlace,
  kind: CommentSubject,
): Pick<About, 'positionX' | 'positionY'> {
  if (x === null && y === null) return { positionX: null, positionY: null };
  const isOnPicture = (value: number | null) => value !== null && value >= 0 && value <= 100;
  if (!isOnPicture(x)) throw badInput('positionXPercent', 'must be from 0 to 100');
  if (!isOnPicture(y)) throw badInput('positionYPercent', 'must be from 0 to 100');
  if (kind !== 'Page') throw badInput('positionXPercent', 'is a place on the picture of a page');
  return { positionX: x, positionY: y };
}

const actionKeyIn = (elementId: string, actionId: string) => `${elementId} ${actionId}`;

/** The elements and actions that threads are about and that are there, published or in the draft. */
export async function findSubjects(
  em: EntityManager,
  document: NodePlace,
  threads: readonly Asked[],
): Promise<Found> {
  const ids = [...new Set(threads.flatMap(({ elementId }) => elementId ?? []))].filter(isId);
  const elements = new Map(
    (await readElements(em, ids))
      .filter(({ path }) => path.startsWith(document.path))
      .map((row) => [row.id, elementOf(row)]),
  );
  const actionIds = [...new Set(threads.flatMap(({ actionId }) => actionId ?? []))].filter(isId);
  const actions = await readActions(em, actionIds);
  const hasAction = ({ elementId, actionId }: Asked) =>
    actionId === null || actions.has(actionKeyIn(elementId ?? '', actionId));
  await addRenewed(
    em,
    threads.filter((thread) => !hasAction(thread)),
    actions,
  );
  const isWhole = ids.every((id) => elements.has(id)) && threads.every(hasAction);
  const draft = isWhole ? null : await readDraft(em, document.id);
  if (draft !== null) await addDrafted(em, draft, document, { elements, actions });
  return { elements, actions };
}

interface ElementRow {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly path: string;
  readonly order: number;
  readonly above: number | null;
}

async function readElements(em: EntityManager, ids: readonly string[]): Promise<readonly ElementRow[]> {
  const found: ElementRow[] = [];
  await eachPart(ids, async (part) => {
    found.push(
      ...(await readRows<ElementRow>(
        em,
        `select n.id, n.type, n.name, n.path, n."order", p."order" as above
           from node n left join node p on p.id = n.parent_id and p.type = 'Image'
          where n.id in (${marks(part)})`,
        part,
      )),
    );
  });
  return found;
}

function elementOf({ id, type, name, order, above }: ElementRow): DraftElement {
  return { id, type, name, pageOrder: type === 'Document' ? null : (above ?? order) };
}

async function readActions(em: EntityManager, ids: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  await eachPart(ids, async (part) => {
    const rows = await readRows<{ readonly id: string; readonly node: string; readonly name: string }>(
      em,
      `select id, node_id as node, name from action where id in (${marks(part)})`,
      part,
    );
    for (const { id, node, name } of rows) found.set(actionKeyIn(node, id), name);
  });
  return found;
}

/** Adds actions that were deleted and brought back, which gave them another id: the element has one of the same name. */
async function addRenewed(
  em: EntityManager,
  threads: readonly Asked[],
  into: Map<string, string>,
): Promise<void> {
  const named = threads.filter(({ name }) => name != null);
  const nodeIds = [...new Set(named.flatMap(({ elementId }) => elementId ?? []))];
  const there = new Set<string>();
  await eachPart(nodeIds, async (part) => {
    const rows = await readRows<{ readonly node: string; readonly name: string }>(
      em,
      `select node_id as node, name from action where node_id in (${marks(part)})`,
      part,
    );
    for (const { node, name } of rows) there.add(`${node} ${name}`);
  });
  for (const { elementId, actionId, name } of named)
    if (there.has(`${elementId} ${name}`)) into.set(actionKeyIn(elementId ?? '', actionId ?? ''), name ?? '');
}

/**
 * Leads comments on actions that a draft adds to the published ones, which have ids of their own. Call it in the transaction that
 * publishes, after the actions are made.
 */
export async function followPublished(
  em: EntityManager,
  documentId: string,
  texts: DraftContents['texts'],
): Promise<void> {
  const added = [...texts.values()].flatMap(({ replaced: { before, after } }) =>
    before === null && after?.kind === 'action' ? after : [],
  );
  if (added.length === 0) return;
  const where = { documentId, actionId: { $in: added.map(({ id }) => id) } };
  const threads = await em.find(Comment, where);
  if (threads.length === 0) return;
  await em.flush();
  for (const { id, nodeId, name, languageCode } of added) {
    const about = threads.filter(({ actionId }) => actionId === id);
    const rows = await readRows<{ readonly id: string }>(
      em,
      'select id from action where node_id = ? and language_code = ? and name = ? order by id desc limit 1',
      [nodeId, languageCode, name],
    );
    for (const thread of about) thread.actionId = rows[0]?.id ?? id;
  }
}

/** Adds zones and actions that the draft alone has. */
async function addDrafted(
  em: EntityManager,
  { texts, zones }: DraftContents,
  { path }: NodePlace,
  into: { readonly elements: Map<string, DraftElement>; readonly actions: Map<string, string> },
): Promise<void> {
  const added = [...zones.values()].flatMap(({ replaced }) => replaced.after ?? []);
  const pages = await readElements(em, [...new Set(added.map(({ pageId }) => pageId))]);
  for (const { id, name, pageId } of added) {
    const page = pages.find((each) => each.id === pageId && each.path.startsWith(path));
    if (page !== undefined && zones.has(zoneSubject(id)) && !into.elements.has(id))
      into.elements.set(id, { id, type: 'Zone', name, pageOrder: page.order });
  }
  for (const [subject, { replaced }] of texts) {
    const { after } = replaced;
    if (after?.kind === 'action' && subject === actionKey(after.id))
      into.actions.set(actionKeyIn(after.nodeId, after.id), after.name);
  }
}

/** The element that a thread is about, and the name of its action; null where either is gone. */
export function subjectIn(
  { elements, actions }: Found,
  { elementId, actionId }: Pick<Comment, 'elementId' | 'actionId'>,
): { readonly element: DraftElement | null; readonly actionName: string | null; readonly isGone: boolean } {
  const element = elements.get(elementId ?? '') ?? null;
  const actionName = actionId == null ? null : (actions.get(actionKeyIn(elementId ?? '', actionId)) ?? null);
  return { element, actionName, isGone: element === null || (actionId != null && actionName === null) };
}
