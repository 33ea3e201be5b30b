import { Migration } from '@mikro-orm/migrations';

export class RecognizabilitySqlite extends Migration {
  override up(): void {
    for (const table of ['image', 'zone', 'picture']) {
      this.addSql(`alter table \`${table}\` add column \`is_recognizable\` integer not null default true;`);
      this.addSql(`alter table \`${table}\` add column \`grade_value\` integer null;`);
      this.addSql(`alter table \`${table}\` add column \`grade_reason\` text null;`);
      // What was stored before has a reference exactly when it holds enough detail.
      const organization =
        table === 'picture'
          ? '`picture`.`organization_id`'
          : `(select n.\`organization_id\` from \`node\` n where n.\`id\` = \`${table}\`.\`id\`)`;
      const own = `from \`application\` a
           join \`reference\` r on r.\`application_id\` = a.\`id\`
          where a.\`organization_id\` = ${organization}
            and r.\`external_id\` = \`${table}\`.\`id\``;
      this.addSql(
        `update \`${table}\` set
           \`is_recognizable\` = exists (select 1 ${own}),
           \`grade_value\` = (select r.\`grade_value\` ${own} limit 1),
           \`grade_reason\` = (select r.\`grade_reason\` ${own} limit 1);`,
      );
    }
    this.addSql(
      `update \`image\` set \`is_counted_active\` = false
        where \`is_recognizable\` = false
          and not exists (select 1 from \`node\` n join \`zone\` z on z.\`id\` = n.\`id\`
                           where n.\`parent_id\` = \`image\`.\`id\` and z.\`is_recognizable\` = true);`,
    );
  }
}
