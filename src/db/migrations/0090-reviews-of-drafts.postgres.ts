import { Migration } from '@mikro-orm/migrations';

/** Authors and reviews of drafts, and the rule that these are needed. */
export class ReviewsOfDraftsPostgres extends Migration {
  override up(): void {
    this.addSql('alter table "draft" add column "authors" jsonb null;');
    this.addSql('alter table "draft" add column "review" jsonb null;');
    this.addSql('alter table "document_change" add column "review" jsonb null;');
    this.addSql('alter table "organization" add column "needs_approval" boolean not null default false;');
  }
}
