/** All titles and actions of a document, folder or organization as a table: read, searched, edited at once, taken back. */
import type { Viewer } from '../../access/viewer.js';
import type { Database } from '../../db/database.js';
import { eachPart } from '../../db/in-parts.js';
import { marks } from '../../db/rows.js';
import type { GuardedNodes } from '../../tree/guarded-nodes.js';
import { badFields, badInput, LoupeError } from '../../kernel/errors.js';
import { compareActions } from '../../content/actions/action.rules.js';
import { compareText } from '../../kernel/text-fold.js';
import type { Change } from '../nodes/changes.service.js';
import { type PrintedElement, readPrintedElements } from './printed-elements.js';
import { rowFilterOf, type ShowsRow, type TextFilter } from './text-filter.js';
import { type AppliedChanges, MAX_TEXT_CHANGES, type RecordedChanges } from './recorded-changes.js';
import { pointedTargets, problemOf, targetProblem, type TextEdit, withTarget } from './text-edit.js';
import { type ProposedEdit, proposalsFor, type Replacement, replacerOf } from './text-search.js';
import {
  actionKey,
  type ActionState,
  readTextStates,
  type TextState,
  type TextStates,
  titleKey,
  type TitleState,
} from '../history/text-states.js';

const MAX_ROWS = 100;
/** Shown of one search; the others come when these are replaced. */
const MAX_PROPOSALS = 1000;

interface TableTarget {
  readonly path: string;
  readonly text: string;
  /** Why readers do not see the action; null where it follows the rules of its type. */
  readonly problem: string | null;
}

export interface TextRow {
  readonly element: PrintedElement;
  /** By language. */
  readonly titles: readonly TitleState[];
  /** By language, then as readers see them. */
  readonly actions: readonly (ActionState & {
    readonly targets: readonly TableTarget[];
  })[];
}

export interface TextTableDocument {
  readonly id: string;
  readonly name: string;
  readonly folders: readonly string[];
  /** Number of its first row, from 0. */
  readonly row: number;
}

export interface TextTable {
  readonly rows: readonly TextRow[];
  /** Rows of the whole place that the filter shows. */
  readonly total: number;
  /** Documents of these rows, in their order. */
  readonly documents: readonly TextTableDocument[];
  /** Languages of its documents: those that are the default of most come first. */
  readonly languages: readonly string[];
}

export interface Proposals {
  readonly edits: readonly ProposedEdit[];
  /** Of the whole place; more than `edits` when they are many. */
  readonly total: number;
}

export interface TextTableParts {
  readonly database: Database;
  readonly guarded: GuardedNodes;
  readonly recorded: RecordedChanges;
}

export class TextTableService {
  constructor(private readonly parts: TextTableParts) {}

  /**
   * @param first at most 100 rows, from the row `skip` on
   * @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT (a page, a zone, or too large a place)
   */
  async rows(
    viewer: Viewer,
    placeId: string,
    { skip, first, ...filter }: { readonly skip: number; readonly first: number } & TextFilter,
  ): Promise<TextTable> {
    if (first < 1 || first > MAX_ROWS) throw badInput('first', `must be from 1 to ${MAX_ROWS}`);
    if (skip < 0) throw badInput('skip', 'must not be negative');
    const showsRow = rowFilterOf(filter);
    const { elements } = await this.elementsOf(viewer, 'content:read', placeId);
    const wanted = showsRow === null ? elements : await this.filtered(elements, showsRow);
    const rows: TextRow[] = [];
    await this.eachWithStates(wanted.slice(skip, skip + first), (element, states) => {
      rows.push(rowOf(element, states));
    });
    return {
      rows,
      total: wanted.length,
      documents: documentsOf(wanted, elements),
      languages: await this.languagesOf(elements),
    };
  }

  /** Changes that a replacement would make; none is made. @throws LoupeError as `rows` */
  async find(viewer: Viewer, placeId: string, wanted: Replacement): Promise<Proposals> {
    const replace = replacerOf(wanted);
    const { elements } = await this.elementsOf(viewer, 'content:read', placeId);
    const edits: ProposedEdit[] = [];
    let total = 0;
    await this.eachWithStates(elements, (element, states) => {
      for (const edit of proposalsFor(element, states, wanted, replace)) {
        total += 1;
        if (edits.length < MAX_PROPOSALS) edits.push(edit);
      }
    });
    return { edits, total };
  }

  /**
   * Makes all of the edits or none.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN, CHANGED_MEANWHILE when a text is not what the caller has seen, and
   *   BAD_USER_INPUT with fields such as `edits.3.after`
   */
  async edit(viewer: Viewer, placeId: string, edits: readonly TextEdit[]): Promise<AppliedChanges> {
    if (edits.length > MAX_TEXT_CHANGES) throw badInput('edits', `must be at most ${MAX_TEXT_CHANGES}`);
    const { node, elements } = await this.elementsOf(viewer, 'content:write', placeId);
    const inPlace = new Set(elements.map(({ id }) => id));
    for (const [at, { elementId }] of edits.entries()) {
      if (!inPlace.has(elementId.toLowerCase()))
        throw badInput(`edits.${at}.elementId`, 'is no document, page or zone of this place');
    }
    const present = await readTextStates(
      this.parts.database.reader(),
      edits.map(({ elementId }) => elementId),
    );
    requireSeen(edits, present);
    const { changes, places } = changesOf(edits, present);
    return this.parts.recorded.apply(viewer, node.id, changes, {
      placeOf: (at) => `edits.${places[at] ?? 0}`,
      // Between reading and writing somebody else may have been quicker.
      check: (now) => requireSeen(edits, now),
    });
  }

  private async elementsOf(viewer: Viewer, operation: 'content:read' | 'content:write', placeId: string) {
    const { database, guarded } = this.parts;
    const node = await guarded.require(database.reader(), viewer, operation, placeId);
    return { node, elements: await readPrintedElements(database, node) };
  }

  private async filtered(elements: readonly PrintedElement[], showsRow: ShowsRow) {
    const found: PrintedElement[] = [];
    await this.eachWithStates(elements, (element, states) => {
      if (showsRow(element, states)) found.push(element);
    });
    return found;
  }

  /** Reads the texts of many elements part by part. */
  private async eachWithStates(
    elements: readonly PrintedElement[],
    work: (element: PrintedElement, states: readonly TextState[]) => void,
  ): Promise<void> {
    const reader = this.parts.database.reader();
    await eachPart(elements, async (part) => {
      const ids = part.map(({ id }) => id);
      const byNode = Map.groupBy((await readTextStates(reader, ids)).values(), ({ nodeId }) => nodeId);
      for (const element of part) work(element, byNode.get(element.id) ?? []);
    });
  }

  private async languagesOf(elements: readonly PrintedElement[]): Promise<readonly string[]> {
    const { database } = this.parts;
    /** Documents whose default it is, by language. */
    const found = new Map<string, number>();
    const documents = elements.filter(({ type }) => type === 'Document').map(({ id }) => id);
    await eachPart(documents, async (ids) => {
      const rows = await database.readInThread<{ readonly code: string; readonly defaults: number }>(
        `select l.language_code as code, count(d.id) as defaults
           from document_language l
           left join document d on d.id = l.document_id and d.default_language = l.language_code
          where l.document_id in (${marks(ids)}) group by l.language_code`,
        ids,
      );
      for (const { code, defaults } of rows) found.set(code, (found.get(code) ?? 0) + Number(defaults));
    });
    return [...found].toSorted(([a, m], [b, n]) => n - m || compareText(a, b)).map(([code]) => code);
  }
}

/** @param all with the documents themselves, of which a filter may show zones alone */
function documentsOf(
  rows: readonly PrintedElement[],
  all: readonly PrintedElement[],
): readonly TextTableDocument[] {
  const names = new Map(all.filter(({ type }) => type === 'Document').map(({ id, label }) => [id, label]));
  const found = new Map<string, TextTableDocument>();
  for (const [row, { documentId: id, folders }] of rows.entries()) {
    if (!found.has(id)) found.set(id, { id, name: names.get(id) ?? '', folders, row });
  }
  return [...found.values()];
}

function rowOf(element: PrintedElement, states: readonly TextState[]): TextRow {
  const titles = states.filter((state) => state.kind === 'title');
  const actions = states.filter((state) => state.kind === 'action');
  return {
    element,
    titles: titles.toSorted((a, b) => compareText(a.languageCode, b.languageCode)),
    actions: actions
      .toSorted((a, b) => compareText(a.languageCode, b.languageCode) || compareActions(dated(a), dated(b)))
      .map((action) => ({
        ...action,
        targets: pointedTargets(action).map((target) => ({
          ...target,
          problem: targetProblem(action, target.path, target.text),
        })),
      })),
  };
}

/** Ids grow with time, so that they stand for the dates that are not read. */
const dated = (action: ActionState) => ({ ...action, dateCreated: new Date(0) });

function presentText(edit: TextEdit, present: TextStates): string | null {
  if (edit.field === 'Title') {
    const title = present.get(titleKey(edit.elementId, edit.languageCode));
    return title?.kind === 'title' ? title.value : null;
  }
  const action = actionOf(edit, present);
  if (action === null) return null;
  if (edit.field === 'ActionName') return action.name;
  return pointedTargets(action).find(({ path }) => path === (edit.path ?? ''))?.text ?? null;
}

function actionOf({ actionId, elementId }: TextEdit, present: TextStates): ActionState | null {
  const action = present.get(actionKey(actionId ?? ''));
  return action?.kind === 'action' && action.nodeId === elementId.toLowerCase() ? action : null;
}

/** @throws LoupeError CHANGED_MEANWHILE */
function requireSeen(edits: readonly TextEdit[], present: TextStates): void {
  const at = edits.findIndex((edit) => presentText(edit, present) !== edit.before);
  const edit = edits[at];
  if (edit === undefined) return;
  throw new LoupeError(
    'CHANGED_MEANWHILE',
    `Somebody changed “${edit.before.slice(0, 80)}” since you read it. Nothing was changed; read it again.`,
    { [`edits.${at}.before`]: ['is not what is there now'] },
  );
}

/** Edits of one action become one change. @returns the place of the first edit of each change, too */
function changesOf(edits: readonly TextEdit[], present: TextStates) {
  const changes: Change[] = [];
  const places: number[] = [];
  const actions = new Map<string, { first: number; name?: string; state: ActionState; hasTarget: boolean }>();
  const problems: Record<string, readonly string[]> = {};
  for (const [at, edit] of edits.entries()) {
    const known = actions.get(edit.actionId?.toLowerCase() ?? '');
    const action = known?.state ?? actionOf(edit, present);
    const problem = problemOf(edit, action);
    if (problem !== null) problems[`edits.${at}.after`] = [problem];
    else if (edit.field === 'Title') {
      changes.push({
        setTitle: { nodeId: edit.elementId, languageCode: edit.languageCode, value: edit.after },
      });
      places.push(at);
    } else if (action !== null) {
      const entry = known ?? { first: at, state: action, hasTarget: false };
      actions.set(action.id, {
        ...entry,
        ...(edit.field === 'ActionName'
          ? { name: edit.after }
          : {
              state: { ...action, content: withTarget(action, edit.path ?? '', edit.after) },
              hasTarget: true,
            }),
      });
    }
  }
  if (Object.keys(problems).length > 0) throw badFields(problems);
  for (const { first, name, state, hasTarget } of actions.values()) {
    const { id, type, content } = state;
    changes.push({
      updateAction: {
        id,
        patch: { ...(name === undefined ? {} : { name }), ...(hasTarget ? { type, content } : {}) },
      },
    });
    places.push(first);
  }
  return { changes, places };
}
