/**
 * The server of `trial-loop.ts`, in a process of its own. Answers `{ watch: true }` when it watches its event loop, `{ end:
 * true }` with the longest turn, `{ folders: n }` with the id of a folder that holds so many, each with a title.
 */
import { startTestApp } from '../../test/kit/app.js';
import { seed } from '../../test/kit/seed.js';
import { newId } from '../../src/ids.js';
import { LoopTurns } from './loop-turns.js';

const loupe = await startTestApp();
const organization = await seed(loupe).organization({ credit: 100 });
const user = await organization.user();
let turns = LoopTurns.watch();

async function makeFolders(count: number): Promise<string> {
  const { id: parentId } = await user.folder({ name: 'Large' });
  const { database } = loupe.app.services;
  const [parent] = await database
    .reader()
    .execute<{ path: string }[]>('select path from node where id = ?', [parentId]);
  const now = Date.now();
  await database.transaction(async ({ em }) => {
    for (let at = 0; at < count; at += 1) {
      const id = newId();
      const name = `Folder number ${at}`;
      await em.execute(
        `insert into node (id, type, parent_id, organization_id, path, name, name_folded, name_sort_key, "order", date_created,
           date_modified) values (?, 'Folder', ?, ?, ?, ?, ?, ?, 0, ?, ?)`,
        [
          id,
          parentId,
          organization.id,
          `${parent?.path ?? ''}${id}/`,
          name,
          name.toLowerCase(),
          name.toLowerCase(),
          now,
          now,
        ],
      );
      const title = `A title of some words, with number ${at * 7919}`;
      await em.execute(
        `insert into title (id, node_id, language_code, value, value_folded) values (?, ?, 'en-US', ?, ?)`,
        [newId(), id, title, title.toLowerCase()],
      );
    }
  });
  return parentId;
}

interface Message {
  readonly watch?: true;
  readonly end?: true;
  readonly folders?: number;
}

process.on('disconnect', () => void loupe.close().then(() => process.exit()));
process.on('message', ({ watch, end, folders }: Message) => {
  if (watch) {
    turns = LoopTurns.watch();
    process.send?.({ isWatching: true });
  }
  if (end) process.send?.({ longestMs: turns.end() });
  if (folders !== undefined) void makeFolders(folders).then((folderId) => process.send?.({ folderId }));
});
turns.end();
process.send?.({
  url: loupe.url,
  token: user.token,
  apiKey: organization.apiKey,
  organizationId: organization.id,
});
