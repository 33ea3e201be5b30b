/**
 * Measures an import of a TAR over HTTP beside the engine's own work on the same pictures (their signatures, which are nearly
 * all of an insertion), in turns in the same run, since other work on the machine slows both.
 *
 *   npm run measure:import -- [pictures of a turn] [turns]
 */
import { operator } from '../../src/access/viewer.js';
import { startTestApp } from '../../test/kit/app.js';
import { jpegPicture } from '../../test/kit/pictures.js';
import { tarOf } from '../../test/kit/tars.js';

const [count = 500, turns = 3] = process.argv.slice(2).map(Number);
const names = Array.from({ length: count }, (_, at) => `${at}.jpg`);
const loupe = await startTestApp();
const { threads } = loupe.app.services.vision;
const { signatures } = loupe.app.services;

/** Pictures a second, and milliseconds of all cores for each, which other work disturbs less. */
async function rateOf(work: () => Promise<void>) {
  const [began, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { rate: (count * 1000) / (performance.now() - began), cpuMs: (user + system) / 1000 / count };
}

type Rate = Awaited<ReturnType<typeof rateOf>>;

async function insertAll(pictures: readonly Buffer[]): Promise<void> {
  const rest = [...pictures];
  const worker = async () => {
    for (let next = rest.pop(); next !== undefined; next = rest.pop())
      await signatures.extract(next, 'reference');
  };
  await Promise.all(Array.from({ length: threads + 1 }, worker));
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
    const before = await rateOf(() => insertAll(pictures));
    const without = await rateOf(() => importAll(tar, 'false'));
    const between = await rateOf(() => insertAll(pictures));
    const withDuplicates = await rateOf(() => importAll(tar, 'true'));
    const after = await rateOf(() => insertAll(pictures));
    report('without duplicates', [before, between], without);
    report('with duplicates', [between, after], withDuplicates);
  }
} finally {
  await loupe.close();
}
