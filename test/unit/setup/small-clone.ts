/** A folder that holds what chooses and brings a Node, as in a clone, and a host with another Node. */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { integrityOf, type PublishedPackage } from './package-registry.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const PARTS = ['bin', 'scripts/node', 'package.json', '.npmrc'];

export interface Outcome {
  readonly exitCode: number | null;
  readonly out: string;
  readonly error: string;
}

function writeProgram(path: string, text: string) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}

/** A package of these files, which can be run, as a gzipped tar file. */
function pack(name: string, version: string, programs: Readonly<Record<string, string>>): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-package-'));
  for (const [path, text] of Object.entries(programs)) writeProgram(join(folder, 'package', path), text);
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify({ name, version }));
  execFileSync('tar', ['-czf', 'package.tgz', 'package'], { cwd: folder });
  const archive = readFileSync(join(folder, 'package.tgz'));
  rmSync(folder, { recursive: true });
  return archive;
}

/** A package that says it is that version of Node, and runs programs with the Node of this test; none of another processor. */
export function packNode(version: string, arch: string = process.arch): PublishedPackage {
  const answer = arch === process.arch ? `[ "$1" = --version ] && echo v${version} && exit 0` : 'exit 1';
  const name = `node-linux-${arch}`;
  const archive = pack(name, version, {
    'bin/node': `#!/bin/sh\n${answer}\nexec "${process.execPath}" "$@"\n`,
  });
  return { name, version, archive };
}

const NPM_VERSION = '11.0.1';

/** An npm that only says its name. */
export const npmPackage: PublishedPackage = {
  name: 'npm',
  version: NPM_VERSION,
  archive: pack('npm', NPM_VERSION, {
    'bin/npm-cli.js': '#!/usr/bin/env node\nconsole.log("the npm that came along");\n',
  }),
};

export class SmallClone {
  readonly folder = mkdtempSync(join(tmpdir(), 'loupe-clone-'));

  constructor() {
    for (const part of PARTS) cpSync(join(root, part), join(this.folder, part), { recursive: true });
  }

  path(...parts: string[]) {
    return join(this.folder, ...parts);
  }

  /** Makes this Node the one to bring; the package may be another than the registry's. */
  pin({ version, archive }: PublishedPackage, arch: string = process.arch) {
    const node = { version, integrity: { [arch]: integrityOf(archive) } };
    const npm = { version: npmPackage.version, integrity: integrityOf(npmPackage.archive) };
    writeFileSync(
      this.path('scripts/node/pinned.json'),
      JSON.stringify({ default: '24', npm, versions: { '24': node } }),
    );
  }

  /** The environment of a host whose `node` says that it is of that version. */
  host(version: string, registry = '', facts: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
    const disguise = this.path('disguise.cjs');
    const lines = Object.entries(facts).map(
      ([name, value]) => `Object.defineProperty(process, '${name}', { value: '${value}' });`,
    );
    lines.push(`Object.defineProperty(process.versions, 'node', { value: '${version}' });`);
    writeFileSync(disguise, lines.join('\n'));
    writeProgram(
      this.path('host/node'),
      `#!/bin/sh\nexec "${process.execPath}" --require "${disguise}" "$@"\n`,
    );
    const env = { ...process.env };
    delete env.npm_execpath;
    delete env.npm_node_execpath;
    return {
      ...env,
      PATH: `${this.path('host')}:${env.PATH}`,
      npm_config_registry: registry,
      npm_config_cache: this.path('npm-cache'),
      npm_config_fetch_retries: '0',
    };
  }

  /** Runs `bin/loupe-node` with these arguments to its end. */
  run(env: NodeJS.ProcessEnv, ...args: string[]): Promise<Outcome> {
    return new Promise((resolve) => {
      const child = execFile(this.path('bin/loupe-node'), args, { env }, (_, out, error) =>
        resolve({ exitCode: child.exitCode, out, error }),
      );
    });
  }

  /** Starts `bin/loupe-node` in a process group of its own. */
  start(env: NodeJS.ProcessEnv, ...args: string[]) {
    return spawn(this.path('bin/loupe-node'), args, {
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  remove() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
