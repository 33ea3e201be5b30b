import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compileAll, compiler, engineFlags } from '../../../scripts/setup/cpp.mjs';
import { SetupError } from '../../../scripts/setup/run.mjs';

/** When objects of an earlier build were made; sources are older still. */
const LONG_AGO_S = 1_000_000;

describe('compiling C++', () => {
  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'loupe-cpp-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Writes a file that looks older than every object. */
  function write(name: string, text: string) {
    writeFileSync(join(folder, name), text);
    utimesSync(join(folder, name), 1, 1);
  }

  /** Compiles one.cc and two.cc; gives the names of the objects that were made anew. */
  async function compile(flags: readonly string[] = []): Promise<string[]> {
    const objects = join(folder, 'objects');
    mkdirSync(objects, { recursive: true });
    const files = () => readdirSync(objects).filter((name) => name.endsWith('.o'));
    for (const name of files()) utimesSync(join(objects, name), LONG_AGO_S, LONG_AGO_S);
    const sources = ['one.cc', 'two.cc'].map((name) => join(folder, name));
    const made = await compileAll(sources, {
      folder: objects,
      flagsOf: () => ['-O0', `-I${folder}`, ...flags],
      header: undefined,
    });
    expect(made).toHaveLength(2);
    const isNew = (path: string) => statSync(path).mtimeMs !== LONG_AGO_S * 1000;
    return made.filter(isNew).map((path) => path.replace(/^.*_(\w+)\.cc\.o$/, '$1'));
  }

  beforeEach(() => {
    write('number.h', 'constexpr int kNumber = 1;\n');
    write('one.cc', '#include "number.h"\nint one() { return kNumber; }\n');
    write('two.cc', 'int two() { return 2; }\n');
  });

  it('compiles everything once, and again only what changed', async () => {
    expect(await compile()).toEqual(['one', 'two']);
    expect(await compile()).toEqual([]);
    writeFileSync(join(folder, 'two.cc'), 'int two() { return 3; }\n');
    expect(await compile()).toEqual(['two']);
  });

  it('compiles again what includes a header that changed', async () => {
    await compile();
    writeFileSync(join(folder, 'number.h'), 'constexpr int kNumber = 2;\n');
    expect(await compile()).toEqual(['one']);
  });

  it('compiles again what was compiled with other flags', async () => {
    await compile();
    expect(await compile(['-DOTHER'])).toEqual(['one', 'two']);
  });

  it('compiles again what an interruption left without its object', async () => {
    await compile();
    const objects = join(folder, 'objects');
    const one = readdirSync(objects).find((name) => name.endsWith('one.cc.o'))!;
    rmSync(join(objects, one));
    expect(await compile()).toEqual(['one']);
  });

  it('fails with the words of the compiler, and leaves no object', async () => {
    await compile();
    writeFileSync(join(folder, 'two.cc'), 'int two() { return three; }\n');
    const failure: unknown = await compile().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SetupError);
    expect((failure as Error).message).toContain('three');
    const left = readdirSync(join(folder, 'objects')).filter((name) => /two\.cc\.o(\.draft)?$/.test(name));
    expect(left).toEqual([]);
  });

  it('uses a header that was compiled beforehand', async () => {
    write('three.cc', 'std::vector<int> three() { return {kNumber}; }\n');
    write('all.h', '#pragma once\n#include <vector>\n#include "number.h"\n');
    const compileThree = () =>
      compileAll([join(folder, 'three.cc')], {
        folder: join(folder, 'objects'),
        flagsOf: () => ['-O0', `-I${folder}`],
        header: join(folder, 'all.h'),
      });
    await expect(compileThree()).resolves.toHaveLength(1);
    await expect(compileThree()).resolves.toHaveLength(1);
  });
});

describe('the flags of the engine', () => {
  const openCv = { includeDir: '/opencv', libDir: '/lib', source: 'environment' };

  it('name a portable processor unless another is asked for', () => {
    expect(engineFlags(openCv, 'native')).toContain('-march=native');
    expect(engineFlags(openCv).includes('-march=x86-64-v2')).toBe(process.arch === 'x64');
  });

  it('keep products and sums apart, so that every machine answers the same', () => {
    expect(engineFlags(openCv)).toContain('-ffp-contract=off');
  });
});

describe('the compiler', () => {
  it('is the one that CXX names', () => {
    expect(compiler({ CXX: 'clang++-14', PATH: '' })).toBe('clang++-14');
  });

  it('is the first that is there', () => {
    const bin = mkdtempSync(join(tmpdir(), 'loupe-bin-'));
    writeFileSync(join(bin, 'clang++'), '');
    expect(compiler({ PATH: bin })).toBe('clang++');
    writeFileSync(join(bin, 'g++'), '');
    expect(compiler({ PATH: bin })).toBe('g++');
    rmSync(bin, { recursive: true });
  });
});
