import { Migration } from '@mikro-orm/migrations';

/** Decisions about compared PDFs, approvals that never change, and profiles of organizations. */
export class ApprovalsOfComparisonsPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "comparison_profile" ("id" uuid not null, "organization_id" uuid not null, "name" text not null, "settings" jsonb not null, "date_modified" timestamptz not null, constraint "comparison_profile_organization_id_foreign" foreign key ("organization_id") references "node" ("id") on update cascade on delete cascade, primary key ("id"));',
    );
    this.addSql(
      'create index "comparison_profile_organization_id_index" on "comparison_profile" ("organization_id");',
    );
    this.addSql(
      'create table "comparison_decision" ("id" uuid not null, "comparison_id" uuid not null, "page" int not null, "number" int not null, "verdict" varchar(255) null, "comment" text not null, "user" text not null, "date_created" timestamptz not null, constraint "comparison_decision_comparison_id_foreign" foreign key ("comparison_id") references "kept_comparison" ("id") on update cascade on delete cascade, primary key ("id"));',
    );
    this.addSql(
      'create index "comparison_decision_comparison_id_index" on "comparison_decision" ("comparison_id");',
    );
    this.addSql(
      'create unique index "comparison_decision_comparison_id_page_number_unique" on "comparison_decision" ("comparison_id", "page", "number");',
    );
    this.addSql(
      'create table "comparison_approval" ("id" uuid not null, "organization_id" uuid not null, "reference_name" text not null, "query_name" text not null, "reference_sha256" varchar(255) not null, "query_sha256" varchar(255) not null, "content_sha256" varchar(255) not null, "comment" text not null, "user" text not null, "date_created" timestamptz not null, constraint "comparison_approval_organization_id_foreign" foreign key ("organization_id") references "node" ("id") on update cascade on delete cascade, primary key ("id"));',
    );
    this.addSql(
      'create index "comparison_approval_organization_id_index" on "comparison_approval" ("organization_id");',
    );
    this.addSql(
      'create index "comparison_approval_query_sha256_index" on "comparison_approval" ("query_sha256");',
    );
    this.addSql(
      `create function keep_comparison_approval() returns trigger as $$ begin raise exception 'An approval never changes.'; end; $$ language plpgsql;`,
    );
    this.addSql(
      'create trigger "keep_comparison_approval" before update on "comparison_approval" for each row execute function keep_comparison_approval();',
    );
  }
}
