import { Migration } from '@mikro-orm/migrations';

/** Proposals that files of documents make. */
export class ProposalsSqlite extends Migration {
  override up(): void {
    this.addSql(
      "create table `proposal` (`id` text not null, `document_id` text not null, `page_id` text not null, `kind` text not null, `origin` text not null, `state` text not null default 'Open', `sameness` text not null, `value` text not null, `is_of_document` integer not null default false, `place` integer not null, `user` text null, `date_created` datetime not null, `date_modified` datetime not null, constraint `proposal_document_id_foreign` foreign key (`document_id`) references `node` (`id`) on update cascade on delete cascade, constraint `proposal_page_id_foreign` foreign key (`page_id`) references `node` (`id`) on update cascade on delete cascade, primary key (`id`));",
    );
    this.addSql('create index `proposal_document_id_index` on `proposal` (`document_id`);');
    this.addSql('create index `proposal_page_id_index` on `proposal` (`page_id`);');
    this.addSql(
      'create index `proposal_document_id_place_id_index` on `proposal` (`document_id`, `place`, `id`);',
    );
    this.addSql(
      'create unique index `proposal_page_id_sameness_unique` on `proposal` (`page_id`, `sameness`);',
    );
  }
}
