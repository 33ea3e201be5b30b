import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inRoot } from '../../../scripts/setup/paths.mjs';
import { noteFile, prebuiltFile, readNote, systemName } from '../../../scripts/setup/prebuilt.mjs';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
/** The place of a prebuilt engine in a clone. */
const fileIn = (system: string) => relative(inRoot(), prebuiltFile(system));
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** An addon that loads, and is not the engine: the driver of the database. */
const loadableAddon = () =>
  readFileSync(inRoot(`node_modules/better-sqlite3/prebuilds/${systemName()}.node`));

/** A clone of the sources and the set-up, with a prebuilt engine of its own. */
class Clone {
  readonly home = mkdtempSync(join(tmpdir(), 'loupe-prebuilt-'));
  folder = join(this.home, 'clone');

  constructor() {
    const parts = [
      'scripts/setup',
      'scripts/native',
      'scripts/node',
      'package.json',
      'package-lock.json',
      'binding.gyp',
    ];
    for (const part of parts) cpSync(inRoot(part), this.path(part), { recursive: true });
    this.write('native/core/engine.cc', 'int answer() { return 42; }\n');
    this.write('native/core/engine_test.cc', '// a test\n');
  }

  path(...parts: string[]) {
    return join(this.folder, ...parts);
  }

  write(path: string, text: string | Buffer) {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), text);
  }

  /** The answer of a function of the clone's own `prebuilt.mjs`. */
  ask(call: string, env: NodeJS.ProcessEnv = {}): string {
    const program = `import * as prebuilt from './scripts/setup/prebuilt.mjs'; console.log(await prebuilt.${call});`;
    return execFileSync(process.execPath, ['--input-type=module', '-e', program], {
      cwd: this.folder,
      encoding: 'utf8',
      env: { ...process.env, OPENCV_INCLUDE_DIR: '', OPENCV_LIB_DIR: '', LOUPE_MARCH: '', ...env },
    }).trim();
  }

  /** Makes these bytes the prebuilt engine of the sources as they are. */
  prebuild(addon: Buffer, changes: object = {}) {
    const system = systemName();
    this.write(fileIn(system), brotliCompressSync(addon, QUICKLY));
    const note = { system, sources: this.ask('sourcesHash()'), addon: sha256(addon), ...changes };
    this.write(`prebuilt/${system}.json`, JSON.stringify(note));
  }

  take(env: NodeJS.ProcessEnv = {}) {
    return this.ask("takePrebuilt('engine/addon')", env);
  }

  get isTaken() {
    return existsSync(this.path('engine/addon'));
  }

  move() {
    const place = join(this.home, 'moved');
    renameSync(this.folder, place);
    this.folder = place;
  }
}

describe('the prebuilt engine', () => {
  let clone: Clone;
  beforeEach(() => void (clone = new Clone()));
  afterEach(() => rmSync(clone.home, { recursive: true, force: true }));

  it('is taken where it was made of these sources, and nothing else is left behind', () => {
    const addon = loadableAddon();
    clone.prebuild(addon);
    expect(clone.take()).toBe('undefined');
    expect(readFileSync(clone.path('engine/addon')).equals(addon)).toBe(true);
    expect(clone.ask('prebuiltStamp()')).toContain(sha256(addon));
  });

  it('is not taken after any change of the sources, apart from tests', () => {
    clone.prebuild(loadableAddon());
    clone.write('native/core/engine_test.cc', '// another test\n');
    expect(clone.ask('prebuiltStamp()')).toContain('prebuilt');
    for (const path of [
      'native/core/engine.cc',
      'native/binding/addon.cc',
      'native/stand_ins/more.cc',
      'binding.gyp',
    ]) {
      clone.prebuild(loadableAddon());
      clone.write(path, `${existsSync(clone.path(path)) ? readFileSync(clone.path(path), 'utf8') : ''}\n`);
      expect(clone.take(), path).toContain('made of other sources');
      expect(clone.ask('prebuiltStamp()'), path).toBe('undefined');
      expect(clone.isTaken, path).toBe(false);
    }
  });

  it('is not taken after other headers or flags', () => {
    clone.prebuild(loadableAddon());
    const lock = readFileSync(clone.path('package-lock.json'), 'utf8');
    clone.write(
      'package-lock.json',
      lock.replace(/("node_modules\/node-addon-api": \{\s+"version": ")[^"]+/, '$10.0.0'),
    );
    expect(clone.take()).toContain('made of other sources');
  });

  it('is not taken where it is cut short', () => {
    clone.prebuild(loadableAddon());
    const name = fileIn(systemName());
    clone.write(name, readFileSync(clone.path(name)).subarray(0, 10_000));
    expect(clone.take()).toContain('damaged');
    expect(clone.isTaken).toBe(false);
  });

  it('is not taken where it is another one than its note says', () => {
    clone.prebuild(loadableAddon(), { addon: sha256(Buffer.from('another')) });
    expect(clone.take()).toContain('damaged');
    expect(clone.isTaken).toBe(false);
  });

  it('is not taken where it does not load, as that of another processor or C library', () => {
    clone.prebuild(Buffer.from('no addon'));
    expect(clone.take()).toContain('does not load');
    expect(clone.isTaken).toBe(false);
  });

  it('is not taken where there is none, or one of another system under its name', () => {
    expect(clone.take()).toContain(`no prebuilt engine for ${systemName()}`);
    clone.prebuild(loadableAddon(), { system: 'plan9-mips' });
    expect(clone.take()).toContain('plan9-mips');
    expect(clone.isTaken).toBe(false);
  });

  it('is not taken where somebody asks for a processor, an OpenCV or none', () => {
    clone.prebuild(loadableAddon());
    expect(clone.take({ LOUPE_MARCH: 'native' })).toContain('LOUPE_MARCH');
    expect(clone.take({ OPENCV_LIB_DIR: '/mine' })).toContain('OPENCV_LIB_DIR');
    expect(clone.take({ LOUPE_PREBUILT: 'no' })).toContain('LOUPE_PREBUILT');
    expect(clone.isTaken).toBe(false);
  });

  it('stays the one of a clone that is moved', () => {
    clone.prebuild(loadableAddon());
    const stamp = clone.ask('prebuiltStamp()');
    clone.move();
    expect(clone.ask('prebuiltStamp()')).toBe(stamp);
  });

  it('in the tree is whole, for whichever sources it was made', () => {
    for (const system of ['linux-x64', 'linux-arm64'].filter((name) => existsSync(noteFile(name)))) {
      const addon = brotliDecompressSync(readFileSync(prebuiltFile(system)));
      expect(readNote(system)).toMatchObject({ system, addon: sha256(addon) });
    }
  });
});
