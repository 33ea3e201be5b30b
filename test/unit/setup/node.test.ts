import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { identityOf } from '../../../scripts/node/process.cjs';
import { startHttpServer, startRegistry } from './package-registry.js';
import { npmPackage, packNode, SmallClone } from './small-clone.js';

const VERSION = '24.0.1';
const OLD = '20.20.2';
const PRINT = ['-p', '"hello from " + process.pid'];
const MISSING_PID = 2 ** 22 + 1;
const node = packNode(VERSION);

describe('bin/loupe-node', () => {
  let clone: SmallClone;
  let registry: Awaited<ReturnType<typeof startRegistry>>;
  beforeEach(async () => {
    clone = new SmallClone();
    clone.pin(node);
    registry = await startRegistry([node, npmPackage]);
  });
  afterEach(async () => {
    await registry.close();
    clone.remove();
  });

  const brought = () => {
    const cache = clone.path('.cache/node');
    return existsSync(cache) ? readdirSync(cache) : [];
  };

  it('uses the Node in PATH where it is new enough, and brings none', async () => {
    const { out, error } = await clone.run(clone.host('22.17.0', registry.url), '-p', 'process.env.PATH');
    expect(error).toBe('');
    expect(out.startsWith(clone.path('host'))).toBe(true);
    expect(existsSync(clone.path('.cache'))).toBe(false);
  });

  it.each(['22.16.9', '20.20.2', '18.0.0'])(
    'brings the pinned one on Node %s, once, and says so',
    async (old) => {
      const env = clone.host(old, registry.url);
      const first = await clone.run(env, ...PRINT);
      const second = await clone.run(env, ...PRINT);
      expect(first.out).toMatch(/^hello from \d+\n$/);
      expect(first.error).toBe(
        `Loupe needs Node 22.17 or newer, and this is ${old}: bringing Node ${VERSION} into .cache/node, once.\n`,
      );
      expect(second).toMatchObject({ exitCode: 0, error: '' });
      expect(brought()).toEqual([`${VERSION}-${process.arch}`]);
      expect(registry.fetched.count).toBe(2);
    },
  );

  it('lets programs find the pinned Node in PATH, with an npm of its own', async () => {
    const env = clone.host(OLD, registry.url);
    const program = 'console.log(process.env.PATH.split(":")[0]); console.log(execSync("npm").toString())';
    const { out } = await clone.run(
      env,
      '-e',
      `const { execSync } = require("node:child_process"); ${program}`,
    );
    const bin = clone.path('.cache/node', `${VERSION}-${process.arch}`, 'bin');
    expect(out.trim()).toBe(`${bin}\nthe npm that came along`);
  });

  it('becomes the program: its exit code, its process id, its signals', async () => {
    const env = clone.host(OLD, registry.url);
    await clone.run(env, ...PRINT);
    const program =
      'process.once("SIGINT", () => process.exit(7)); console.log(process.pid); setInterval(() => 0, 1e6)';
    const child = clone.start(env, '-e', program);
    const [pid] = (await once(child.stdout, 'data')) as [Buffer];
    expect(Number(pid)).toBe(child.pid);
    child.kill('SIGINT');
    expect(await once(child, 'close')).toEqual([7, null]);
  });

  it('says on Node 16 what to install, and touches nothing', async () => {
    const { exitCode, error } = await clone.run(clone.host('16.20.2', registry.url), ...PRINT);
    expect(exitCode).toBe(1);
    expect(error).toBe(
      'Loupe needs Node 22.17 or newer, and this is 16.20.2, too old even to bring one: install Node 24, then repeat the command.\n',
    );
    expect(existsSync(clone.path('.cache'))).toBe(false);
  });

  it('says without a network what to do, and leaves nothing', async () => {
    await registry.close();
    const { exitCode, out, error } = await clone.run(clone.host(OLD, registry.url), ...PRINT);
    expect(exitCode).toBe(1);
    expect(out).toBe('');
    expect(error.split('\n')[1]).toBe(
      `Loupe needs Node 22.17 or newer, and this is ${OLD}; Node ${VERSION} could not be fetched from the registry (ECONNREFUSED): check the network, or install Node 22.17 or newer, then repeat the command.`,
    );
    expect(brought()).toEqual([]);
  });

  it('refuses a package that is not the pinned one, and leaves nothing', async () => {
    clone.pin({ ...node, archive: Buffer.from('another') });
    const { exitCode, out, error } = await clone.run(clone.host(OLD, registry.url), ...PRINT);
    expect(exitCode).toBe(1);
    expect(out).toBe('');
    expect(error).toContain(
      `Node ${VERSION} from the registry was refused, as it is not the one pinned here (EINTEGRITY)`,
    );
    expect(brought()).toEqual([]);
  });

  it('refuses a package whose program does not run here', async () => {
    const other = { ...node, archive: packNode('24.0.2').archive };
    await registry.close();
    registry = await startRegistry([other, npmPackage]);
    clone.pin(other);
    const { exitCode, error } = await clone.run(clone.host(OLD, registry.url), ...PRINT);
    expect(exitCode).toBe(1);
    expect(error).toContain(
      `Node ${VERSION} from the registry does not run on this system: install Node 22.17 or newer, then repeat the command.\n`,
    );
    expect(brought()).toEqual([]);
  });

  it('leaves a package of another processor untried, and checks its integrity', async () => {
    const other = packNode(VERSION, 'riscv64');
    await registry.close();
    registry = await startRegistry([other, npmPackage]);
    clone.pin(other, 'riscv64');
    const bring = `process.stdout.write(require('${clone.path('scripts/node/bring.cjs')}').bringNode('24', () => 0, { arch: 'riscv64' }))`;
    const env = clone.host('22.17.0', registry.url);
    const { out, error } = await clone.run(env, '-e', bring);
    expect(error).toBe('');
    expect(out).toBe(clone.path(`.cache/node/${VERSION}-riscv64/bin/node`));
    expect(brought()).toEqual([`${VERSION}-riscv64`]);
    clone.pin({ ...other, archive: Buffer.from('another') }, 'riscv64');
    rmSync(clone.path('.cache'), { recursive: true });
    expect((await clone.run(env, '-e', bring)).error).toContain('EINTEGRITY');
  });

  it('says where it cannot write', async () => {
    writeFileSync(clone.path('.cache'), 'a file instead of the folder');
    const { exitCode, error } = await clone.run(clone.host(OLD, registry.url), ...PRINT);
    expect(exitCode).toBe(1);
    expect(error).toBe(
      `Loupe needs Node 22.17 or newer, and this is ${OLD}; Node ${VERSION} cannot be stored in ${clone.path('.cache/node')} (ENOTDIR): make that folder writable, or install Node 22.17 or newer, then repeat the command.\n`,
    );
  });

  it('says where npm cannot write', async () => {
    writeFileSync(clone.path('npm-cache'), 'a file instead of the folder');
    const { exitCode, error } = await clone.run(clone.host(OLD, registry.url), ...PRINT);
    expect(exitCode).toBe(1);
    expect(error).toMatch(
      new RegExp(`cannot be stored in ${clone.path('npm-cache')}\\S* \\(E[A-Z]+\\): make that`),
    );
    expect(brought()).toEqual([]);
  });

  it.each([
    ['arch', 'riscv64'],
    ['platform', 'darwin'],
  ])('says that there is no package for another %s', async (name, value) => {
    const { exitCode, error } = await clone.run(clone.host(OLD, registry.url, { [name]: value }), ...PRINT);
    expect(exitCode).toBe(1);
    expect(error).toMatch(
      /there is no package of Node 24\.0\.1 for \w+ on \w+: install Node 22\.17 or newer, then repeat the command\.\n$/,
    );
  });

  it('can be killed while it brings one: the next run brings it and clears away', async () => {
    let ask: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (ask = resolve));
    const silent = await startHttpServer(() => ask());
    const child = clone.start(clone.host(OLD, silent.url), ...PRINT);
    await asked;
    expect(brought()).toHaveLength(1);
    process.kill(-child.pid!, 'SIGKILL');
    await once(child, 'close');
    await silent.close();
    const { out } = await clone.run(clone.host(OLD, registry.url), ...PRINT);
    expect(out).toMatch(/^hello/);
    expect(brought()).toEqual([`${VERSION}-${process.arch}`]);
  });

  it('clears away drafts of dead processes only', async () => {
    const alive = `draft-${identityOf(process.pid)!.replace(' ', '-')}`;
    for (const name of [`draft-${MISSING_PID}-1`, `draft-${process.pid}-1`, alive]) {
      mkdirSync(clone.path('.cache/node', name), { recursive: true });
    }
    await clone.run(clone.host(OLD, registry.url), ...PRINT);
    expect(brought().sort()).toEqual([`${VERSION}-${process.arch}`, alive].sort());
  });
});

describe('scripts/node/require.cjs', () => {
  it('names the launcher to somebody who starts a program with an old Node', async () => {
    const clone = new SmallClone();
    const { PATH, ...env } = clone.host(OLD);
    const { execFile } = await import('node:child_process');
    const error = await new Promise<string>((resolve) => {
      execFile(
        clone.path('host/node'),
        [clone.path('bin/loupe.mjs')],
        { env: { ...env, PATH } },
        (_, __, text) => resolve(text),
      );
    });
    clone.remove();
    expect(error).toContain(
      `Loupe needs Node 22.17 or newer; this is ${OLD}. Install Node 24, or type bin/loupe-node`,
    );
  });
});

describe('the pinned versions', () => {
  it('hold an integrity for both architectures, and the default among them', () => {
    const text = readFileSync(new URL('../../../scripts/node/pinned.json', import.meta.url), 'utf8');
    const pins = JSON.parse(text) as {
      default: string;
      npm: { version: string; integrity: string };
      versions: Record<string, { version: string; integrity: Record<string, string> }>;
    };
    expect(Object.keys(pins.versions)).toContain(pins.default);
    expect(pins.npm.integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
    for (const [major, { version, integrity }] of Object.entries(pins.versions)) {
      expect(version.split('.')[0]).toBe(major);
      expect(Object.keys(integrity)).toEqual(['x64', 'arm64']);
      for (const hash of Object.values(integrity)) expect(hash).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
    }
  });
});

describe('the npm scripts', () => {
  const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const commands = Object.values(manifest.scripts).flatMap((script) => script.split(' && '));

  it.each(commands)('run with the Node that Loupe runs with: %s', (command) => {
    expect(command).toMatch(/^(exec )?bin\/loupe-node \S/);
  });
});
