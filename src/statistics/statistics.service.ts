/**
 * Statistics of what readers did, by day, place, language and device. Counted are the records themselves, which copy
 * their place: moves and deletions of elements change nothing of what happened before.
 */
import { setImmediate } from 'node:timers/promises';
import type { Viewer } from '../access/viewer.js';
import type { Clock } from '../kernel/clock.js';
import type { Database, EntityManager } from '../db/database.js';
import { marks, readRows } from '../db/rows.js';
import { badInput } from '../kernel/errors.js';
import { compareText } from '../kernel/text-fold.js';
import type { GuardedNodes } from '../tree/guarded-nodes.js';
import type { NodePlace } from '../tree/node.store.js';
import { beginningOfHour, daysOf, knownTimeZone, type LocalDay } from '../kernel/periods.js';
import type { TimeZones } from '../tree/time-zones.js';
import { readNames } from './statistics-names.js';
import { type Counts, type Dimension, measures, type Source, sources } from './statistics-sources.js';

export interface StatisticsRequest {
  /** An organization, counted with those below it, or any element in one. */
  readonly elementId: string;
  readonly from?: Date | null | undefined;
  /** Exclusive; now when left out. */
  readonly to?: Date | null | undefined;
  /** Where days begin at midnight; that of the organization when left out. */
  readonly timeZone?: string | null | undefined;
  /** At most two, in the order of the answer's columns. */
  readonly by: readonly Dimension[];
}

export interface StatisticsKey {
  readonly dimension: Dimension;
  /** Of an element or action, also of one that is gone; the value itself for the others; null where there is none. */
  readonly id: string | null;
  /** Its name today, or the last that is known; the value itself where there is no name. */
  readonly name: string;
}

export interface StatisticsRow extends Counts {
  readonly keys: readonly StatisticsKey[];
}

export interface StatisticsView {
  readonly timeZone: string;
  readonly total: Counts;
  readonly rows: readonly StatisticsRow[];
}

const MAX_DIMENSIONS = 2;
const MAX_ROWS = 10_000;
const MAX_DAYS = 3_660;
const HOUR_MS = 3_600_000;
const NOTHING: Counts = Object.fromEntries(measures.map((name) => [name, 0])) as unknown as Counts;

interface Scope {
  readonly condition: string;
  readonly values: readonly string[];
  readonly isOrganization: boolean;
}

/** A row of the database: an id and a name for each dimension, and the counts. */
type Counted = Readonly<Record<string, string | number | null>>;

export class StatisticsService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly guarded: GuardedNodes,
    private readonly timeZones: TimeZones,
  ) {}

  /**
   * Counts, in total and by the given dimensions, most first; by day or by hour of the day alone in order and without gaps.
   *
   * @throws LoupeError NOT_FOUND, FORBIDDEN, BAD_USER_INPUT
   */
  async count(viewer: Viewer, request: StatisticsRequest): Promise<StatisticsView> {
    const { by } = request;
    if (by.length > MAX_DIMENSIONS) throw badInput('by', `must be at most ${MAX_DIMENSIONS} dimensions`);
    if (new Set(by).size < by.length) throw badInput('by', 'names a dimension twice');
    const em = this.database.reader();
    const place = await this.guarded.requirePlace(em, viewer, 'insight:read', request.elementId);
    const timeZone = await this.timeZoneOf(request, place);
    const scope = await scopeOf(em, place);
    const days = await this.daysOf(em, request, scope, timeZone);
    const fold = new Fold(by, timeZone);
    for (const day of days) {
      for (const source of sources) {
        if (source.isOfElements || scope.isOrganization)
          fold.add(
            source,
            day,
            await readDay(this.database, source, scope, by, {
              ...day,
              hour: beginningOfHour(day.start, timeZone),
            }),
          );
      }
      // Each look is short; a long period must not keep other requests waiting.
      await setImmediate();
    }
    const rows = fold.rows(by.length === 1 ? valuesInOrder(by[0], days) : []);
    return { timeZone, total: fold.total, rows: await readNames(em, rows) };
  }

  private async timeZoneOf({ timeZone }: StatisticsRequest, place: NodePlace): Promise<string> {
    if (timeZone == null) return this.timeZones.of(place.id);
    const known = knownTimeZone(timeZone);
    if (known === null) throw badInput('timeZone', 'must be a time zone such as Europe/Paris or UTC');
    return known;
  }

  private async daysOf(em: EntityManager, request: StatisticsRequest, scope: Scope, timeZone: string) {
    const { from, to } = request;
    if (from && to && from >= to) throw badInput('to', 'must be after from');
    const first = await firstInstant(em, scope);
    if (first === null) return [];
    const begin = from && from > first ? from : first;
    const end = to ?? new Date(this.clock.now().getTime() + 1);
    if (begin >= end) return [];
    const days = daysOf({ from: begin, to: end }, timeZone);
    if (days.length > MAX_DAYS) throw badInput('from', `must be at most ${MAX_DAYS} days before the end`);
    return days;
  }
}

/** Adds up the rows of all days and tables. */
class Fold {
  private readonly groups = new Map<string, { keys: StatisticsKey[]; counts: Counts }>();
  total: Counts = NOTHING;

  private readonly hourOf: (instant: number) => string;

  constructor(
    private readonly by: readonly Dimension[],
    private readonly timeZone: string,
  ) {
    const format = new Intl.DateTimeFormat('en', { timeZone, hour: '2-digit', hourCycle: 'h23' });
    this.hourOf = (instant) => format.format(instant);
  }

  add({ columns }: Source, { day, start }: LocalDay, rows: readonly Counted[]): void {
    const hour = beginningOfHour(start, this.timeZone);
    const isComplete = this.by.every((dimension) => isOfTime(dimension) || columns[dimension] !== undefined);
    for (const row of rows) {
      const counts = Object.fromEntries(
        measures.map((name) => [name, Number(row[name] ?? 0)]),
      ) as unknown as Counts;
      this.total = sum(this.total, counts);
      if (!isComplete || this.by.length === 0) continue;
      const keys = this.by.map((dimension, at): StatisticsKey =>
        isOfTime(dimension)
          ? timeKey(dimension, dimension === 'Day' ? day : this.hourOf(hourLater(hour, row[`id${at}`])))
          : { dimension, id: idOf(row[`id${at}`]), name: String(row[`name${at}`] ?? '') },
      );
      const group = keyOf(keys);
      const earlier = this.groups.get(group);
      if (earlier === undefined && this.groups.size >= MAX_ROWS) {
        throw badInput('by', `makes more than ${MAX_ROWS} rows; ask for a shorter period or by less`);
      }
      // Names of later days are newer.
      this.groups.set(group, { keys, counts: sum(earlier?.counts ?? NOTHING, counts) });
    }
  }

  /** @param wanted of which each has a row, whether something happened or not */
  rows(wanted: readonly StatisticsKey[]): readonly StatisticsRow[] {
    for (const key of wanted) {
      const keys = [key];
      if (!this.groups.has(keyOf(keys))) this.groups.set(keyOf(keys), { keys, counts: NOTHING });
    }
    const rows = [...this.groups.values()].map(({ keys, counts }) => ({ keys, ...counts }));
    return rows.sort(
      (a, b) => byTime(a, b) || weightOf(b) - weightOf(a) || (keyOf(a.keys) < keyOf(b.keys) ? -1 : 1),
    );
  }
}

function keyOf(keys: readonly StatisticsKey[]): string {
  return JSON.stringify(keys.map(({ id }) => id));
}

function idOf(id: string | number | null | undefined): string | null {
  return id === null || id === undefined || id === '' ? null : String(id);
}

function sum(a: Counts, b: Counts): Counts {
  return Object.fromEntries(measures.map((name) => [name, a[name] + b[name]])) as unknown as Counts;
}

function weightOf(row: Counts): number {
  return row.matches + row.clicks + row.unrecognizedScans + row.pictureScans;
}

function byTime(a: StatisticsRow, b: StatisticsRow): number {
  return compareText(timeOf(a), timeOf(b));
}

function timeOf({ keys }: StatisticsRow): string {
  const idOf = (wanted: Dimension) => keys.find(({ dimension }) => dimension === wanted)?.id ?? '';
  return `${idOf('Day')} ${idOf('Hour')}`;
}

const isOfTime = (dimension: Dimension | undefined) => dimension === 'Day' || dimension === 'Hour';
const timeKey = (dimension: Dimension, value: string): StatisticsKey => ({
  dimension,
  id: value,
  name: value,
});
const hourLater = (start: Date, hours: Counted[string] | undefined) =>
  start.getTime() + Number(hours ?? 0) * HOUR_MS;

/** Values that are listed whether something happened or not: the days of the period, or the hours of a day. */
function valuesInOrder(
  dimension: Dimension | undefined,
  days: readonly LocalDay[],
): readonly StatisticsKey[] {
  if (dimension === 'Day') return days.map(({ day }) => timeKey('Day', day));
  if (dimension !== 'Hour' || days.length === 0) return [];
  return Array.from({ length: 24 }, (_each, hour) => timeKey('Hour', String(hour).padStart(2, '0')));
}

/** Records of an element are found by its id, wherever it stands today; of a folder by what was in it at that time. */
async function scopeOf(em: EntityManager, place: NodePlace): Promise<Scope> {
  const { id, type } = place;
  switch (type) {
    case 'Organization': {
      const below = await readRows<{ id: string }>(
        em,
        `select id from node where type = 'Organization' and path like ?`,
        [`${place.path}%`],
      );
      const ids = below.map((row) => row.id);
      return { condition: `organization_id in (${marks(ids)})`, values: ids, isOrganization: true };
    }
    case 'Folder':
      return {
        condition: 'organization_id = (select organization_id from node where id = ?) and path like ?',
        values: [id, `%${id}/%`],
        isOrganization: false,
      };
    case 'Document':
    case 'Image':
    case 'Zone': {
      const column = { Document: 'document_id', Image: 'image_id', Zone: 'zone_id' }[type];
      return { condition: `${column} = ?`, values: [id], isOrganization: false };
    }
  }
}

async function readDay(
  database: Database,
  { table, time, counted, columns }: Source,
  { condition, values }: Scope,
  by: readonly Dimension[],
  { start, end, hour }: LocalDay & { readonly hour: Date },
): Promise<readonly Counted[]> {
  const keyed = by.flatMap((dimension, at) => {
    const column = dimension === 'Hour' ? hoursSince(hour, time, database) : columns[dimension];
    return column === undefined ? [] : [{ ...column, at }];
  });
  const selected = [
    ...keyed.map(({ id, name, at }) => `${id} as id${at}, max(${name}) as name${at}`),
    ...Object.entries(counted).map(
      ([measure, where]) => `sum(case when ${where} then 1 else 0 end) as "${measure}"`,
    ),
  ];
  const groups = keyed.length === 0 ? '' : `group by ${keyed.map(({ id }) => id).join(', ')}`;
  // A day of a large organization has many records.
  return database.readInThread<Counted>(
    `select ${selected.join(', ')} from ${table}
     where ${condition} and ${time} >= ? and ${time} < ? ${groups}`,
    [...values, start, end],
  );
}

/** Whole hours since the beginning of a day, as an expression that names no value and so may be grouped by. */
function hoursSince(start: Date, time: string, { isPostgres }: Database) {
  const seconds = isPostgres
    ? `(extract(epoch from ${time}) - ${start.getTime() / 1000})`
    : `((${time} - ${start.getTime()}) / 1000.0)`;
  const id = isPostgres ? `cast(floor(${seconds} / 3600) as integer)` : `cast(${seconds} / 3600 as integer)`;
  return { id, name: 'null' };
}

async function firstInstant(em: EntityManager, scope: Scope): Promise<Date | null> {
  const times: number[] = [];
  for (const { table, time, isOfElements } of sources) {
    if (!isOfElements && !scope.isOrganization) continue;
    const [row] = await readRows<{ first: number | string | Date | null }>(
      em,
      `select min(${time}) as first from ${table} where ${scope.condition}`,
      scope.values,
    );
    if (row?.first != null) times.push(new Date(row.first).getTime());
  }
  return times.length === 0 ? null : new Date(Math.min(...times));
}
