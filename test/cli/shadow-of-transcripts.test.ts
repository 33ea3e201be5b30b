/** Requests of the transcripts against a Loupe and a second one with the same data, behind a proxy that falsifies answers. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ShadowResult } from '../../src/cli/shadow/shadow-run.js';
import { Job } from '../../src/jobs/job.entity.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { runLoupe } from '../kit/command.js';
import { drawPicture, jpegPicture } from '../kit/pictures.js';
import { newDatabaseUrl } from '../kit/servers/postgres.js';
import { seed } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { type Exchange, Recorder } from '../rest/support/recorder.js';
import { playPublishing } from '../rest/support/transcript-scenario.js';

/** Addresses in answers are the same on both. */
const common = { LOUPE_PUBLIC_URL: 'https://loupe.example' };

let folder: string;
let old: TestApp;
let fresh: TestApp;
let user: SeededUser;
let recording: string;
let recorded: readonly Exchange[];
const ids = { document: '', image: '', zone: '' };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-shadow-transcripts-'));
  old = await startTestApp({ environment: common });
  const organization = await seed(old).organization({ accountType: 'Prepaid', credit: 20 });
  user = await organization.user();
  const recorder = new Recorder(old.url);
  const { printed } = await playPublishing({
    recorder,
    organization,
    user,
    page: await jpegPicture(721),
    otherPage: await jpegPicture(722),
    icon: await drawPicture(723, 32, 32).png().toBuffer(),
    brokenPdf: Buffer.from('%PDF-1.7\nnothing'),
    settled,
    mailedCode: () => Promise.reject(new Error('Nobody asks for it.')),
  });
  Object.assign(ids, { document: printed.documentId, image: printed.imageId, zone: printed.zoneId });
  recorded = recorder.sent.filter(({ method }) => method === 'GET');
  recording = join(folder, 'session.jsonl');
  await writeFile(recording, recorded.map((exchange) => JSON.stringify(exchange)).join('\n'));
  fresh = await copyOf(old);
});
afterAll(async () => {
  await Promise.all([old.close(), fresh.close()]);
  await rm(folder, { recursive: true, force: true });
});

async function settled(documentId: string): Promise<void> {
  const { database, jobs } = old.app.services;
  for (const job of await database.reader().find(Job, { subjectId: documentId }))
    await jobs.waitFor(job.id).catch(() => undefined);
}

/** A second Loupe, from a backup of the first. */
async function copyOf({ environment }: TestApp): Promise<TestApp> {
  const backup = join(folder, 'backup');
  expect(await runLoupe(['backup', backup], environment)).toMatchObject({ exitCode: 0 });
  const data = await mkdtemp(join(folder, 'data-'));
  const place = { ...common, LOUPE_DATA: data, LOUPE_DATABASE_URL: await newDatabaseUrl(data) };
  expect(await runLoupe(['restore', backup], { ...environment, ...place })).toMatchObject({ exitCode: 0 });
  return startTestApp({ environment: place });
}

interface Given {
  status: number;
  type: string;
  body: string;
}

/** What is done to the answer at a path; `end` breaks the connection. */
type Plants = Readonly<Record<string, (given: Given) => Given | 'end' | Promise<Given>>>;

/** Stands before the second Loupe. */
async function falsifying(plants: Plants): Promise<{ readonly address: string; readonly server: Server }> {
  const server = createServer((request, response) => {
    void (async () => {
      const { host: _host, connection: _connection, ...headers } = request.headers;
      const path = request.url ?? '';
      const answer = await fetch(`${fresh.url}${path}`, { headers: headers as Record<string, string> });
      const { status } = answer;
      const given = { status, type: answer.headers.get('content-type') ?? '', body: await answer.text() };
      const said = await (plants[path]?.(given) ?? given);
      if (said === 'end') return void response.destroy();
      if (said.type !== '') response.setHeader('Content-Type', said.type);
      response.writeHead(said.status).end(said.status === 204 ? undefined : said.body);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

const inJson = (given: Given, change: (members: Record<string, unknown>) => unknown): Given => ({
  ...given,
  body: JSON.stringify(change(JSON.parse(given.body) as Record<string, unknown>)),
});

/** Reading by id is counted as a match, at its own time on each. */
async function shadowed(at: string, ...words: string[]) {
  const done = await runLoupe(
    ['shadow', recording, '--old', old.url, '--new', at, '--ignore', 'RequestTime', '--json', ...words],
    {},
  );
  const results = done.json() as readonly ShadowResult[];
  return {
    exitCode: done.exitCode,
    results,
    differing: results.filter(({ state }) => state !== 'same'),
  };
}

describe('`loupe shadow` with the requests of the transcripts', () => {
  test('finds no difference between a Loupe and its copy', async () => {
    const { exitCode, results, differing } = await shadowed(fresh.url);
    expect(differing).toEqual([]);
    expect(exitCode).toBe(0);
    expect(results).toHaveLength(recorded.length);
    expect(results.length).toBeGreaterThan(35);
    expect(results.filter(({ oldStatus }) => oldStatus === 200).length).toBeGreaterThan(30);
  });

  test('finds every difference that is planted, and no other', async () => {
    const { document, image, zone } = ids;
    const laterMs = 1500;
    const plants: Plants = {
      [`/api/documents/${document}`]: (given) => inJson(given, (all) => ({ ...all, Name: 'Autumn' })),
      [`/api/images/${image}`]: (given) => inJson(given, ({ ActionCount: _count, ...others }) => others),
      [`/api/zones/${zone}`]: (given) => inJson(given, (all) => ({ ...all, Color: 'red', Width: '50' })),
      [`/api/zones?imageId=${image}`]: (given) => ({ ...given, status: 404 }),
      [`/api/nodes/${document}/images`]: (given) => ({ ...given, body: '[]' }),
      [`/api/nodes/${zone}/actions`]: (given) =>
        inJson(given, (all) => (all as unknown as unknown[]).toReversed()),
      ['/api/Languages?take=2']: (given) => ({ ...given, type: 'text/plain' }),
      [`/api/documents/${document}/files`]: () => 'end',
      [`/api/documents/${document}/titles`]: (given) => ({ ...given, body: given.body.slice(1) }),
      [`/api/documents/${document}/actions`]: async (given) => {
        await new Promise((resolve) => setTimeout(resolve, laterMs));
        return given;
      },
    };
    const { address, server } = await falsifying(plants);
    try {
      const { exitCode, differing } = await shadowed(address, '--slower', '1000');
      expect(exitCode).toBe(4);
      const found = Object.fromEntries(
        differing.map(({ path, differences }) => [
          path,
          differences.map(({ place, kind }) => `${place} ${kind}`),
        ]),
      );
      expect(found).toMatchObject({
        [`/api/documents/${document}`]: ['Name changed'],
        [`/api/images/${image}`]: ['ActionCount missing'],
        [`/api/zones/${zone}`]: ['Width other type', 'Color extra'],
        [`/api/zones?imageId=${image}`]: ['status changed'],
        [`/api/nodes/${document}/images`]: ['[0] missing'],
        ['/api/Languages?take=2']: ['content type changed'],
        [`/api/documents/${document}/files`]: ['answer no answer'],
        [`/api/documents/${document}/titles`]: ['body changed'],
        [`/api/documents/${document}/actions`]: ['time changed'],
      });
      expect(found[`/api/nodes/${zone}/actions`]).toContain('[0].Id changed');
      expect(Object.keys(found).toSorted()).toEqual(Object.keys(plants).toSorted());
      const silent = await shadowed(address);
      expect(silent.differing.map(({ path }) => path)).not.toContain(`/api/documents/${document}/actions`);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  test('gives each server the headers that are its own', async () => {
    await user.send('GET', `/api/documents/${ids.document}`);
    const refused = await shadowed(fresh.url, '--new-header', 'Authorization: Bearer of-another-server');
    expect(refused.differing.find(({ path }) => path === `/api/documents/${ids.document}`)).toMatchObject({
      oldStatus: 200,
      newStatus: 401,
    });
    const own = ['--old-header', `authorization: Bearer ${user.token}`];
    const taken = await shadowed(fresh.url, ...own, '--new-header', `Authorization: Bearer ${user.token}`);
    expect(taken.differing).toEqual([]);
    const wrong = await runLoupe(
      ['shadow', recording, '--old', old.url, '--new', fresh.url, '--new-header', 'no header'],
      {},
    );
    expect(wrong.exitCode).toBe(2);
    expect(wrong.error).toContain('--new-header');
  });
});
