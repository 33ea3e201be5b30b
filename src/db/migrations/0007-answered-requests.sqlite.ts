import { Migration } from '@mikro-orm/migrations';

/** Requests with a key of the caller's own, and their answers. */
export class AnsweredRequestsSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `answered_request` (`id` text not null, `fingerprint` text not null, `status` integer null, `body_cipher` text null, `date_created` datetime not null, primary key (`id`));',
    );
    this.addSql('create index `answered_request_date_created_index` on `answered_request` (`date_created`);');
  }
}
