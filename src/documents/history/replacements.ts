/** Values that changes of the history replaced, with the elements that they belong to. */
import type { OperationChange } from '../../audit/operation-record.entity.js';
import type { EntityManager } from '../../db/entities.js';
import { changesOfZone } from '../zones/zone-changes.js';
import { readReplacedZone, type ReplacedZone } from '../zones/zone.states.js';
import type { DocumentChange } from './document-change.entity.js';
import { type ElementPlace, placesOf } from './element-places.js';
import { changesOfLanguage, readReplacedLanguage, type ReplacedLanguage } from './language-changes.js';
import { changesOfText } from './text-changes.js';
import { readReplacedText, type Replaced } from './text-states.js';

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
