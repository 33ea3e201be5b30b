import { Migration } from '@mikro-orm/migrations';

/** Links by which somebody without an account sees what readers would get of a document. */
export class PreviewLinksSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `preview_link` (`id` text not null, `document_id` text not null, `code_hash` text not null, `user` text not null, `date_created` datetime not null, `date_expires` datetime not null, constraint `preview_link_document_id_foreign` foreign key (`document_id`) references `node` (`id`) on update cascade on delete cascade, primary key (`id`));',
    );
    this.addSql('create unique index `preview_link_code_hash_unique` on `preview_link` (`code_hash`);');
    this.addSql('create index `preview_link_document_id_index` on `preview_link` (`document_id`);');
  }
}
