/** What is shipped: files for containers and systemd, and the packed program itself, which runs without the clone. */
import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readConfig, settingNames } from '../../src/config.js';
import { inRoot } from '../../scripts/setup/paths.mjs';
import { freePort } from '../kit/servers/free-port.js';

const run = promisify(execFile);
const read = (path: string): string => readFileSync(inRoot(path), 'utf8');

/** Instructions of a Containerfile, by stage. */
function stagesOf(text: string): readonly (readonly string[])[] {
  const lines = text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const starts = lines.flatMap((line, index) => (line.startsWith('FROM ') ? [index] : []));
  return starts.map((start, index) => lines.slice(start, starts[index + 1]));
}

describe('the container image', () => {
  const stages = stagesOf(read('deploy/Containerfile'));
  const last = stages.at(-1) ?? [];

  test('is of stages with a named version each, whose last one has no compiler and no root', () => {
    expect(stages.length).toBeGreaterThan(1);
    for (const [from = ''] of stages) expect(from).toMatch(/^FROM node:\d+-bookworm-slim( AS \w+)?$/);
    expect(last.join('\n')).not.toMatch(/g\+\+|gcc|libopencv-dev|npm run|COPY \. /);
    const user = last.findIndex((line) => line === 'USER node');
    expect(user).toBeGreaterThan(last.findLastIndex((line) => line.startsWith('RUN ')));
    expect(last.some((line) => line.startsWith('HEALTHCHECK '))).toBe(true);
    expect(last.at(-1)).toMatch(/^CMD \["bin\/loupe-node", /);
  });
});

const service = z.looseObject({
  image: z.string(),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).optional(),
  security_opt: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  depends_on: z.unknown().optional(),
});
const composition = z.looseObject({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.unknown()),
});

describe.each([
  ['one-box', 1],
  ['several-servers', 2],
  ['searchers', 4],
] as const)('the composition %s', (name, serverCount) => {
  const { services, volumes } = composition.parse(
    parse(read(`deploy/compose/${name}.yaml`), { merge: true }),
  );
  const servers = Object.values(services).filter(({ image }) => image.startsWith('loupe:'));

  test('lets servers write nowhere but into their volumes, and gives them no rights', () => {
    expect(servers.length).toBe(serverCount);
    for (const server of servers) {
      expect(server).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    }
  });

  test('names settings and volumes that there are, and no secret', () => {
    for (const { environment = {} } of servers) {
      expect(Object.keys(environment).filter((each) => !settingNames.includes(each))).toEqual([]);
      for (const [key, value] of Object.entries(environment))
        if (/KEY|TOKEN|SMTP|DATABASE|NATS/.test(key)) expect(value).toContain('${');
    }
    const mounted = Object.values(services).flatMap((each) => each.volumes ?? []);
    const used = mounted.map((each) => each.split(':')[0] ?? '').filter((each) => !/^[./]/.test(each));
    expect([...new Set(used)].sort()).toEqual(Object.keys(volumes).sort());
    for (const each of mounted.filter((path) => path.startsWith('./')))
      expect(existsSync(inRoot(`deploy/compose/${each.split(':')[0]}`))).toBe(true);
  });
});

/** What stands for a variable of the composition, as an operator would set it. */
const SAMPLES: Readonly<Record<string, string>> = {
  LOUPE_SECRET_KEY: 'k'.repeat(32),
  LOUPE_PUBLIC_URL: 'https://loupe.example',
  LOUPE_BLOBS_URL: 's3://bucket/loupe?endpoint=https://s3.loupe.example',
  LOUPE_METRICS_TOKEN: 'm'.repeat(16),
  LOUPE_SMTP_URL: 'smtp://mail.loupe.example',
};

const filledIn = (environment: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(environment).map(([key, value]) => [
      key,
      value.replace(/\$\{(\w+)[^}]*\}/g, (_, name: string) => SAMPLES[name] ?? 'sample'),
    ]),
  );

const serversOf = (name: string) => {
  const { services } = z
    .looseObject({ services: z.record(z.string(), service.partial()) })
    .parse(parse(read(`deploy/compose/${name}.yaml`), { merge: true }));
  return services;
};

test.each([
  ['one-box', []],
  ['several-servers', []],
  ['several-servers', ['bucket']],
  ['searchers', []],
] as const)('servers take the settings of the composition %s with %j over it', (name, others) => {
  const servers = Object.entries(serversOf(name)).filter(([, { image }]) => image?.startsWith('loupe:'));
  expect(servers).not.toEqual([]);
  const over = others.map(serversOf);
  for (const other of over)
    expect(servers.map(([each]) => each)).toEqual(expect.arrayContaining(Object.keys(other)));
  for (const [each, { environment }] of servers) {
    const more = over.map((services) => services[each]?.environment ?? {});
    const config = readConfig(filledIn(Object.assign({}, environment, ...more) as Record<string, string>));
    expect(config.bucket !== null).toBe(others.length > 0);
  }
});

test('the proxy keeps figures from strangers, and reads what the engine sends', () => {
  const proxy = read('deploy/compose/nginx.conf');
  expect(proxy).toMatch(/location = \/metrics \{ return 404; \}/);
  expect(proxy).toMatch(/large_client_header_buffers \d+ 1m;/);
  expect((proxy.match(/\{/g) ?? []).length).toBe((proxy.match(/\}/g) ?? []).length);
});

test('the unit of systemd is sound and fenced in', async () => {
  const unit = read('deploy/systemd/loupe.service');
  for (const line of [
    'DynamicUser=yes',
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'CapabilityBoundingSet=',
  ])
    expect(unit.split('\n')).toContain(line);
  const names = [...unit.matchAll(/\b(LOUPE_\w+)=/g)].map(([, name = '']) => name);
  expect(names.filter((name) => !settingNames.includes(name))).toEqual([]);
  if (!existsSync('/usr/bin/systemd-analyze')) return;
  const folder = await mkdtemp(join(tmpdir(), 'loupe-unit-'));
  try {
    const file = join(folder, 'loupe.service');
    await writeFile(file, unit.replaceAll('/opt/loupe/bin/loupe-node', process.execPath));
    const verified = await run('/usr/bin/systemd-analyze', ['verify', file]);
    expect(verified.stderr).not.toContain(file);
    // In tenths: 10 is as open as can be.
    await run('/usr/bin/systemd-analyze', ['security', '--offline=true', '--threshold=20', file]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

describe('the packed program', () => {
  let base: string;
  let packed: string;

  beforeAll(async () => {
    base = await mkdtemp(join(tmpdir(), 'loupe-packed-'));
    await chmod(base, 0o755);
    packed = join(base, 'loupe');
    await run(process.execPath, [inRoot('scripts/pack.mjs'), packed]);
  }, 120_000);
  afterAll(() => rm(base, { recursive: true, force: true }));

  test('holds nothing that builds or tests', async () => {
    expect((await readdir(join(packed, 'dist'))).sort()).toEqual(['console', 'guide', 'schema', 'src']);
    const packages = await readdir(join(packed, 'node_modules'));
    expect(packages).toEqual(expect.arrayContaining(['fastify', 'sharp', 'graphql']));
    expect(packages.filter((name) => /^(vitest|typescript|vite|eslint|react)/.test(name))).toEqual([]);
    await expect(run(process.execPath, [inRoot('scripts/pack.mjs'), packed])).rejects.toMatchObject({
      code: 2,
    });
  });

  test('carries every library that the engine needs within it or beside it', async () => {
    const { stdout } = await run('ldd', [join(packed, 'build/Release/loupe.node')]);
    const found = [...stdout.matchAll(/^\s*(lib\S+) => (.+)$/gm)];
    const ofEverySystem = /^lib(c|m|dl|rt|pthread|stdc\+\+|gcc_s)\.so/;
    const others = found.filter(([, name = '']) => !ofEverySystem.test(name));
    expect(found.length).toBeGreaterThan(others.length);
    for (const [, , path = ''] of others) expect(path).toMatch(`${packed}/build/Release/lib/`);
  });

  test('loads no engine but the one that it was packed with', async () => {
    const engine = join(packed, 'build/Release/loupe.node');
    const original = await readFile(engine);
    await writeFile(engine, Buffer.concat([original, Buffer.from('x')]));
    const start = run(process.execPath, ['dist/src/main.js'], { cwd: packed });
    await expect(start).rejects.toMatchObject({
      code: 1,
      stderr: `build/Release/loupe.node is not the file that this Loupe was packed with, and is not loaded: unpack the archive again.\n`,
    });
    await writeFile(engine, original);
  });

  test('serves every surface by itself, without rights to write beside its data', async () => {
    const data = join(base, 'data');
    await mkdir(data);
    await chmod(data, 0o777);
    const port = await freePort();
    const isRoot = process.getuid?.() === 0;
    const server = spawn(process.execPath, ['--enable-source-maps', 'dist/src/main.js'], {
      cwd: packed,
      env: {
        PATH: process.env['PATH'],
        LOUPE_DATA: data,
        LOUPE_HOST: '127.0.0.1',
        LOUPE_PORT: String(port),
        LOUPE_MODIFY_PORT: '0',
        LOUPE_QUERY_PORT: '0',
        LOUPE_LOG_LEVEL: 'warn',
      },
      stdio: ['ignore', 'inherit', 'inherit'],
      ...(isRoot ? { uid: 65_534, gid: 65_534 } : {}),
    });
    const ended = new Promise<number | null>((resolve) => void server.once('exit', resolve));
    try {
      const url = `http://127.0.0.1:${port}`;
      const isReady = async () => (await fetch(`${url}/health/ready`).catch(() => null))?.ok === true;
      await vi.waitUntil(isReady, { timeout: 60_000, interval: 200 });
      for (const path of [
        '/',
        '/guide/',
        '/docs',
        '/openapi.json',
        '/graphql?query=%7B__typename%7D',
        '/metrics',
      ])
        expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 200]);
      const help = await run(process.execPath, ['bin/loupe.mjs', '--help'], { cwd: packed });
      expect(help.stdout).toContain('backup');
    } finally {
      server.kill('SIGTERM');
    }
    expect(await ended).toBe(0);
  }, 120_000);
});
