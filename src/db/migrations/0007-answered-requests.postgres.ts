import { Migration } from '@mikro-orm/migrations';

/** Requests with a key of the caller's own, and their answers. */
export class AnsweredRequestsPostgres extends Migration {
  override up(): void {
    this.addSql(
      'create table "answered_request" ("id" varchar(255) not null, "fingerprint" varchar(255) not null, "status" int null, "body_cipher" text null, "date_created" timestamptz not null, constraint "answered_request_pkey" primary key ("id"));',
    );
    this.addSql('create index "answered_request_date_created_index" on "answered_request" ("date_created");');
  }
}
