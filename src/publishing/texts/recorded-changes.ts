/** Changes of many titles and actions at once, each remembered for a day with what it replaced. */
import type { Viewer } from '../../access/viewer.js';
import type { Database, EntityManager } from '../../db/database.js';
import { type GuardedNodes, shown } from '../../hierarchy/guarded-nodes.js';
import type { Clock } from '../../kernel/clock.js';
import { badInput, LoupeError, notFound } from '../../kernel/errors.js';
import { isId, newId } from '../../kernel/ids.js';
import type { Change, ChangesOptions, ChangesService } from '../changes.service.js';
import {
  differences,
  isSame,
  keyOf,
  nodesOfActions,
  readTextStates,
  type Replaced,
  type TextState,
  type TextStates,
} from '../../audit/history/text-states.js';
import { TextUndo } from './text-undo.entity.js';

const KEPT_MS = 24 * 3600 * 1000;
/** Of one call. */
export const MAX_TEXT_CHANGES = 5000;

/** The reason to end a transaction that was only tried. */
class Rehearsed extends Error {}

export interface RecordedChangesParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly guarded: GuardedNodes;
  readonly changes: Pick<ChangesService, 'apply'>;
}

export interface AppliedChanges {
  /** Titles and actions that are not what they were. */
  readonly changed: number;
  /** For `undo`; null when nothing changed. */
  readonly undoId: string | null;
}

type Options = Pick<ChangesOptions, 'placeOf'>;

export class RecordedChanges {
  constructor(private readonly parts: RecordedChangesParts) {}

  /**
   * Makes all of the changes or none.
   *
   * @param placeId what is changed lies below it
   * @param check   called first, within the transaction, with the titles and actions of the elements that are named
   * @throws LoupeError as `ChangesService.apply`
   */
  async apply(
    viewer: Viewer,
    placeId: string,
    changes: readonly Change[],
    { placeOf, check }: Options & { readonly check?: (present: TextStates) => void } = {},
  ): Promise<AppliedChanges> {
    requireFew(changes);
    const { database, clock } = this.parts;
    return database.together(async ({ em }) => {
      const nodeIds = await nodesOf(em, changes);
      const before = await readTextStates(em, nodeIds);
      check?.(before);
      await this.parts.changes.apply(viewer, changes, optionsOf(placeOf));
      const replaced = differences(before, await readTextStates(em, nodeIds));
      const now = clock.now();
      await em.nativeDelete(TextUndo, { dateCreated: { $lt: new Date(now.getTime() - KEPT_MS) } });
      if (replaced.length === 0) return { changed: 0, undoId: null };
      const id = newId();
      em.create(TextUndo, { id, nodeId: placeId, dateCreated: now, replaced: JSON.stringify(replaced) });
      return { changed: replaced.length, undoId: id };
    });
  }

  /** Tries the changes and makes none. @throws LoupeError what `apply` would throw */
  async rehearse(viewer: Viewer, changes: readonly Change[], { placeOf }: Options = {}): Promise<void> {
    requireFew(changes);
    try {
      await this.parts.database.together(async () => {
        await this.parts.changes.apply(viewer, changes, optionsOf(placeOf));
        throw new Rehearsed();
      });
    } catch (error) {
      if (!(error instanceof Rehearsed)) throw error;
    }
  }

  /**
   * Takes a change back, all of it or nothing. A language that came with it stays, without titles.
   *
   * @returns how many titles and actions are as they were
   * @throws LoupeError NOT_FOUND (taken back already, or older than a day), FORBIDDEN, CHANGED_MEANWHILE when one of them
   *   was changed since
   */
  async undo(viewer: Viewer, undoId: string): Promise<number> {
    const { database, clock, guarded } = this.parts;
    return database.together(async ({ em }) => {
      const oldest = new Date(clock.now().getTime() - KEPT_MS);
      const row = isId(undoId)
        ? await em.findOne(TextUndo, { id: undoId.toLowerCase(), dateCreated: { $gte: oldest } })
        : null;
      const what = `Change ${shown(undoId)}`;
      await guarded.requireFor(em, viewer, 'content:write', row?.nodeId ?? null, what);
      if (row === null) throw notFound(what);
      const replaced = JSON.parse(row.replaced) as readonly Replaced[];
      const nodeIds = replaced.flatMap(({ before, after }) =>
        [before?.nodeId ?? [], after?.nodeId ?? []].flat(),
      );
      requireAsLeft(replaced, await readTextStates(em, nodeIds));
      await this.parts.changes.apply(viewer, replaced.flatMap(backwards), optionsOf());
      await em.nativeDelete(TextUndo, { id: row.id });
      return replaced.length;
    });
  }
}

function optionsOf(placeOf?: ChangesOptions['placeOf']): ChangesOptions {
  return { most: MAX_TEXT_CHANGES, ...(placeOf === undefined ? {} : { placeOf }) };
}

function requireFew(changes: readonly Change[]): void {
  if (changes.length > MAX_TEXT_CHANGES) throw badInput('changes', `must be at most ${MAX_TEXT_CHANGES}`);
}

async function nodesOf(em: EntityManager, changes: readonly Change[]): Promise<readonly string[]> {
  const named = changes.flatMap(({ setTitle, updateTitle, createAction, updateAction }) =>
    [setTitle?.nodeId, updateTitle?.nodeId, createAction?.nodeId, updateAction?.patch.nodeId].flatMap(
      (id) => id ?? [],
    ),
  );
  const actionIds = changes.flatMap(
    ({ updateAction, deleteAction }) => updateAction?.id ?? deleteAction ?? [],
  );
  const known = await nodesOfActions(
    em,
    actionIds.filter(isId).map((id) => id.toLowerCase()),
  );
  return [...named.filter(isId), ...known];
}

function requireAsLeft(replaced: readonly Replaced[], present: TextStates): void {
  for (const { before, after } of replaced) {
    const left = after ?? before;
    if (left === null || isSame(present.get(keyOf(left)), after ?? undefined)) continue;
    throw new LoupeError(
      'CHANGED_MEANWHILE',
      `Somebody changed ${left.kind === 'title' ? 'the title' : 'the action'} “${nameOf(left)}” since. Nothing was taken back.`,
    );
  }
}

function nameOf(state: TextState): string {
  return (state.kind === 'title' ? state.value : state.name).slice(0, 80);
}

/** The changes that put what was there in the place of what is there now. */
export function backwards({ before, after }: Replaced): readonly Change[] {
  const state = before ?? after;
  if (state === null) return [];
  if (state.kind === 'title') {
    const { nodeId, languageCode } = state;
    const value = before?.kind === 'title' ? before : { value: '', style: null };
    return [{ setTitle: { nodeId, languageCode, value: value.value, style: value.style } }];
  }
  if (before?.kind !== 'action') return [{ deleteAction: state.id }];
  const { kind: _kind, id, ...fields } = before;
  return after === null ? [{ createAction: fields }] : [{ updateAction: { id, patch: fields } }];
}
