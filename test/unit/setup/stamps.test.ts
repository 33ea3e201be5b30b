import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clearStamp, contentHash, listFiles, readStamp, writeStamp } from '../../../scripts/setup/stamps.mjs';

describe('content stamps', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'loupe-stamps-'));
    mkdirSync(join(dir, 'native/core'), { recursive: true });
    writeFileSync(join(dir, 'native/core/match.cc'), 'int a;');
    writeFileSync(join(dir, 'binding.gyp'), '{}');
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  const hash = (facts: string[] = []) =>
    contentHash(dir, listFiles([join(dir, 'native'), join(dir, 'binding.gyp')]), facts);

  it('stays the same when nothing changes, even after a rewrite with the same content', () => {
    const before = hash();
    writeFileSync(join(dir, 'binding.gyp'), '{}');
    expect(hash()).toBe(before);
  });

  it('changes when content, a name, the set of files or a fact changes', () => {
    const hashes = [hash(), hash(['v20'])];
    writeFileSync(join(dir, 'native/core/match.cc'), 'int b;');
    hashes.push(hash());
    renameSync(join(dir, 'native/core/match.cc'), join(dir, 'native/core/other.cc'));
    hashes.push(hash());
    writeFileSync(join(dir, 'native/core/new.cc'), '');
    hashes.push(hash());
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('does not depend on where the clone lies', () => {
    const before = hash();
    const moved = `${dir}-moved`;
    renameSync(dir, moved);
    dir = moved;
    expect(hash()).toBe(before);
  });

  it('leaves out missing paths and ignored files', () => {
    const files = listFiles([join(dir, 'native'), join(dir, 'absent')], (path: string) =>
      path.endsWith('.cc'),
    );
    expect(files).toEqual([]);
  });

  it('remembers a value until it is cleared', () => {
    const file = join(dir, 'build/.stamp');
    expect(readStamp(file)).toBeUndefined();
    writeStamp(file, 'abc');
    expect(readStamp(file)).toBe('abc');
    clearStamp(file);
    expect(readStamp(file)).toBeUndefined();
  });
});
