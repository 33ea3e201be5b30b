import { parse } from 'csv-parse/sync';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../kit/app.js';
import { cumulOf, type Month, rowsOf, SimulatedClock, simulateMonth } from '../kit/seed/month.js';
import { lengthOfStory } from '../kit/seed/stories.js';
import { readByHand, readWithLibrary } from './archive-reader.js';

const SCANS = lengthOfStory({ short: 30, long: 1000 });

let loupe: TestApp;
let month: Month;

beforeAll(async () => {
  const clock = new SimulatedClock();
  loupe = await startTestApp({ clock });
  month = await simulateMonth(loupe.app.services, clock, { documents: 3, scans: SCANS, seed: 900 });
}, 120_000);
afterAll(() => loupe.close());

test('the statistics of a month are those of a ledger that was kept beside them', async () => {
  const { clickstream, matches, files } = loupe.app.services;
  let total = 0;
  for (const documentId of month.documentIds) {
    const days = await clickstream.matchCumul(month.viewer, documentId);
    expect(days.map(({ day, count }) => [day.toISOString().slice(0, 10), count])).toEqual(
      cumulOf(month, documentId),
    );
    const own = month.scans.filter((scan) => scan.documentId === documentId);
    total += own.length;
    const views = await matches.list(month.viewer, { documentId });
    expect(views.map((view) => view.clicks.length)).toEqual(
      own.map(({ clickTimesMs }) => clickTimesMs.length).reverse(),
    );
    const { fileId } = await clickstream.makeArchive(month.viewer, documentId, {}, { wait: true });
    const archive = await buffer((await files.read(fileId, files.fileSignature(fileId))).stream());
    const texts = await readWithLibrary(archive);
    expect(readByHand(archive)).toEqual(texts);
    const rows: string[][] = parse(texts.get('matches.csv') ?? '', { bom: true, from_line: 2 });
    expect(rows.map((row) => [row[1], row[4], row[8]].join()).sort()).toEqual(rowsOf(month, documentId));
  }
  expect(total).toBe(SCANS);
});
