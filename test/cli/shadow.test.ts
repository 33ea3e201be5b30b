import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startShadowProxy } from '../../src/cli/shadow/shadow-proxy.js';
import type { ShadowResult } from '../../src/cli/shadow/shadow-run.js';
import { runLoupe } from '../kit/command.js';

interface Said {
  readonly status?: number;
  readonly type?: string;
  readonly body?: unknown;
}

/** What the two servers answer at each path. */
const answers: Readonly<Record<string, readonly [old: Said, fresh: Said]>> = {
  '/same?a=1': [{ body: { Id: 1, List: [1, { A: null }] } }, { body: { List: [1, { A: null }], Id: 1 } }],
  '/status': [{ status: 204 }, { status: 404, body: { Message: 'No' } }],
  '/members': [
    { body: { Id: 'x', Items: [{ Name: 'a', Pages: 2 }, 5], Gone: true, Token: 'old' } },
    { body: { Id: 'x', Items: [{ Name: 'b', Pages: '2' }], Fresh: null, Token: 'new' } },
  ],
  '/bytes': [
    { type: 'image/png', body: 'abc' },
    { type: 'image/jpeg', body: 'abd' },
  ],
};

let servers: readonly Server[];
let folder: string;
const received: string[][] = [[], []];
const address = (side: 0 | 1) => `http://127.0.0.1:${(servers[side]?.address() as AddressInfo).port}`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-shadow-'));
  servers = await Promise.all(
    ([0, 1] as const).map(async (side) => {
      const server = createServer((request, response) => {
        void buffer(request).then((body) => {
          received[side]?.push(
            `${request.method} ${request.url} ${String(request.headers['x-key'])} ${body.toString()}`,
          );
          const said = answers[request.url ?? '']?.[side] ?? { body: { echo: body.toString() } };
          const type = said.type ?? (said.body === undefined ? undefined : 'application/json; charset=utf-8');
          if (type !== undefined) response.setHeader('Content-Type', type);
          response.statusCode = said.status ?? 200;
          response.end(typeof said.body === 'string' ? said.body : JSON.stringify(said.body));
        });
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      return server;
    }),
  );
});
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true, force: true });
});

async function run(name: string, text: string, ...words: string[]) {
  const file = join(folder, name);
  await writeFile(file, text);
  return runLoupe(['shadow', file, '--old', address(0), '--new', address(1), ...words], {});
}

const lines = (...requests: readonly object[]) => requests.map((each) => JSON.stringify(each)).join('\n');
const get = (path: string) => ({ method: 'get', path, headers: { 'X-Key': 'k' } });

describe('`loupe shadow` with recorded requests', () => {
  it('finds every planted difference, member by member', async () => {
    const report = join(folder, 'report.jsonl');
    const all = lines(...Object.keys(answers).map(get), { method: 'POST', path: '/write', body: 'x' });
    const done = await run('all.jsonl', all, '--ignore', 'Token', '--report', report, '--json');
    expect(done.exitCode).toBe(4);
    const results = done.json() as readonly ShadowResult[];
    expect(results.map(({ path, state }) => [path, state])).toEqual([
      ['/same?a=1', 'same'],
      ['/status', 'different'],
      ['/members', 'different'],
      ['/bytes', 'different'],
      ['/write', 'left out'],
    ]);
    expect(
      results.map(({ differences }) => differences.map(({ place, kind }) => `${place} ${kind}`)),
    ).toEqual([
      [],
      ['status changed', 'content type changed', 'body changed'],
      [
        'Items[0].Name changed',
        'Items[0].Pages other type',
        'Items[1] missing',
        'Gone missing',
        'Fresh extra',
      ],
      ['content type changed', 'body changed'],
      [],
    ]);
    expect((await readFile(report, 'utf8')).trim().split('\n')).toHaveLength(5);
    expect(received[0]).toEqual(received[1]);
    expect(received[0]?.[0]).toBe('GET /same?a=1 k ');
    const table = await run('all.jsonl', all);
    expect(table.out).toContain('Token: "old" became "new"');
    expect(table.error).toContain('1 same, 3 different, 1 left out.');
  });

  it('sends changes on wish, and reads HTTP archives', async () => {
    const bodyBase64 = Buffer.from('bytes').toString('base64');
    const written = await run('w.jsonl', lines({ method: 'PUT', path: '/write', bodyBase64 }), '--writes');
    expect(written).toMatchObject({ exitCode: 0, out: 'No differences.\n' });
    expect(received[1]?.at(-1)).toBe('PUT /write undefined bytes');
    const request = {
      method: 'GET',
      url: 'https://old.example/same?a=1',
      headers: [{ name: ':path', value: '/' }],
    };
    const har = await run('session.har', JSON.stringify({ log: { entries: [{ request }] } }));
    expect(har).toMatchObject({ exitCode: 0, out: 'No differences.\n' });
  });

  it('refuses what is no recording, and says which server is away', async () => {
    const cases: readonly [string, string, RegExp][] = [
      ['a.txt', '', /\.har or \.jsonl/],
      ['a.jsonl', '\n{half', /line 2: is no JSON/],
      ['a.jsonl', '{"method":"GET","path":"elsewhere"}', /line 1: path/],
      ['a.jsonl', lines({ method: 'GET', path: '/', body: '', bodyBase64: '' }), /one of them/],
      ['a.har', '{"log":{}}', /archive: log\.entries/],
    ];
    for (const [name, text, message] of cases) {
      const refused = await run(name, text);
      expect({ name, exitCode: refused.exitCode }).toEqual({ name, exitCode: 2 });
      expect(refused.error).toMatch(message);
    }
    const file = join(folder, 'away.jsonl');
    await writeFile(file, lines(get('/same?a=1')));
    const away = await runLoupe(['shadow', file, '--old', address(0), '--new', 'http://127.0.0.1:9'], {});
    expect(away).toMatchObject({ exitCode: 1, out: '' });
    expect(away.error).toContain('--new does not answer');
    const nowhere = await runLoupe(['shadow', file, '--old', 'ftp://x', '--new', address(1)], {});
    expect(nowhere.exitCode).toBe(2);
  });
});

describe('the proxy of `loupe shadow`', () => {
  it('answers as the old server does, whatever the new one does', async () => {
    const results: ShadowResult[] = [];
    const options = {
      old: address(0),
      new: address(1),
      ignored: new Set<string>(),
      sendsWrites: false,
      timeoutMs: 5000,
      mostDelayMs: null,
      oldHeaders: [],
      newHeaders: [],
    };
    const proxy = await startShadowProxy(0, options, (result) => results.push(result));
    const at = `http://127.0.0.1:${proxy.port}`;
    const answer = await fetch(`${at}/members`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(answers['/members']?.[0].body);
    const posted = await fetch(`${at}/write`, { method: 'POST', body: 'x' });
    expect(await posted.json()).toEqual({ echo: 'x' });
    await vi.waitFor(() => expect(results.map(({ state }) => state)).toEqual(['different', 'left out']));
    expect(received[1]?.some((line) => line.startsWith('POST /write'))).toBe(false);
    await proxy.close();
    const lonely = await startShadowProxy(0, { ...options, new: 'http://127.0.0.1:9' }, (one) =>
      results.push(one),
    );
    expect((await fetch(`http://127.0.0.1:${lonely.port}/same?a=1`)).status).toBe(200);
    await vi.waitFor(() => expect(results.at(-1)?.differences[0]?.kind).toBe('no answer'));
    await lonely.close();
  });
});
