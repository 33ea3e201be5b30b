import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nativeSources } from '../../../scripts/native/sources.mjs';
import { writeUnitySources } from '../../../scripts/native/unity.mjs';

describe('sources that are compiled together', () => {
  let base: string;
  beforeEach(() => void (base = mkdtempSync(join(tmpdir(), 'loupe-unity-'))));
  afterEach(() => rmSync(base, { recursive: true, force: true }));

  function write(sources: readonly string[]) {
    for (const source of sources) {
      mkdirSync(join(base, dirname(source)), { recursive: true });
      writeFileSync(join(base, source), 'int a;\n'.repeat(source.length));
    }
    return writeUnitySources('core', { base, sources: [...sources] });
  }

  it('are those of a folder, included by the paths that they use themselves', () => {
    const files = write([
      'native/core/image/a.cc',
      'native/core/image/b.cc',
      'packages/bench/benchmark/peers/native/c.cc',
    ]);
    expect(files).toEqual([
      'build/unity/core/core_image.cc',
      'build/unity/core/packages_bench_benchmark_peers_native.cc',
    ]);
    expect(readFileSync(join(base, files[0]!), 'utf8')).toBe(
      '#include "core/image/a.cc"\n#include "core/image/b.cc"\n',
    );
    expect(readFileSync(join(base, files[1]!), 'utf8')).toBe(
      '#include "packages/bench/benchmark/peers/native/c.cc"\n',
    );
  });

  it('are not compiled again when their list stayed the same', () => {
    const sources = ['native/core/image/a.cc'];
    const [file] = write(sources);
    utimesSync(join(base, file!), 1, 1);
    write(sources);
    expect(statSync(join(base, file!)).mtimeMs).toBe(1000);
    write([...sources, 'native/core/image/b.cc']);
    expect(statSync(join(base, file!)).mtimeMs).not.toBe(1000);
  });

  it('stay apart where they share names on purpose', () => {
    expect(write(['native/fuzz/dna_target.cc', 'native/fuzz/manifest_target.cc'])).toHaveLength(2);
  });
});

describe('the sources of a program', () => {
  it('are found by place and name: tests are no part of the engine', () => {
    expect(nativeSources('core')).toContain('native/core/signature/dna.cc');
    expect(nativeSources('core').some((path) => path.endsWith('_test.cc'))).toBe(false);
    expect(nativeSources('test')).toContain('native/fuzz/dna_target.cc');
    expect(nativeSources('test')).toHaveLength(new Set(nativeSources('test')).size);
  });
});
