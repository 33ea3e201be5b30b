import { Migration } from '@mikro-orm/migrations';

/** Whose turn it is: jobs know their organization's lane and how much work they are; pages of a day are counted. */
export class TurnsOfJobsSqlite extends Migration {
  override up(): void {
    this.addSql("alter table `job` add column `lane` text not null default '';");
    this.addSql('alter table `job` add column `size` integer not null default 10;');
    this.addSql('alter table `job` add column `is_single` integer not null default false;');
    this.addSql('alter table `job` add column `is_postponed` integer not null default false;');
    this.addSql('alter table `job` add column `rank_at` datetime null;');
    this.addSql('alter table `job` add column `turn` bigint not null default 0;');
    this.addSql("update `job` set `lane` = coalesce(`organization_id`, ''), `rank_at` = `run_after`;");
    this.addSql('drop index `job_state_run_after_index`;');
    this.addSql('create index `job_state_lane_index` on `job` (`state`, `lane`);');
    this.addSql('create index `job_lane_turn_index` on `job` (`lane`, `turn`);');
    this.addSql('create index `job_turn_index` on `job` (`turn`);');
    this.addSql(
      'create table `pages_of_day` (`organization_id` text not null, `day` integer not null, `pages` integer not null, primary key (`organization_id`, `day`));',
    );
  }
}
