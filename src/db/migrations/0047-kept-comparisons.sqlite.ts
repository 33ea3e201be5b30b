import { Migration } from '@mikro-orm/migrations';

/** Comparisons of PDFs that are kept for a while, and the links that show them to somebody without an account. */
export class KeptComparisonsSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `kept_comparison` (`id` text not null, `organization_id` text not null, `reference_name` text not null, `query_name` text not null, `date_created` datetime not null, `date_expires` datetime not null, constraint `kept_comparison_organization_id_foreign` foreign key (`organization_id`) references `node` (`id`) on update cascade on delete cascade, primary key (`id`));',
    );
    this.addSql(
      'create index `kept_comparison_organization_id_index` on `kept_comparison` (`organization_id`);',
    );
    this.addSql('create index `kept_comparison_date_expires_index` on `kept_comparison` (`date_expires`);');
    this.addSql(
      'create table `comparison_link` (`id` text not null, `comparison_id` text not null, `code_hash` text not null, `ignored` json not null, `user` text not null, `date_created` datetime not null, `date_expires` datetime not null, constraint `comparison_link_comparison_id_foreign` foreign key (`comparison_id`) references `kept_comparison` (`id`) on update cascade on delete cascade, primary key (`id`));',
    );
    this.addSql('create unique index `comparison_link_code_hash_unique` on `comparison_link` (`code_hash`);');
    this.addSql('create index `comparison_link_comparison_id_index` on `comparison_link` (`comparison_id`);');
  }
}
