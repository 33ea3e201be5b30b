/** Texts that were folded before searches took signs for the same that look alike. */
import { expect, test } from 'vitest';
import { refoldTexts } from '../../src/db/migrations/refold-texts.js';
import { startTestApp } from '../kit/app.js';
import { jpegPicture } from '../kit/pictures.js';
import { migratedPostgresDatabase } from '../kit/servers/postgres.js';
import { seed } from '../kit/seed.js';

test.each(['sqlite', 'postgres'])(
  'are folded again on %s, and rows that stay the same are not written',
  async (kind) => {
    const environment: Record<string, string> =
      kind === 'sqlite' ? {} : { LOUPE_DATABASE_URL: await migratedPostgresDatabase() };
    const loupe = await startTestApp({ environment });
    try {
      const editor = await (await seed(loupe).organization()).user();
      const document = await (await editor.folder()).document(await jpegPicture(3), { name: 'Don’t' });
      await document.title('It’s');
      await document.action({ nodeId: document.id, name: 'Ne\u00adws' });
      const em = loupe.app.services.database.reader();
      await em.execute(`update node set name_folded = 'don’t', name_sort_key = 'don’t' where id = ?`, [
        document.id,
      ]);
      await em.execute(`update title set value_folded = 'it’s' where node_id = ?`, [document.id]);
      await em.execute(`update action set name_folded = 'ne\u00adws' where node_id = ?`, [document.id]);
      await em.execute(`update user_account set search_folded = 'old' where id = ?`, [editor.id]);
      const statements: string[] = [];
      const execute = async (sql: string, values: unknown[]) => {
        statements.push(sql.split(' ')[0]!);
        return em.execute<object[]>(sql, values);
      };
      await refoldTexts(execute);
      expect(statements.filter((verb) => verb === 'update')).toHaveLength(4);
      const read = async (sql: string, id: string) => (await em.execute<object[]>(sql, [id]))[0];
      expect(await read('select name_folded, name_sort_key from node where id = ?', document.id)).toEqual({
        name_folded: "don't",
        name_sort_key: "don't",
      });
      expect(await read('select value_folded as it from title where node_id = ?', document.id)).toEqual({
        it: "it's",
      });
      expect(await read('select name_folded as it from action where node_id = ?', document.id)).toEqual({
        it: 'news',
      });
      await refoldTexts(execute);
      expect(statements.filter((verb) => verb === 'update')).toHaveLength(4);
    } finally {
      await loupe.close();
    }
  },
);
