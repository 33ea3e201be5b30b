import { Migration } from '@mikro-orm/migrations';

/** Comparisons of PDFs that are kept for a while, and the links that show them to somebody without an account. */
export class KeptComparisonsPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "kept_comparison" ("id" uuid not null, "organization_id" uuid not null, "reference_name" text not null, "query_name" text not null, "date_created" timestamptz not null, "date_expires" timestamptz not null, constraint "kept_comparison_organization_id_foreign" foreign key ("organization_id") references "node" ("id") on update cascade on delete cascade, primary key ("id"));',
    );
    this.addSql(
      'create index "kept_comparison_organization_id_index" on "kept_comparison" ("organization_id");',
    );
    this.addSql('create index "kept_comparison_date_expires_index" on "kept_comparison" ("date_expires");');
    this.addSql(
      'create table "comparison_link" ("id" uuid not null, "comparison_id" uuid not null, "code_hash" varchar(255) not null, "ignored" jsonb not null, "user" text not null, "date_created" timestamptz not null, "date_expires" timestamptz not null, constraint "comparison_link_comparison_id_foreign" foreign key ("comparison_id") references "kept_comparison" ("id") on update cascade on delete cascade, primary key ("id"));',
    );
    this.addSql('create unique index "comparison_link_code_hash_unique" on "comparison_link" ("code_hash");');
    this.addSql('create index "comparison_link_comparison_id_index" on "comparison_link" ("comparison_id");');
  }
}
