import { Migration } from '@mikro-orm/migrations';

/** A click asks for the last match of its session in its document, which may have a million others. */
export class MatchesOfASessionSqlite extends Migration {
  override up(): void {
    this.addSql('drop index `match_record_session_id_index`;');
    this.addSql(
      'create index `match_record_document_id_session_id_request_time_index` on `match_record` (`document_id`, `session_id`, `request_time`);',
    );
  }
}
