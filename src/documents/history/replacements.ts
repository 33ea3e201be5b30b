/** Values that changes of the history replaced, with the elements that they belong to. */
import type { OperationChange } from '../../audit/operation-record.entity.js';
import type { EntityManager } from '../../db/entities.js';
import { readReplacedZone, type ReplacedZone, type ZoneState } from '../zones/zone.states.js';
import type { DocumentChange } from './document-change.entity.js';
import { type ElementPlace, placesOf } from './element-places.js';
import { changesOfLanguage, readReplacedLanguage, type ReplacedLanguage } from './language-changes.js';
import { readReplacedText, type Replaced, type TextState } from './text-states.js';
import { actionMemberNames } from '../../content/actions/action.members.js';
import { titleMemberNames } from '../../content/titles/title.members.js';
import { zoneMemberNames } from '../zones/zone.members.js';

/** A value that a change of the history changed, with what it belongs to. */
export interface PlacedChange extends OperationChange {
  /** Name of the document, page or zone; null where it is no longer known. */
  readonly elementName: string | null;
  /** Of a zone: the name of its page. */
  readonly pageName: string | null;
}

export interface Replacements {
  readonly texts: readonly Replaced[];
  readonly zones: readonly ReplacedZone[];
  readonly languages: readonly ReplacedLanguage[];
}

/** The values that a change of the history replaced. */
export function replacedBy({ texts, zones, languages }: DocumentChange): Replacements {
  return {
    texts: stored(texts).map(readReplacedText),
    zones: stored(zones).map(readReplacedZone),
    languages: stored(languages).map(readReplacedLanguage),
  };
}

/** Languages first, then zones, then titles and actions: an element comes before what it holds. */
export function valuesOf(
  { texts, zones, languages }: Replacements,
  names: ReadonlyMap<string, Pick<PlacedChange, 'elementName' | 'pageName'>>,
): readonly PlacedChange[] {
  const values = [
    ...languages.flatMap(changesOfLanguage),
    ...zones.flatMap(changesOfZone),
    ...texts.flatMap(changesOfText),
  ];
  return values.map((value) => ({ ...value, ...(names.get(value.elementId ?? '') ?? NAMELESS) }));
}

const NAMELESS = { elementName: null, pageName: null };

/** Names of what the changes belong to, as they are now; those of zones that are gone as they were. */
export async function namesFor(
  em: EntityManager,
  replaced: readonly Pick<Replacements, 'texts' | 'zones'>[],
): Promise<ReadonlyMap<string, Pick<PlacedChange, 'elementName' | 'pageName'>>> {
  const states = replaced.flatMap(({ zones }) => zones.flatMap(({ before, after }) => after ?? before ?? []));
  const holders = replaced.flatMap(({ texts }) =>
    texts.flatMap(({ before, after }) => after ?? before ?? []),
  );
  const places: ReadonlyMap<string, ElementPlace> = await placesOf(em, [
    ...holders.map(({ nodeId }) => nodeId),
    ...states.flatMap(({ id, pageId }) => [id, pageId]),
  ]);
  const gone = states.map(
    ({ id, pageId, name }) =>
      [
        id,
        { elementName: places.get(id)?.name ?? name, pageName: places.get(pageId)?.name ?? null },
      ] as const,
  );
  const present = [...places].map(
    ([id, { name, pageName }]) => [id, { elementName: name, pageName }] as const,
  );
  return new Map([...present, ...gone]);
}

function stored(json: string | null | undefined): readonly unknown[] {
  return JSON.parse(json ?? '[]') as readonly unknown[];
}

/** Style is a member of both; the element that a text belongs to comes last. */
const fieldsOfTexts = [...new Set<string>(['value', ...actionMemberNames, ...titleMemberNames]), 'nodeId'];

/** A replaced title or action as the values that differ, as the operation log has them. */
export function changesOfText({ before, after }: Replaced): readonly OperationChange[] {
  const state = after ?? before;
  if (state === null) return [];
  const kind = state.kind === 'title' ? 'Title' : 'Action';
  const { nodeId: elementId, languageCode } = state;
  return fieldsOfTexts.flatMap((field): readonly OperationChange[] => {
    const [was, is] = [textOf(before, field), textOf(after, field)];
    // Where it hangs says nothing of what is new or gone.
    if (was === is || (field === 'nodeId' && (before === null || after === null))) return [];
    return [{ kind, elementId, languageCode, field, before: was, after: is }];
  });
}

/** A replaced zone, likewise. */
export function changesOfZone({ before, after }: ReplacedZone): readonly OperationChange[] {
  const elementId = (after ?? before)?.id ?? null;
  return zoneMemberNames.flatMap((field): readonly OperationChange[] => {
    const [was, is] = [textOf(before, field), textOf(after, field)];
    if (was === is) return [];
    return [{ kind: 'Zone', elementId, languageCode: null, field, before: was, after: is }];
  });
}

function textOf(state: TextState | ZoneState | null, field: string): string | null {
  const value = (state as Readonly<Record<string, string | number | boolean | null | undefined>> | null)?.[
    field
  ];
  return value === undefined || value === null ? null : String(value);
}
