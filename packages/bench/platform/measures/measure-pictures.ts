/**
 * Measures picture mode with many pictures in one organization (SQLite). Some are drawn and uploaded; the others are copies of their rows, since
 * uploads would take an hour. Searches and lists go through the services. Figures are processor time of all threads.
 *
 *   npm run measure:pictures -- [--pictures 100000] [--drawn 3000]
 */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { takeNumbers } from '../../../../src/engine/references/application-turn.js';
import { startTestApp, type TestApp } from '../../../../test/kit/app.js';
import { upload } from '../../../../test/kit/pictures.js';
import { seed } from '../../../../test/kit/seed.js';
import { percentile } from '../../benchmark/statistics.js';
import { simulatePhoto } from '../../simulation/photo-simulator.js';
import { makePage } from '../../simulation/synthetic-set.js';
import { idOf } from '../large-world.js';

const { values } = parseArgs({
  options: { pictures: { type: 'string', default: '100000' }, drawn: { type: 'string', default: '3000' } },
});
const PICTURES = Number(values.pictures);
const DRAWN = Math.min(Number(values.drawn), PICTURES);
const SEARCHES = 20;
/** One of a hundred pictures has the first keyword, every second one the other. */
const KEYWORDS = [
  ['rare', 100],
  ['common', 2],
] as const;

const drawn = async (number: number) => makePage('photo', 40_000 + number);
/** Number of the picture that a photo shows. */
const shownIn = (photo: number) => Math.floor((photo * DRAWN) / SEARCHES);

async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const print = (title: string, ms: number) =>
  console.log(`${title}: ${Math.round(ms).toLocaleString('en-US')} ms`);

/** Copies the rows of all pictures until there are enough, each with its reference and keywords. */
async function copyPictures({ app }: TestApp, organizationId: string, count: number): Promise<void> {
  const { database } = app.services;
  await database.transaction(async ({ em }) => {
    const [application] = await em.execute<{ id: string }[]>(
      `select id from application where organization_id = ? and purpose = 'pictures'`,
      [organizationId],
    );
    const first = await takeNumbers(em, application?.id ?? '', count);
    const copies = Math.ceil(count / DRAWN);
    const columnsOf = async (table: string) =>
      em.execute<{ name: string }[]>('select name from pragma_table_info(?)', [table]);
    const copied = async (table: string, others: Readonly<Record<string, string>>) => {
      const names = (await columnsOf(table)).map(({ name }) => name).filter((name) => others[name] !== '');
      const shown = names.map((name) => others[name] ?? `m."${name}"`);
      return { names: names.map((name) => `"${name}"`).join(', '), shown: shown.join(', ') };
    };
    // Numbers every picture that is uploaded; `n.i` counts all copies.
    await em.execute(
      `create temporary table copy as
       with recursive round(r) as (select 0 union all select r + 1 from round where r + 1 < ${copies}),
         own(id, place) as (select id, row_number() over (order by object_id) - 1 from picture where organization_id = ?)
       select own.id as own_id, r * ${DRAWN} + place as i from round, own where r * ${DRAWN} + place < ${count}`,
      [organizationId],
    );
    const newId = idOf(randomUUID());
    const picture = await copied('picture', { id: newId, object_id: `'c' || printf('%031x', n.i)` });
    await em.execute(
      `insert into picture (${picture.names}) select ${picture.shown} from copy n join picture m on m.id = n.own_id`,
    );
    const reference = await copied('reference', {
      key: '',
      external_id: newId,
      sequence: `${first} + n.i`,
    });
    await em.execute(
      `insert into reference (${reference.names}) select ${reference.shown}
         from copy n join reference m on m.external_id = n.own_id order by n.i`,
    );
    await em.execute(
      `insert into reference_keyword (reference_key, keyword, application_id)
       select r."key", k.keyword, k.application_id from copy n
         join reference m on m.external_id = n.own_id join reference_keyword k on k.reference_key = m."key"
         join reference r on r.external_id = ${newId}`,
    );
    await em.execute('drop table copy');
  });
}

let loupe = await startTestApp();
const received = async (bytes: Buffer) => upload(loupe.app.services.uploads, bytes);
try {
  const organization = await seed(loupe).organization({ credit: 2 * PICTURES });
  const user = await organization.user();
  const viewer = await user.viewer();
  const keywordsOf = (number: number) =>
    KEYWORDS.flatMap(([keyword, every]) => (number % every === 0 ? [keyword] : []));
  const uploads = await cpuMsOf(async () => {
    for (let number = 0; number < DRAWN; number++)
      await loupe.app.services.pictures.create(
        viewer,
        { organizationId: organization.id, name: `Picture ${number}`, keywords: keywordsOf(number) },
        await received(await drawn(number)),
      );
  });
  print('an upload, with the drawing of its picture', uploads / DRAWN);
  await copyPictures(loupe, organization.id, PICTURES - DRAWN);
  const photos: Buffer[] = [];
  for (let i = 0; i < SEARCHES; i++)
    photos.push(
      (
        await simulatePhoto(await drawn(shownIn(i)), {
          strength: 'medium',
          seed: i + 1,
        })
      ).jpeg,
    );
  const [photo = Buffer.alloc(0)] = photos;
  const byPhoto = async (jpeg: Buffer, keywords: readonly string[] = []) =>
    loupe.app.services.pictureSearch.byPhoto(viewer, await received(jpeg), {
      organizationId: organization.id,
      keywords,
    });
  const byColor = async (jpeg: Buffer, keywords: readonly string[] = []) =>
    loupe.app.services.pictureSearch.byColorOfPhoto(viewer, await received(jpeg), {
      organizationId: organization.id,
      keywords,
    });
  const medianOf = async (search: (jpeg: Buffer) => Promise<unknown>) => {
    const times: number[] = [];
    for (const jpeg of photos) times.push(await cpuMsOf(async () => search(jpeg)));
    return percentile(times, 0.5);
  };

  loupe = await loupe.restart(() => rm(join(loupe.folder, 'indexes'), { recursive: true, force: true }));
  print('first search by photo ever: building the index', await cpuMsOf(async () => byPhoto(photo)));
  let began = process.cpuUsage();
  loupe = await loupe.restart(async () => {
    const { user: own, system } = process.cpuUsage(began);
    print('stopping the server: saving the index', (own + system) / 1000);
    began = process.cpuUsage();
    return Promise.resolve();
  });
  print('first search by photo after a restart', await cpuMsOf(async () => byPhoto(photo)));
  print(
    'first search by color after a restart: reading all looks',
    await cpuMsOf(async () => byColor(photo)),
  );
  let found = 0;
  print(
    'search by photo',
    await medianOf(async (jpeg) => {
      const { pictures } = await byPhoto(jpeg);
      const [best] = pictures;
      if (best?.name === `Picture ${shownIn(photos.indexOf(jpeg))}`) found += 1;
    }),
  );
  console.log(`${found} of ${SEARCHES} found`);
  for (const [keyword] of KEYWORDS) {
    print(`search by photo among "${keyword}"`, await medianOf(async (jpeg) => byPhoto(jpeg, [keyword])));
    print(`search by color among "${keyword}"`, await medianOf(async (jpeg) => byColor(jpeg, [keyword])));
  }
  print('search by color', await medianOf(byColor));
  const { pictures } = loupe.app.services;
  print(
    'page of 100 of the list',
    await medianOf(async () => pictures.list(viewer, organization.id, { take: 100 })),
  );
  print(
    "count of an organization's pictures",
    await medianOf(async () => pictures.count(viewer, organization.id)),
  );
  console.log(`${Math.round(process.memoryUsage.rss() / 2 ** 20)} MiB of memory`);
} finally {
  await loupe.close();
}
