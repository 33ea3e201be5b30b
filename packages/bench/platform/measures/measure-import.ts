/**
 * Measures an import of a TAR over HTTP beside the engine's own work on the same pictures, in turns in the same run, since other
 * work on the machine slows both: their signatures and an index of them and, where the import looks for near-duplicates, the
 * same search for each.
 *
 *   npm run measure:import -- [pictures of a turn] [turns]
 */
import { operator } from '../../../../src/access/viewer.js';
import { countBuffersWithHeap } from '../../../../src/kernel/garbage-collection.js';
import { addon, type NativeChange, VOCABULARY_PATH } from '../../../../src/engine-host/native.js';
import { startTestApp } from '../../../../test/kit/app.js';
import { jpegPicture } from '../../../../test/kit/pictures.js';
import { tarOf } from '../../../../test/kit/files/tars.js';

const [count = 500, turns = 3] = process.argv.slice(2).map(Number);
const names = Array.from({ length: count }, (_, at) => `${at}.jpg`);
// As the server's program does.
countBuffersWithHeap();
const loupe = await startTestApp();
const { signatures, vision } = loupe.app.services;
/** Indexes of its own; pictures go through the server's, so that both are the same code. */
const engine = new addon.Engine({ vocabularyPath: VOCABULARY_PATH, threads: vision.threads });

/** References that are added to an index at a time, and what is asked for each, as imports do. */
const BATCH = 64;
const DUPLICATES = { limit: 20 };

/** Pictures a second, and milliseconds of all cores for each, which other work disturbs less. */
async function rateOf(work: () => Promise<void>) {
  const [began, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { rate: (count * 1000) / (performance.now() - began), cpuMs: (user + system) / 1000 / count };
}

type Rate = Awaited<ReturnType<typeof rateOf>>;

async function insertAll(pictures: readonly Buffer[], asksDuplicates: boolean): Promise<void> {
  const rest = [...pictures];
  const index = engine.createIndex();
  let batch: NativeChange[] = [];
  let keys = 0;
  let applying: Promise<unknown> = Promise.resolve();
  const apply = () => {
    const changes = batch;
    batch = [];
    applying = applying.then(async () => {
      await index.apply(changes);
      if (!asksDuplicates) return;
      await Promise.all(changes.map(async ({ dna }) => dna && engine.conflicts([index], dna, DUPLICATES)));
    });
  };
  const worker = async () => {
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
      const { dna } = await signatures.extract(next, 'reference');
      keys += 1;
      batch.push({ key: keys, dna, keywords: [] });
      if (batch.length === BATCH) apply();
    }
  };
  await Promise.all(Array.from({ length: 4 * vision.threads }, worker));
  apply();
  await applying;
  index.close();
}

async function importAll(tar: Buffer, duplicates: string): Promise<void> {
  const { id, modifyKey } = await loupe.app.services.applications.create(operator, { kind: 'mobile' });
  const form = new FormData();
  form.append('zip', new Blob([new Uint8Array(tar)]), 'catalog.tar');
  form.append('duplicates', duplicates);
  const headers = { 'Application-Key': modifyKey ?? '' };
  const address = `${loupe.url}/api/v3/engine/applications/current/imports`;
  const response = await fetch(address, { method: 'POST', headers, body: form });
  const started = (await response.json()) as { readonly id: string };
  const { added } = await loupe.app.services.referenceImports.ended({ id }, started.id);
  if (added !== count) throw new Error(`Only ${added} of ${count} were added.`);
}

const share = (of: number, all: number) => `${Math.round((100 * of) / all)} %`;

function report(name: string, engineRates: readonly Rate[], { rate, cpuMs }: Rate): void {
  const mean = (read: (each: Rate) => number) =>
    engineRates.reduce((sum, each) => sum + read(each), 0) / engineRates.length;
  const [engineRate, engineMs] = [mean((each) => each.rate), mean((each) => each.cpuMs)];
  console.log(
    `import ${name}: ${rate.toFixed(1)} pictures/s, ${share(rate, engineRate)} of the engine's ${engineRate.toFixed(1)};`,
    `${cpuMs.toFixed(1)} ms of the cores for each, of which the engine needs ${engineMs.toFixed(1)} (${share(engineMs, cpuMs)})`,
  );
}

try {
  for (let turn = 0; turn < turns; turn += 1) {
    const pictures = await Promise.all(names.map((_name, at) => jpegPicture(turn * count + at + 1)));
    const tar = await tarOf(pictures.map((bytes, at) => [names[at] ?? '', bytes]));
    for (const duplicates of ['false', 'true'] as const) {
      const insert = () => insertAll(pictures, duplicates === 'true');
      const before = await rateOf(insert);
      const imported = await rateOf(() => importAll(tar, duplicates));
      const after = await rateOf(insert);
      report(duplicates === 'true' ? 'with duplicates' : 'without duplicates', [before, after], imported);
    }
  }
} finally {
  engine.close();
  await loupe.close();
}
