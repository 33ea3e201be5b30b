import { Migration } from '@mikro-orm/migrations';

/** Whose turn it is: jobs know their organization's lane and how much work they are; pages of a day are counted. */
export class TurnsOfJobsPostgres extends Migration {
  override up(): void {
    this.addSql(`alter table "job" add column "lane" varchar(255) not null default '';`);
    this.addSql('alter table "job" add column "size" int not null default 10;');
    this.addSql('alter table "job" add column "is_single" boolean not null default false;');
    this.addSql('alter table "job" add column "is_postponed" boolean not null default false;');
    this.addSql('alter table "job" add column "rank_at" timestamptz null;');
    this.addSql('alter table "job" add column "turn" bigint not null default 0;');
    this.addSql(`update "job" set "lane" = coalesce("organization_id"::text, ''), "rank_at" = "run_after";`);
    this.addSql('drop index "job_state_run_after_index";');
    this.addSql('create index "job_state_lane_index" on "job" ("state", "lane");');
    this.addSql('create index "job_lane_turn_index" on "job" ("lane", "turn");');
    this.addSql('create index "job_turn_index" on "job" ("turn");');
    this.addSql(
      'create table "pages_of_day" ("organization_id" uuid not null, "day" int not null, "pages" int not null, constraint "pages_of_day_pkey" primary key ("organization_id", "day"));',
    );
    // As the entity says; SQLite has it already.
    this.addSql('alter table "organization" alter column "time_zone" type varchar(255);');
  }
}
