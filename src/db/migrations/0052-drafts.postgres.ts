import { Migration } from '@mikro-orm/migrations';

/** Changes of titles and actions that are collected before readers get them. */
export class DraftsPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "draft" ("id" uuid not null, "document_id" uuid not null, "user" text not null, "user_id" uuid null, "date_created" timestamptz not null, "date_modified" timestamptz not null, primary key ("id"));',
    );
    this.addSql('alter table "draft" add constraint "draft_document_id_unique" unique ("document_id");');
    this.addSql(
      'create table "draft_change" ("id" uuid not null, "draft_id" uuid not null, "subject" text not null, "replaced" text not null, "length" int not null, "user" text not null, "user_id" uuid null, "date_created" timestamptz not null, "date_modified" timestamptz not null, primary key ("id"));',
    );
    this.addSql(
      'alter table "draft_change" add constraint "draft_change_draft_id_subject_unique" unique ("draft_id", "subject");',
    );
    this.addSql(
      'alter table "draft" add constraint "draft_document_id_foreign" foreign key ("document_id") references "node" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "draft_change" add constraint "draft_change_draft_id_foreign" foreign key ("draft_id") references "draft" ("id") on update cascade on delete cascade;',
    );
  }
}
