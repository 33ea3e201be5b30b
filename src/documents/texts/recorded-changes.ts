/** Changes of many titles and actions at once, with the zones and languages that change with them, each remembered for a day with what it replaced. */
import type { Viewer } from '../../access/viewer.js';
import type { Database, EntityManager } from '../../db/database.js';
import { type GuardedNodes, shown } from '../../tree/guarded-nodes.js';
import type { Clock } from '../../kernel/clock.js';
import { badInput, LoupeError, notFound } from '../../kernel/errors.js';
import { isId, newId } from '../../kernel/ids.js';
import type { Change, ChangesOptions, ChangesService } from '../nodes/changes.service.js';
import {
  differences,
  isSame,
  keyOf,
  nodesOfActions,
  readReplacedText,
  readTextStates,
  type Replaced,
  type TextStates,
} from '../history/text-states.js';
import { isSameZone, readReplacedZone, readZoneStates, type ReplacedZone } from '../zones/zone.states.js';
import { TrashEntry } from '../../tree/node.entity.js';
import type { DocumentLanguageService } from '../../content/languages/document-language.service.js';
import { readReplacedLanguage, type ReplacedLanguage } from '../history/language-changes.js';
import type { ZoneTransitions } from '../zones/zone-transitions.js';
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
  readonly zoneTransitions: Pick<ZoneTransitions, 'during'>;
  readonly documentLanguages: Pick<DocumentLanguageService, 'add'>;
}

export interface AppliedChanges {
  /** Titles, actions, zones and languages that are not what they were. */
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
    {
      placeOf,
      check,
      zones = [],
      languages = [],
    }: Options & {
      readonly check?: (present: TextStates) => void;
      /** Zones that the caller changes in the same transaction, to be taken back with the rest. */
      readonly zones?: readonly ReplacedZone[];
      /** Likewise languages of the document that `placeId` then is. */
      readonly languages?: readonly ReplacedLanguage[];
    } = {},
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
      const changed = replaced.length + zones.length + languages.length;
      if (changed === 0) return { changed, undoId: null };
      const id = newId();
      const recorded: Recorded = [...replaced, ...zones, ...languages];
      em.create(TextUndo, { id, nodeId: placeId, dateCreated: now, replaced: JSON.stringify(recorded) });
      return { changed, undoId: id };
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
   * @returns how many titles, actions, zones and languages are as they were
   * @throws LoupeError NOT_FOUND (taken back already, or older than a day), FORBIDDEN, CHANGED_MEANWHILE when one of them
   *   was changed since, INSUFFICIENT_CREDIT
   */
  async undo(viewer: Viewer, undoId: string): Promise<number> {
    const { database, zoneTransitions } = this.parts;
    const { zones } = await this.require(database.reader(), viewer, undoId);
    const back = zones.map(({ before, after }) => ({ before: after, after: before }));
    return zoneTransitions.during(back, (steps) =>
      database.together(async ({ em }) => {
        const { id, nodeId, texts, languages } = await this.require(em, viewer, undoId);
        const nodeIds = texts.flatMap(({ before, after }) =>
          [before?.nodeId ?? [], after?.nodeId ?? []].flat(),
        );
        requireAsLeft(texts, await readTextStates(em, nodeIds));
        await requireZonesAsLeft(em, zones);
        for (const { before, after } of languages)
          if (before !== null && after === null)
            await this.parts.documentLanguages.add(viewer, nodeId, before.languageCode);
        await whereRoom(() => steps.addAndChange(viewer, back));
        // The content of a zone that goes stays with it in the trash.
        const going = new Set(
          zones.flatMap(({ before, after }) => (before === null ? (after?.id ?? []) : [])),
        );
        const staying = texts.filter(({ before, after }) => !going.has((before ?? after)?.nodeId ?? ''));
        await this.parts.changes.apply(viewer, staying.flatMap(backwards), optionsOf());
        await steps.remove(viewer, back);
        await em.nativeDelete(TextUndo, { id });
        return texts.length + zones.length + languages.length;
      }),
    );
  }

  private async require(em: EntityManager, viewer: Viewer, undoId: string) {
    const oldest = new Date(this.parts.clock.now().getTime() - KEPT_MS);
    const row = isId(undoId)
      ? await em.findOne(TextUndo, { id: undoId.toLowerCase(), dateCreated: { $gte: oldest } })
      : null;
    const what = `Change ${shown(undoId)}`;
    await this.parts.guarded.requireFor(em, viewer, 'content:write', row?.nodeId ?? null, what);
    if (row === null) throw notFound(what);
    const recorded = JSON.parse(row.replaced) as Recorded;
    return {
      id: row.id,
      nodeId: row.nodeId,
      texts: recorded.filter((each) => isOf(each, 'title') || isOf(each, 'action')).map(readReplacedText),
      zones: recorded.filter((each) => isOf(each, 'zone')).map(readReplacedZone),
      languages: recorded.filter((each) => isOf(each, 'language')).map(readReplacedLanguage),
    };
  }
}

type Recorded = readonly (Replaced | ReplacedZone | ReplacedLanguage)[];

function isOf({ before, after }: Recorded[number], kind: 'title' | 'action' | 'zone' | 'language'): boolean {
  return (after ?? before)?.kind === kind;
}

/** @throws LoupeError CHANGED_MEANWHILE */
async function requireZonesAsLeft(em: EntityManager, zones: readonly ReplacedZone[]): Promise<void> {
  const ids = zones.flatMap(({ before, after }) => (after ?? before)?.id ?? []);
  const present = await readZoneStates(em, ids);
  const trashed = await em.find(TrashEntry, { id: { $in: ids } }, { fields: ['id'] });
  const inTrash = new Set(trashed.map(({ id }) => id));
  for (const { before, after } of zones) {
    const left = after ?? before;
    if (left === null) continue;
    const isAsLeft =
      isSameZone(present.get(left.id) ?? null, after) && (after !== null || inTrash.has(left.id));
    if (!isAsLeft) throw changedSince('the zone', left.name);
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
    if (left === null || isSame(present.get(keyOf(left)), after)) continue;
    throw left.kind === 'title'
      ? changedSince('the title', left.value)
      : changedSince('the action', left.name);
  }
}

/** Brings zones back. Where there is no room for one any more, somebody has added others since. @throws LoupeError CHANGED_MEANWHILE */
async function whereRoom(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof LoupeError) || error.code !== 'BAD_USER_INPUT') throw error;
    throw new LoupeError('CHANGED_MEANWHILE', `Nothing was taken back. ${error.message}`);
  }
}

function changedSince(what: string, name: string): LoupeError {
  return new LoupeError(
    'CHANGED_MEANWHILE',
    `Somebody changed ${what} “${name.slice(0, 80)}” since. Nothing was taken back.`,
  );
}

/** The changes that restore what was there before. */
export function backwards({ before, after }: Replaced): readonly Change[] {
  const state = before ?? after;
  if (state === null) return [];
  if (state.kind === 'title') {
    const { nodeId, languageCode } = state;
    const value = before?.kind === 'title' ? before : { value: '', style: null, timeWindow: null };
    const { style, timeWindow } = value;
    return [{ setTitle: { nodeId, languageCode, value: value.value, style, timeWindow } }];
  }
  if (before?.kind !== 'action') return [{ deleteAction: state.id }];
  const { kind: _kind, id, ...fields } = before;
  return after === null ? [{ createAction: fields }] : [{ updateAction: { id, patch: fields } }];
}
