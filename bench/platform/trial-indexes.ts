/**
 * Searches many applications in turn with memory for a third of them, and reports how much memory the indexes took, how
 * long a search waited for an index that had been closed, and whether every answer was right. Pictures are drawn; all
 * applications hold the same ones under keys of their own.
 *
 *   npm run trial:indexes -- [--applications 300] [--references 1000] [--room 100] [--searches 1500]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRandom } from '../../demo/random.js';
import { Vision } from '../../src/vision/vision.js';
import { MemoryFeed } from '../../test/kit/memory-feed.js';
import { makePicture } from '../../test/kit/rasters.js';
import { percentile } from '../statistics.js';

const { values } = parseArgs({
  options: {
    applications: { type: 'string', default: '300' },
    references: { type: 'string', default: '1000' },
    room: { type: 'string', default: '100' },
    searches: { type: 'string', default: '1500' },
  },
});
const applications = Number(values.applications);
const references = Number(values.references);
const room = Number(values.room);
const searches = Number(values.searches);

const MIB = 1024 * 1024;
const WANTED_MS = 300;

const idOf = (application: number) => `application-${application}`;
const keyOf = (application: number, picture: number) => application * references + picture + 1;

async function describe(): Promise<Buffer[]> {
  const vision = new Vision({ feed: new MemoryFeed(), snapshotFolder: null });
  const dnas: Buffer[] = [];
  for (let seed = 1; seed <= references; seed += 1) {
    dnas.push((await vision.extract(makePicture(seed), 'reference')).dna);
  }
  await vision.close();
  return dnas;
}

const memoryOf = async (vision: Vision) =>
  (await vision.openIndexes()).reduce((sum, { bytes }) => sum + bytes, 0);

console.log(`Drawing ${references} pictures …`);
const dnas = await describe();
const feed = new MemoryFeed();
for (let application = 0; application < applications; application += 1) {
  dnas.forEach((dna, picture) => feed.put(idOf(application), keyOf(application, picture), dna));
}
const folder = await mkdtemp(join(tmpdir(), 'loupe-indexes-'));
try {
  let bytesOfOne = 0;
  // The second time it is opened from its files.
  for (let time = 0; time < 2; time += 1) {
    const vision = new Vision({ feed, snapshotFolder: folder });
    await vision.size(idOf(0));
    bytesOfOne = await memoryOf(vision);
    await vision.close();
  }
  console.log(`An index of ${references} references needs ${(bytesOfOne / MIB).toFixed(1)} MB.`);

  const limit = Math.ceil(bytesOfOne * room);
  const vision = new Vision({ feed, snapshotFolder: folder, indexMemoryBytes: limit });
  for (let application = 0; application < applications; application += 1) {
    await vision.size(idOf(application));
  }
  console.log(`All ${applications} were opened once and saved.`);

  const random = createRandom(7);
  const reopened: number[] = [];
  const open: number[] = [];
  let wrong = 0;
  let mostBytes = 0;
  let mostOpen = 0;
  for (let search = 0; search < searches; search += 1) {
    const application = random.integer(0, applications - 1);
    const picture = random.integer(0, references - 1);
    const wasOpen = (await vision.openIndexes()).some(({ id }) => id === idOf(application));
    const begun = performance.now();
    const { hits } = await vision.search(
      [idOf(application)],
      { dna: dnas[picture] ?? Buffer.alloc(0) },
      { limit: 1 },
    );
    (wasOpen ? open : reopened).push(performance.now() - begun);
    if (hits[0]?.key !== keyOf(application, picture)) wrong += 1;
    mostBytes = Math.max(mostBytes, await memoryOf(vision));
    mostOpen = Math.max(mostOpen, (await vision.openIndexes()).length);
  }
  await vision.close();

  const line = (times: number[]) =>
    [0.5, 0.99].map((share) => `p${share * 100} ${percentile(times, share).toFixed(1)} ms`).join(', ');
  console.log(`open index:     ${open.length} searches, ${line(open)}`);
  console.log(`reopened index: ${reopened.length} searches, ${line(reopened)}`);
  console.log(
    `at most ${mostOpen} indexes and ${(mostBytes / MIB).toFixed(0)} of ${(limit / MIB).toFixed(0)} MB`,
  );
  console.log(`${wrong} wrong answers`);
  process.exitCode = wrong === 0 && mostBytes <= limit && percentile(reopened, 0.99) <= WANTED_MS ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
