import { Migration } from '@mikro-orm/migrations';

/** Whose a link for people without an account is: it ends with its maker. So far the name alone was kept. */
export class MakersOfLinksSqlite extends Migration {
  override up(): void {
    this.addSql('alter table `preview_link` add column `user_id` text null;');
    this.addSql(
      'update `preview_link` set `user_id` = (select `id` from `user_account` where `user_name` = `preview_link`.`user`);',
    );
    this.addSql('alter table `comparison_link` add column `user_id` text null;');
    this.addSql(
      'update `comparison_link` set `user_id` = (select `id` from `user_account` where `user_name` = `comparison_link`.`user`);',
    );
  }
}
