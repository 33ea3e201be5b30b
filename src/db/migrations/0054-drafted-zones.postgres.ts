import { Migration } from '@mikro-orm/migrations';

/** A zone that only a draft has is found by its id. */
export class DraftedZonesPostgres extends Migration {
  override up(): void {
    this.addSql('create index "draft_change_subject_index" on "draft_change" ("subject");');
  }
}
