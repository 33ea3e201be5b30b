/**
 * Simulates a month of a publisher (by default 100 documents and 10,000 scans with their clicks) in a folder of its own,
 * and compares every statistic with a ledger that is kept beside it. Archives are opened by two independent programs.
 *
 *   npm run simulate:month -- [documents] [scans]
 */
import { parse } from 'csv-parse/sync';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isDeepStrictEqual } from 'node:util';
import { pino } from 'pino';
import { createApp } from '../../src/app.js';
import { readConfig } from '../../src/config.js';
import { cumulOf, type Month, rowsOf, SimulatedClock, simulateMonth } from '../../test/kit/month.js';

const [documents = 100, scans = 10_000] = process.argv.slice(2).map(Number);
const folder = await mkdtemp(join(tmpdir(), 'loupe-month-'));
const clock = new SimulatedClock();
const config = { ...readConfig({ LOUPE_DATA: folder, LOUPE_PORT: '0' }), modifyPort: null, queryPort: null };
const app = await createApp(config, { logger: pino({ level: 'silent' }), clock });

/** The two files by `unzip`, and by Python's zipfile. */
function readTwice(path: string, name: string): readonly [string, string] {
  const script =
    'import sys,zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))';
  const options = { maxBuffer: 256 * 1024 * 1024 };
  return [
    execFileSync('unzip', ['-p', path, name], options).toString('utf8'),
    execFileSync('python3', ['-c', script, path, name], options).toString('utf8'),
  ];
}

async function problemsOf(month: Month, documentId: string): Promise<readonly string[]> {
  const { clickstream, files } = app.services;
  const problems: string[] = [];
  const expect = (what: string, actual: unknown, expected: unknown) => {
    if (!isDeepStrictEqual(actual, expected)) problems.push(`${documentId}: ${what} differ`);
  };
  const days = await clickstream.matchCumul(month.viewer, documentId);
  const cumul = days.map(({ day, count }) => [day.toISOString().slice(0, 10), count]);
  expect('matches by day', cumul, cumulOf(month, documentId));
  const { fileId } = await clickstream.makeArchive(month.viewer, documentId, {}, { wait: true });
  const path = join(folder, `${documentId}.zip`);
  await writeFile(path, await buffer((await files.read(fileId, files.fileSignature(fileId))).stream()));
  const [matches, matchesAgain] = readTwice(path, 'matches.csv');
  const [byDay, byDayAgain] = readTwice(path, 'cumul.csv');
  expect('two readers of the archive', [matches, byDay], [matchesAgain, byDayAgain]);
  const rows: string[][] = parse(matches, { bom: true, from_line: 2 });
  expect(
    'archived matches',
    rows.map((row) => [row[1], row[4], row[8]].join()).sort(),
    rowsOf(month, documentId),
  );
  const archived: string[][] = parse(byDay, { bom: true, from_line: 2 });
  expect(
    'archived days',
    archived.map(([day, count]) => [day?.slice(0, 10), Number(count)]),
    cumul,
  );
  return problems;
}

try {
  await app.listen();
  const start = performance.now();
  const month = await simulateMonth(app.services, clock, { documents, scans, seed: 2026 });
  const simulatedMs = performance.now() - start;
  const problems: string[] = [];
  for (const documentId of month.documentIds) problems.push(...(await problemsOf(month, documentId)));
  const clicks = month.scans.reduce((sum, scan) => sum + scan.clickTimesMs.length, 0);
  console.log(
    `${documents} documents, ${month.scans.length} scans and ${clicks} clicks in ${Math.round(simulatedMs / 1000)} s`,
  );
  console.log(
    `checked in ${Math.round((performance.now() - start - simulatedMs) / 1000)} s: ${problems.length} differences`,
  );
  for (const problem of problems) console.log(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  await app.close();
  await rm(folder, { recursive: true, force: true });
}
