/**
 * Writes the first migration of both databases from the entities. Only for the time before the first release:
 * afterwards a change of the entities is a migration of its own.
 */
import { writeFileSync } from 'node:fs';
import { entities } from '../src/app/entities.js';
import { connect } from '../src/db/connect.js';

for (const [dialect, url] of [
  ['sqlite', 'sqlite::memory:'],
  ['postgres', 'postgres://nobody@localhost/none'],
] as const) {
  const orm = await connect(url, entities, []);
  const sql = await orm.schema.getCreateSchemaSQL({ wrap: false });
  await orm.close(true);
  const name = dialect === 'sqlite' ? 'InitialSqlite' : 'InitialPostgres';
  const statements = sql
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `    this.addSql(${JSON.stringify(line)});`);
  writeFileSync(
    new URL(`../src/db/migrations/0001-initial.${dialect}.ts`, import.meta.url),
    `import { Migration } from '@mikro-orm/migrations';\n\nexport class ${name} extends Migration {\n  override up(): void {\n${statements.join('\n')}\n  }\n}\n`,
  );
}
