import { Migration } from '@mikro-orm/migrations';

/** What callers keep with references, rows for filters by it, and how often references were recognized. */
export class ReferenceMetadataPostgres extends Migration {
  override up(): void {
    this.addSql('alter table "reference" add column "metadata" jsonb null;');
    // Texts are compared by code points, as in SQLite, whatever the language of the database.
    this.addSql(
      'create table "reference_metadata" ("reference_key" bigint not null, "name" varchar(255) not null, "application_id" uuid not null, "text" text collate "C" null, "number" double precision null, "flag" boolean null, primary key ("reference_key", "name"));',
    );
    for (const kind of ['text', 'number']) {
      this.addSql(
        `create index "reference_metadata_application_id_name_${kind}_index" on "reference_metadata" ("application_id", "name", "${kind}");`,
      );
    }
    this.addSql(
      'alter table "reference_metadata" add constraint "reference_metadata_reference_key_foreign" foreign key ("reference_key") references "reference" ("key") on update cascade on delete cascade;',
    );
    this.addSql(
      'create table "recognition_counter" ("application_id" uuid not null, "external_id" text not null, "count" int not null, "date_last" timestamptz not null, primary key ("application_id", "external_id"));',
    );
    this.addSql(
      'alter table "recognition_counter" add constraint "recognition_counter_application_id_foreign" foreign key ("application_id") references "application" ("id") on update cascade on delete cascade;',
    );
  }
}
