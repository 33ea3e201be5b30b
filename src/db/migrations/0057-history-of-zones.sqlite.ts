import { Migration } from '@mikro-orm/migrations';

/** Zones and languages in the history of documents; and since when the history of those that are older than it is kept. */
export class HistoryOfZonesSqlite extends Migration {
  override up(): void {
    this.addSql('alter table `document_change` add column `zones` text null;');
    this.addSql('alter table `document_change` add column `languages` text null;');
    this.addSql('alter table `document` add column `history_begins` datetime null;');
    // Milliseconds, or text where SQLite itself wrote the time.
    this.addSql(
      `update document set history_begins = m.at
         from (select case typeof(executed_at) when 'text' then cast(strftime('%s', executed_at) as integer) * 1000
                             else executed_at end as at
                 from mikro_orm_migrations where name = '0048-document-history') m, node n
        where n.id = document.id and n.date_created < m.at;`,
    );
  }
}
