/** With src/tracing.ts loaded before it, a server sends traces that go on where the caller's are. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { inRoot } from '../../scripts/setup/paths.mjs';

interface Span {
  readonly traceId: string;
  readonly parentSpanId?: string;
  readonly name: string;
}
interface Batch {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
}

const spans: Span[] = [];
let collector: Server;
let folder: string;
const portOf = (server: Server) => (server.address() as AddressInfo).port;
const listening = async (server: Server) => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return server;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loupe-traces-'));
  collector = await listening(
    createServer((request, response) => {
      void text(request).then((body) => {
        const { resourceSpans } = JSON.parse(body) as Batch;
        spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans)));
        response.end('{}');
      });
    }),
  );
});
afterAll(async () => {
  await new Promise<void>((resolve) => void collector.close(() => resolve()));
  await rm(folder, { recursive: true, force: true });
});

test('a request is a span of its caller’s trace', { timeout: 120_000 }, async () => {
  const probe = await listening(createServer());
  const port = portOf(probe);
  await new Promise<void>((resolve) => void probe.close(() => resolve()));
  const words = ['--import', inRoot('dist/src/tracing.js'), inRoot('dist/src/main.js')];
  const server = spawn(process.execPath, words, {
    cwd: inRoot('.'),
    env: {
      ...process.env,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${portOf(collector)}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      LOUPE_DATA: folder,
      LOUPE_HOST: '127.0.0.1',
      LOUPE_PORT: String(port),
      LOUPE_MODIFY_PORT: '0',
      LOUPE_QUERY_PORT: '0',
      LOUPE_LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const ended = new Promise((resolve) => void server.once('exit', resolve));
  try {
    const url = `http://127.0.0.1:${port}`;
    const isReady = async () => (await fetch(`${url}/health/ready`).catch(() => null))?.ok === true;
    await vi.waitUntil(isReady, { timeout: 90_000, interval: 200 });
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    await fetch(`${url}/api/nodes/1/documents`, { headers: { traceparent } });
    await expect
      .poll(() => spans.find((span) => span.traceId === traceId))
      .toMatchObject({ name: 'GET /api/nodes/:id/documents', parentSpanId: '00f067aa0ba902b7' });
  } finally {
    server.kill('SIGTERM');
  }
  expect(await ended).toBe(0);
});
