import { Migration } from '@mikro-orm/migrations';
import { changeTriggers } from './change-triggers.js';

/**
 * Triggers count every transaction that changes what kept answers are made of: once each, because a row that one transaction
 * writes thousands of times gets slow, and each session in a row of its own, so that none waits for another.
 */
export class ChangeMarksPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "change_mark" ("slot" int not null, "changes" bigint not null, constraint "change_mark_pkey" primary key ("slot"));',
    );
    this.addSql(`create function "count_change"() returns trigger language plpgsql as $$
      begin
        if current_setting('loupe.counted', true) is distinct from pg_current_xact_id()::text then
          insert into "change_mark" ("slot", "changes") values (pg_backend_pid(), 1)
            on conflict ("slot") do update set "changes" = "change_mark"."changes" + 1;
          perform set_config('loupe.counted', pg_current_xact_id()::text, true);
        end if;
        return null;
      end
    $$;`);
    for (const { name, when, table } of changeTriggers()) {
      this.addSql(
        `create trigger "${name}" after ${when} on "${table}" for each row execute function "count_change"();`,
      );
    }
  }
}
