import { Migration } from '@mikro-orm/migrations';

/** What callers keep with references, rows for filters by it, and how often references were recognized. */
export class ReferenceMetadataSqlite extends Migration {
  override up(): void {
    this.addSql('alter table `reference` add column `metadata` json null;');
    this.addSql(
      'create table `reference_metadata` (`reference_key` integer not null, `name` text not null, `application_id` text not null, `text` text null, `number` double null, `flag` integer null, constraint `reference_metadata_reference_key_foreign` foreign key(`reference_key`) references `reference`(`key`) on delete cascade on update cascade, primary key (`reference_key`, `name`));',
    );
    this.addSql(
      'create index `reference_metadata_reference_key_index` on `reference_metadata` (`reference_key`);',
    );
    for (const kind of ['text', 'number']) {
      this.addSql(
        `create index \`reference_metadata_application_id_name_${kind}_index\` on \`reference_metadata\` (\`application_id\`, \`name\`, \`${kind}\`);`,
      );
    }
    this.addSql(
      'create table `recognition_counter` (`application_id` text not null, `external_id` text not null, `count` integer not null, `date_last` datetime not null, constraint `recognition_counter_application_id_foreign` foreign key(`application_id`) references `application`(`id`) on delete cascade on update cascade, primary key (`application_id`, `external_id`));',
    );
    this.addSql(
      'create index `recognition_counter_application_id_index` on `recognition_counter` (`application_id`);',
    );
  }
}
