import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { commonFlags } from '../../../scripts/native/flags.mjs';
import { compiler, findNodeGyp } from '../../../scripts/native/gyp.mjs';
import { SetupError } from '../../../scripts/setup/run.mjs';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'loupe-gyp-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), '');
  return join(folder, path);
}

const HEADERS = 'include/node/common.gypi';
const NPM = 'lib/node_modules/npm/bin/npm-cli.js';
const GYP = 'lib/node_modules/npm/node_modules/node-gyp/bin/node-gyp.js';

describe('node-gyp', () => {
  const forbidden = () => {
    throw new Error('nothing is to be brought');
  };

  it('is the one that npm carries, on the headers beside the Node that runs', () => {
    const node = write('own/bin/node');
    write(`own/${HEADERS}`);
    const npm = write(`own/${NPM}`);
    const program = write(`own/${GYP}`);
    expect(findNodeGyp({ node, npm, bring: forbidden })).toEqual({ program, nodeDir: join(folder, 'own') });
  });

  it('is brought with the pinned Node where npm has none, and so are headers', () => {
    const node = write('own/bin/node');
    const npm = write('own/bin/npm');
    const pinned = write('pinned/bin/node');
    write(`pinned/${HEADERS}`);
    write(`pinned/${NPM}`);
    const program = write(`pinned/${GYP}`);
    const found = findNodeGyp({ node, npm, bring: () => pinned });
    expect(found).toEqual({ program, nodeDir: join(folder, 'pinned') });
  });

  it('is missed in one sentence that says what to do', () => {
    const node = write('own/bin/node');
    const npm = write(`own/${NPM}`);
    write(`own/${GYP}`);
    const bring = () => {
      const error = new Error('Node 24 could not be fetched from the registry (ENOTFOUND)');
      throw Object.assign(error, { isExplained: true, advice: 'check the network' });
    };
    const find = () => findNodeGyp({ node, npm, bring });
    expect(find).toThrow(SetupError);
    expect(find).toThrow(
      /^The engine cannot be compiled without a Node with its headers; .*: check the network, .*\.$/,
    );
  });
});

describe('the compiler', () => {
  it('is the one that CXX names', () => {
    expect(compiler({ CXX: 'clang++-14', PATH: '' })).toBe('clang++-14');
  });

  it('is the first that is there', () => {
    write('bin/clang++');
    expect(compiler({ PATH: join(folder, 'bin') })).toBe('clang++');
    write('bin/g++');
    expect(compiler({ PATH: join(folder, 'bin') })).toBe('g++');
  });
});

describe('the flags of the engine', () => {
  it('name a portable processor unless another is asked for', () => {
    expect(commonFlags('native')).toContain('-march=native');
    expect(commonFlags('', 'x64')).toContain('-march=x86-64-v2');
    expect(commonFlags('', 'arm64').some((flag) => flag.startsWith('-march'))).toBe(false);
  });

  it('keep products and sums apart, so that every machine answers the same', () => {
    expect(commonFlags()).toContain('-ffp-contract=off');
  });
});
