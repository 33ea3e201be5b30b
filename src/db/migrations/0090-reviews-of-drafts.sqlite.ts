import { Migration } from '@mikro-orm/migrations';

/** Authors and reviews of drafts, and the rule that these are needed. */
export class ReviewsOfDraftsSqlite extends Migration {
  override up(): void {
    this.addSql('alter table `draft` add column `authors` json null;');
    this.addSql('alter table `draft` add column `review` json null;');
    this.addSql('alter table `document_change` add column `review` json null;');
    this.addSql('alter table `organization` add column `needs_approval` integer not null default false;');
  }
}
