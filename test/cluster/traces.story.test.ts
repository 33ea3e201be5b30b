/** A trace goes on where another process searches. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inRoot } from '../../scripts/setup/paths.mjs';
import { startTestApp, type TestApp } from '../kit/app.js';
import { freePort } from '../kit/servers/free-port.js';
import { TestNats } from '../kit/servers/nats.js';
import { jpegPicture } from '../kit/pictures.js';
import { migratedPostgresDatabase } from '../kit/servers/postgres.js';
import { EngineClient } from '../rest/support/engine-client.js';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
}
interface Batch {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
}

const patientMs = 180_000;
const spans: Span[] = [];
const processes: ChildProcess[] = [];
let collector: Server;
let nats: TestNats;
let folder: string;
let alone: TestApp;
let environment: Record<string, string>;

const listening = async (server: Server) => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

/** A process of its own with a role, that traces. @returns its address */
async function startTracing(role: string): Promise<string> {
  const port = await freePort();
  const words = ['--import', inRoot('dist/src/tracing.js'), inRoot('dist/src/main.js')];
  const own = { LOUPE_ROLES: role, LOUPE_DATA: join(folder, role), LOUPE_PORT: String(port) };
  processes.push(
    spawn(process.execPath, words, {
      cwd: inRoot('.'),
      env: { ...process.env, ...environment, ...own },
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
  );
  return `http://127.0.0.1:${port}`;
}

beforeAll(async () => {
  collector = createServer((request, response) => {
    void text(request).then((body) => {
      const { resourceSpans } = JSON.parse(body) as Batch;
      spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans)));
      response.end('{}');
    });
  });
  folder = await mkdtemp(join(tmpdir(), 'loupe-traces-'));
  nats = await TestNats.start();
  const shared = {
    LOUPE_DATABASE_URL: await migratedPostgresDatabase(),
    LOUPE_FILES_FOLDER: join(folder, 'files'),
    LOUPE_SECRET_KEY: randomUUID(),
  };
  alone = await startTestApp({ environment: shared });
  environment = {
    ...shared,
    LOUPE_NATS_URL: nats.url(),
    LOUPE_HOST: '127.0.0.1',
    LOUPE_MODIFY_PORT: '0',
    LOUPE_QUERY_PORT: '0',
    LOUPE_LOG_LEVEL: 'warn',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await listening(collector)}`,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
  };
}, patientMs);
afterAll(async () => {
  for (const each of processes) {
    const ended = once(each, 'exit');
    if (each.kill('SIGTERM')) await ended;
  }
  await alone.close();
  await nats.stop();
  await new Promise<void>((resolve) => void collector.close(() => resolve()));
  await rm(folder, { recursive: true, force: true });
}, patientMs);

test('the span of a searcher is a child of the request that asked', { timeout: patientMs }, async () => {
  await startTracing('search');
  const url = await startTracing('api');
  const isReady = async () => (await fetch(`${url}/health/ready`).catch(() => null))?.ok === true;
  await vi.waitUntil(isReady, { timeout: 120_000, interval: 200 });
  const client = new EngineClient(alone);
  const key = await client.newApplication('mobile');
  const picture = await jpegPicture(5);
  expect((await client.add(key, 'five', picture)).status.code).toBe(0);
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  const form = new FormData();
  form.append('application_key', key);
  form.append('image_content', new Blob([new Uint8Array(picture)]), 'phone.jpg');
  const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
  const path = '/api/v2.0/enginequery/json/SearchImageByUpload';
  const answer = await fetch(`${url}${path}`, { method: 'POST', body: form, headers });
  expect(await answer.json()).toMatchObject({ nb_results_found: 1 });
  const named = (name: RegExp) => spans.find((span) => span.traceId === traceId && name.test(span.name));
  await expect.poll(() => named(/^searcher: search$/)?.parentSpanId).toMatch(/^[\da-f]{16}$/);
  await expect.poll(() => named(/SearchImageByUpload/i)?.parentSpanId).toBe('00f067aa0ba902b7');
  expect(named(/^searcher: search$/)?.parentSpanId).toBe(named(/SearchImageByUpload/i)?.spanId);
  expect(named(/^ask searchers: search$/)?.parentSpanId).toBe(named(/SearchImageByUpload/i)?.spanId);
  expect(named(/^search: verify$/)?.parentSpanId).toBe(named(/^searcher: search$/)?.spanId);
});
