import { Migration } from '@mikro-orm/migrations';

/** Rules of the addresses of actions, that a change of them counts for cached answers, and what records keep of the choice. */
export class AddressRulesSqlite extends Migration {
  override up(): void {
    this.addSql('alter table `action` add column `rules` text null;');
    this.addSql("alter table `match_record` add column `choices` text not null default '';");
    this.addSql("alter table `click_record` add column `variant` text not null default '';");
    this.addSql(
      `create trigger "count_action_rules" after update of rules on "action" begin update "change_mark" set "changes" = "changes" + 1 where "slot" = 0; end;`,
    );
  }
}
