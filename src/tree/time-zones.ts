/** Which time zone counts where a time is written without one. */
import type { Viewer } from '../access/viewer.js';
import type { Database, EntityManager } from '../db/database.js';
import { marks, readRows } from '../db/rows.js';
import { isId } from '../kernel/ids.js';
import { idsOnPath } from './node-path.js';
import { checkedTimeWindow, type GivenTimeWindow } from '../kernel/windows/time-window.rules.js';

export const DEFAULT_TIME_ZONE = 'UTC';

/**
 * A time window as it is stored, by the clocks of an organization.
 *
 * @returns undefined where none is given
 * @throws LoupeError BAD_USER_INPUT
 */
export async function storedTimeWindow(
  em: EntityManager,
  organizationId: string,
  given: GivenTimeWindow,
): Promise<string | null | undefined> {
  if (given == null) return given;
  return checkedTimeWindow(given, await timeZoneOf(em, organizationId));
}

/** The window of a patch as it is stored; without a member where it gives none. @throws LoupeError BAD_USER_INPUT */
export async function windowIn(
  em: EntityManager,
  organizationId: string,
  { timeWindow: given }: { readonly timeWindow?: GivenTimeWindow },
): Promise<{ readonly timeWindow?: string | null }> {
  const timeWindow = await storedTimeWindow(em, organizationId, given);
  return timeWindow === undefined ? {} : { timeWindow };
}

/** Of an organization. */
export async function timeZoneOf(em: EntityManager, organizationId: string): Promise<string> {
  const [row] = await readRows<{ time_zone: string }>(em, 'select time_zone from organization where id = ?', [
    organizationId,
  ]);
  return row?.time_zone ?? DEFAULT_TIME_ZONE;
}

/** Of the organization that what lies at a path belongs to. */
export async function timeZoneAt(em: EntityManager, path: string): Promise<string> {
  const ids = idsOnPath(path);
  const rows = await readRows<{ id: string; time_zone: string }>(
    em,
    `select id, time_zone from organization where id in (${marks(ids)})`,
    ids,
  );
  const nearest = ids.findLast((id) => rows.some((row) => row.id === id));
  return rows.find(({ id }) => id === nearest)?.time_zone ?? DEFAULT_TIME_ZONE;
}

export class TimeZones {
  constructor(private readonly database: Database) {}

  /** Of the organization that an element belongs to; UTC for an unknown element, which the reader then refuses. */
  async of(elementId: string): Promise<string> {
    if (!isId(elementId)) return DEFAULT_TIME_ZONE;
    const [row] = await readRows<{ time_zone: string }>(
      this.database.reader(),
      `select o.time_zone from node n join organization o on o.id = n.organization_id where n.id = ?`,
      [elementId.toLowerCase()],
    );
    return row?.time_zone ?? DEFAULT_TIME_ZONE;
  }

  /** Of the viewer's organization; UTC for who has none. */
  async ofViewer(viewer: Viewer): Promise<string> {
    return 'organizationId' in viewer ? this.of(viewer.organizationId) : DEFAULT_TIME_ZONE;
  }
}
