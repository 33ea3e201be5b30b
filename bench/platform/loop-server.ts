/**
 * The server of `trial-loop.ts`, in a process of its own: the tenants of the table of who may do what, one of them as large as one
 * gets. Each message is answered by one: `{ watch: true }` begins to watch the event loop, `{ end: true }` tells the longest turn,
 * `{ fresh: n }` makes what row n of the table uses up, `{ fill: n, folderId }` fills a folder.
 */
import type { Target } from '../../test/access/target.js';
import { allRows } from '../../test/access/rows/index.js';
import { makeFolder, makeWorld } from '../../test/access/world.js';
import { enlarge, fillFolder } from './large-world.js';
import { LoopTurns } from './loop-turns.js';

interface Message {
  readonly watch?: true;
  readonly end?: true;
  readonly fresh?: number;
  readonly fill?: number;
}

const [folders = 20_000, matches = 1_000_000] = process.argv.slice(2).map(Number);
const world = await makeWorld();
const { database } = world.loupe.app.services;
await fillFolder(database, world.target.folderId, folders);
await enlarge(database, world.target, { folders, matches });
const rows = allRows({
  picture: { bytes: world.picture, type: 'image/jpeg' },
  tinyPicture: { bytes: world.tinyPicture, type: 'image/png' },
});
let turns = LoopTurns.watch();
turns.end();

async function answer({ watch, end, fresh, fill }: Message): Promise<object> {
  if (watch) turns = LoopTurns.watch();
  if (end) return { longestMs: turns.end() };
  if (fresh !== undefined) {
    const made: Partial<Target> = (await rows[fresh]?.fresh?.(world)) ?? {};
    return { target: { ...world.target, ...made }, headers: await world.loginAnew('administrator') };
  }
  if (fill !== undefined) {
    const { folderId = '' } = await makeFolder(world);
    await fillFolder(database, folderId, fill);
    return { folderId };
  }
  return {};
}

process.on('disconnect', () => void world.close().then(() => process.exit()));
process.on('message', (message: Message) => {
  void answer(message).then((told) => process.send?.(told));
});
process.send?.({
  url: world.loupe.url,
  headers: world.headers,
  target: world.target,
  apiKey: world.organization.apiKey,
  picture: world.picture.toString('base64'),
  tinyPicture: world.tinyPicture.toString('base64'),
});
