/** Notes on a calendar: actions of one element that are shown at once, and times at which an element offers nothing. */
import type { EntityManager } from '../../db/database.js';
import { eachPart } from '../../db/in-parts.js';
import { marks, readRows } from '../../db/rows.js';
import { openings, type Opening } from '../../kernel/windows/openings.js';
import { readTimeWindow } from '../../kernel/windows/time-window.js';
import { idsUpwards } from '../../tree/node-path.js';

export const calendarKinds = ['Document', 'Image', 'Zone', 'Title', 'Action'] as const;
export type CalendarKind = (typeof calendarKinds)[number];

export interface CalendarPeriod {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

export const noteKinds = ['Overlap', 'Gap'] as const;

export interface CalendarNote extends Opening {
  /** `Overlap`: two actions of an element in one language are within their windows at once. `Gap`: an element offers no action. */
  readonly kind: (typeof noteKinds)[number];
  readonly elementId: string;
  readonly elementName: string;
  readonly documentId: string;
  readonly documentName: string;
  /** Of the actions that overlap. */
  readonly names: readonly string[];
}

interface WindowedRow {
  readonly kind: CalendarKind;
  readonly node_id: string;
  readonly name: string;
  readonly language_code: string | null;
  readonly time_window: string;
  readonly path: string;
}

interface Offered {
  readonly nodeId: string;
  readonly name: string;
  readonly languageCode: string;
  readonly timeWindow: string | null;
}

const MOST_NOTES = 100;

/** @param windowed everything of the organization that has a window */
export async function notesOf(
  em: EntityManager,
  windowed: readonly WindowedRow[],
  period: CalendarPeriod & { readonly timeZone: string },
): Promise<readonly CalendarNote[]> {
  const paths = new Map(
    windowed.filter(({ kind }) => kind === 'Action').map((row) => [row.node_id, row.path]),
  );
  const offered = await readOffered(em, [
    ...new Set([...paths.values()].flatMap((path) => idsUpwards(path))),
  ]);
  const nodes = await readNodes(em, [...new Set([...paths.values()].flatMap((path) => idsUpwards(path)))]);
  const notes: CalendarNote[] = [];
  for (const [elementId, path] of paths) {
    const document = idsUpwards(path)
      .flatMap((id) => nodes.get(id) ?? [])
      .find(({ type }) => type === 'Document');
    const about = {
      elementId,
      elementName: nodes.get(elementId)?.name ?? '',
      documentId: document?.id ?? elementId,
      documentName: document?.name ?? '',
    };
    const own = (offered.get(elementId) ?? []).filter(({ timeWindow }) => timeWindow !== null);
    notes.push(...overlapsOf(own, period).map((each) => ({ ...about, kind: 'Overlap' as const, ...each })));
    const all = idsUpwards(path).flatMap((id) => offered.get(id) ?? []);
    notes.push(
      ...gapsOf(all, period).map((each) => ({ ...about, kind: 'Gap' as const, ...each, names: [] })),
    );
    if (notes.length >= MOST_NOTES) break;
  }
  return notes.toSorted((a, b) => a.start.getTime() - b.start.getTime()).slice(0, MOST_NOTES);
}

function openingsOf(
  { timeWindow }: Offered,
  { timeZone, from, to }: CalendarPeriod & { readonly timeZone: string },
) {
  if (timeWindow === null) return [{ start: from, end: to }];
  return openings(readTimeWindow(timeWindow), timeZone, from, to);
}

/** The first time at which each pair overlaps. */
function overlapsOf(
  actions: readonly Offered[],
  period: CalendarPeriod & { readonly timeZone: string },
): readonly (Opening & { readonly names: readonly string[] })[] {
  const opened = actions.map((action) => ({ action, open: openingsOf(action, period) }));
  return opened.flatMap((a, at) =>
    opened.slice(at + 1).flatMap((b) => {
      if (a.action.languageCode !== b.action.languageCode) return [];
      const shared = firstShared(a.open, b.open);
      return shared === null ? [] : [{ ...shared, names: [a.action.name, b.action.name] }];
    }),
  );
}

function firstShared(a: readonly Opening[], b: readonly Opening[]): Opening | null {
  for (let [at, of] = [0, 0]; at < a.length && of < b.length;) {
    const [one, other] = [a[at], b[of]];
    if (one === undefined || other === undefined) return null;
    const start = one.start > other.start ? one.start : other.start;
    const end = one.end < other.end ? one.end : other.end;
    if (start < end) return { start, end };
    if (one.end < other.end) at += 1;
    else of += 1;
  }
  return null;
}

/** Times within the period at which none of the actions is shown. */
function gapsOf(
  actions: readonly Offered[],
  period: CalendarPeriod & { readonly timeZone: string },
): readonly Opening[] {
  const open = actions
    .flatMap((action) => openingsOf(action, period))
    .toSorted((a, b) => a.start.getTime() - b.start.getTime());
  const gaps: Opening[] = [];
  let covered = period.from;
  for (const { start, end } of [...open, { start: period.to, end: period.to }]) {
    if (start > covered) gaps.push({ start: covered, end: start });
    if (end > covered) covered = end;
  }
  return gaps.slice(0, MOST_GAPS);
}

/** A pattern of hours leaves one every night: the first ones say it. */
const MOST_GAPS = 3;

async function readOffered(
  em: EntityManager,
  nodeIds: readonly string[],
): Promise<ReadonlyMap<string, readonly Offered[]>> {
  const found: Offered[] = [];
  await eachPart(nodeIds, async (ids) => {
    found.push(
      ...(await readRows<Offered>(
        em,
        `select node_id as "nodeId", name, language_code as "languageCode", time_window as "timeWindow"
           from action where node_id in (${marks(ids)}) and is_valid = true order by id`,
        ids,
      )),
    );
  });
  return Map.groupBy(found, ({ nodeId }) => nodeId);
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

async function readNodes(em: EntityManager, nodeIds: readonly string[]): Promise<ReadonlyMap<string, Named>> {
  const nodes = new Map<string, Named>();
  await eachPart(nodeIds, async (ids) => {
    const rows = await readRows<Named>(
      em,
      `select id, name, type from node where id in (${marks(ids)})`,
      ids,
    );
    for (const node of rows) nodes.set(node.id, node);
  });
  return nodes;
}
