import { Migration } from '@mikro-orm/migrations';

/** An archive asks for the clicks of a document that followed no match, which may have a million others. */
export class ClicksOfTheirOwnSqlite extends Migration {
  override up(): void {
    this.addSql('drop index `click_record_document_id_index`;');
    this.addSql(
      'create index `click_record_document_id_match_id_click_time_index` on `click_record` (`document_id`, `match_id`, `click_time`);',
    );
  }
}
