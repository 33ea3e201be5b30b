import { Migration } from '@mikro-orm/migrations';

/** Comments on documents, and about what users want mails. */
export class CommentsPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "comment" ("id" uuid not null, "document_id" uuid not null, "thread_id" uuid null, "text" text not null, "mentions" jsonb null, "user" text not null, "user_id" uuid null, "date_created" timestamptz not null, "date_modified" timestamptz not null, "date_edited" timestamptz null, "date_deleted" timestamptz null, "subject" varchar(255) null, "element_id" uuid null, "action_id" uuid null, "language_code" varchar(255) null, "subject_name" text null, "position_x" double precision null, "position_y" double precision null, "date_resolved" timestamptz null, "resolved_by" text null, primary key ("id"));',
    );
    this.addSql(
      'create index "comment_document_id_thread_id_index" on "comment" ("document_id", "thread_id");',
    );
    this.addSql('create index "comment_thread_id_index" on "comment" ("thread_id");');
    this.addSql(
      'alter table "comment" add constraint "comment_document_id_foreign" foreign key ("document_id") references "node" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'alter table "comment" add constraint "comment_thread_id_foreign" foreign key ("thread_id") references "comment" ("id") on update cascade on delete cascade;',
    );
    this.addSql(
      'create table "mail_choice" ("user_id" uuid not null, "about_comments" boolean not null, "language_code" varchar(255) null, primary key ("user_id"));',
    );
    this.addSql(
      'alter table "mail_choice" add constraint "mail_choice_user_id_foreign" foreign key ("user_id") references "user_account" ("id") on update cascade on delete cascade;',
    );
  }
}
