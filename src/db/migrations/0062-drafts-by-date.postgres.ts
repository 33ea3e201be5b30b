import { Migration } from '@mikro-orm/migrations';

/** When a draft is published, for whom, and why it could not be. */
export class DraftsByDatePostgres extends Migration {
  override up(): void {
    this.addSql('alter table "draft" add column "publish_at" timestamptz null;');
    this.addSql('alter table "draft" add column "publish_user" text null;');
    this.addSql('alter table "draft" add column "publish_user_id" uuid null;');
    this.addSql('alter table "draft" add column "publish_stopped" text null;');
    this.addSql('create index "draft_publish_at_index" on "draft" ("publish_at");');
  }
}
