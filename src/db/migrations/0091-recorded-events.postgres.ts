import { Migration } from '@mikro-orm/migrations';

/** Numbers of the events of readers, in the order in which programs get them, and how far each webhook is. */
export class RecordedEventsPostgres extends Migration {
  override up(): void {
    for (const [table, time] of [
      ['match_record', 'request_time'],
      ['click_record', 'click_time'],
      ['unmatched_scan', 'request_time'],
    ] as const) {
      this.addSql(`alter table "${table}" add column "event_number" bigint null;`);
      this.addSql(`create index "${table}_fresh_index" on "${table}" ("${time}") where event_number = 0;`);
      this.addSql(
        `create index "${table}_event_index" on "${table}" ("organization_id", "event_number") where event_number > 0;`,
      );
    }
    this.addSql(
      'create table "event_position" ("id" int not null, "last" bigint not null, constraint "event_position_pkey" primary key ("id"));',
    );
    this.addSql('alter table "webhook" add column "recorded_after" bigint null;');
  }
}
