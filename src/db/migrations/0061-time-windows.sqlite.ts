import { Migration } from '@mikro-orm/migrations';
import { windowedTables, windowTriggers } from './window-triggers.js';

/** When documents, pages, zones, titles and actions are shown to readers. */
export class TimeWindowsSqlite extends Migration {
  override up(): void {
    for (const table of windowedTables)
      this.addSql(`alter table \`${table}\` add column \`time_window\` text null;`);
    for (const { name, table, when } of windowTriggers) {
      this.addSql(
        `create trigger "${name}" after ${when} on "${table}" begin update "change_mark" set "changes" = "changes" + 1 where "slot" = 0; end;`,
      );
    }
  }
}
