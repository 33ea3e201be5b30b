/** Which time zone counts where a time is written without one. */
import type { Viewer } from '../access/viewer.js';
import type { Database } from '../db/database.js';
import { readRows } from '../db/rows.js';
import { isId } from '../kernel/ids.js';

export const DEFAULT_TIME_ZONE = 'UTC';

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
