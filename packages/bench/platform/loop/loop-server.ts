/**
 * The server of `trial-loop.ts`, in a process of its own: the tenants of the table of who may do what, one of them as large as one
 * gets. Each message is answered by one: `{ watch: true }` begins to watch the event loop, `{ end: true }` returns the longest turn (with `isProfiled` also its profile),
 * `{ fresh: n }` makes what row n of the table uses up, `{ fill: n }` makes a folder of folders, `{ documents, pages }` one of
 * documents.
 */
import type { Target } from '../../../../test/access/target.js';
import { copyDocuments } from '../../../../test/kit/seed/many-documents.js';
import { allRows } from '../../../../test/access/rows/index.js';
import { makeFolder } from '../../../../test/access/fresh.js';
import { makeWorld } from '../../../../test/access/world.js';
import { enlarge, fillFolder } from '../large-world.js';
import { LoopTurns } from './loop-turns.js';

interface Message {
  readonly watch?: true;
  readonly isProfiled?: boolean;
  readonly end?: true;
  readonly fresh?: number;
  readonly fill?: number;
  /** Documents, each of `pages` pages. */
  readonly documents?: number;
  readonly pages?: number;
}

const [folders = 20_000, matches = 1_000_000] = process.argv.slice(2).map(Number);
const world = await makeWorld({ LOUPE_RECOVERIES_PER_HOUR: '0' });
const { database } = world.loupe.app.services;
await fillFolder(database, world.target.folderId, folders);
await enlarge(database, world.target, { folders, matches });
const rows = allRows({
  picture: { bytes: world.picture, type: 'image/jpeg' },
  tinyPicture: { bytes: world.tinyPicture, type: 'image/png' },
});
let turns: LoopTurns | null = null;

async function answer({
  watch,
  isProfiled = false,
  end,
  fresh,
  fill,
  documents,
  pages = 1,
}: Message): Promise<object> {
  if (watch) turns = await LoopTurns.watch({ isProfiled });
  if (end) return (await turns?.end()) ?? {};
  if (fresh !== undefined) {
    const made: Partial<Target> = (await rows[fresh]?.fresh?.(world)) ?? {};
    return { target: { ...world.target, ...made }, headers: await world.loginAnew('administrator') };
  }
  if (fill !== undefined) {
    const { folderId = '' } = await makeFolder(world);
    await fillFolder(database, folderId, fill);
    return { folderId };
  }
  if (documents !== undefined) {
    const { folderId = '' } = await makeFolder(world);
    const { imageId } = world.target;
    const made = await copyDocuments(world.loupe, folderId, imageId, { documents, pages });
    return { folderId, documentId: made[0]?.id, documentIds: made.map(({ id }) => id) };
  }
  return {};
}

process.on('disconnect', () => void world.close().then(() => process.exit()));
process.on('message', (message: Message) => {
  void answer(message).then((told) => process.send?.(told));
});
process.send?.({
  url: world.loupe.url,
  routes: world.routes,
  headers: world.headers,
  target: world.target,
  apiKey: world.organization.apiKey,
  picture: world.picture.toString('base64'),
  tinyPicture: world.tinyPicture.toString('base64'),
});
