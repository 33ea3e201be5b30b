import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { librariesIn } from '../../scripts/pack/libraries.mjs';
import { isNeededToRun } from '../../scripts/pack/packages.mjs';
import { writeManifest } from '../../scripts/pack/manifest.mjs';
import { requirePackedEngine } from '../../src/engine-host/addon-place.js';

const ENGINE = 'build/engine';

describe('the engine of a packed program', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'loupe-packed-engine-'));
    mkdirSync(join(folder, 'build'), { recursive: true });
    writeFileSync(join(folder, ENGINE), 'engine');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is loaded where it is the one of the manifest, and where there is no manifest', () => {
    expect(() => requirePackedEngine(folder)).not.toThrow();
    writeManifest(folder, [ENGINE]);
    expect(() => requirePackedEngine(folder)).not.toThrow();
  });

  it('is refused in one sentence where it is another or is gone', () => {
    writeManifest(folder, [ENGINE]);
    writeFileSync(join(folder, ENGINE), 'another');
    const sentence = `${ENGINE} is not the file that this Loupe was packed with, and is not loaded: unpack the archive again.`;
    expect(() => requirePackedEngine(folder)).toThrow(sentence);
    rmSync(join(folder, ENGINE));
    expect(() => requirePackedEngine(folder)).toThrow(sentence);
  });

  it('is refused on another system', () => {
    writeManifest(folder, [ENGINE]);
    expect(() => requirePackedEngine(folder, 'linux-riscv64')).toThrow('this is linux-riscv64');
  });
});

describe('the libraries that are packed', () => {
  it('are those that not every system has', () => {
    const text = `
      linux-vdso.so.1 (0x1)
      libopencv_core.so.406 => /usr/lib/libopencv_core.so.406 (0x2)
      libc.so.6 => /lib/libc.so.6 (0x3)
      libstdc++.so.6 => /lib/libstdc++.so.6 (0x4)
      libX11.so.6 => /lib/libX11.so.6 (0x5)
      /lib64/ld-linux-x86-64.so.2 (0x6)`;
    expect([...librariesIn(text).keys()]).toEqual(['libopencv_core.so.406', 'libX11.so.6']);
  });

  it('are all found, or nothing is packed', () => {
    expect(() => librariesIn('  libjpeg.so.62 => not found')).toThrow('libjpeg.so.62');
  });
});

describe('what is packed of npm packages', () => {
  const isNeeded = (path: string): boolean => isNeededToRun(path, 'linux-x64');

  it('is what runs, and licenses', () => {
    for (const path of [
      '',
      '/index.js',
      '/LICENSE.md',
      '/lib/a.wasm',
      '/prebuilds',
      '/prebuilds/linux-x64/built',
    ])
      expect([path, isNeeded(path)]).toEqual([path, true]);
  });

  it('is neither what it was made from nor what is for other systems', () => {
    for (const path of [
      '/index.js.map',
      '/index.d.ts',
      '/README.md',
      '/deps/sqlite3.c',
      '/prebuilds/darwin-x64/built',
    ])
      expect([path, isNeeded(path)]).toEqual([path, false]);
  });
});
