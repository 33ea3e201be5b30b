import { Migration } from '@mikro-orm/migrations';

/** Zones and languages in the history of documents; and since when the history of those that are older than it is kept. */
export class HistoryOfZonesPostgres extends Migration {
  override up(): void {
    this.addSql(
      'alter table "document_change" add column "zones" text null, add column "languages" text null;',
    );
    this.addSql('alter table "document" add column "history_begins" timestamptz null;');
    this.addSql(
      `update "document" set "history_begins" = m.executed_at from "mikro_orm_migrations" m, "node" n
        where m.name = '0048-document-history' and n.id = "document".id and n.date_created < m.executed_at;`,
    );
  }
}
