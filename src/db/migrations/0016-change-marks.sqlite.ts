import { Migration } from '@mikro-orm/migrations';
import { changeTriggers } from './change-triggers.js';

/** Triggers count every change of what kept answers are made of. */
export class ChangeMarksSqlite extends Migration {
  override up(): void {
    this.addSql(
      'create table `change_mark` (`slot` integer not null, `changes` bigint not null, primary key (`slot`));',
    );
    this.addSql('insert into `change_mark` (`slot`, `changes`) values (0, 0);');
    for (const { name, when, table } of changeTriggers()) {
      this.addSql(
        `create trigger "${name}" after ${when} on "${table}" begin update "change_mark" set "changes" = "changes" + 1 where "slot" = 0; end;`,
      );
    }
  }
}
