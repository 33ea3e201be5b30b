import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { floorFaults } from '../../../scripts/support/floors.mjs';

describe('the floors of the native engine', () => {
  let dir: string;
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  };
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'loupe-floors-'));
    write('core/floors.txt', '# lowest first\nbase  ground\nindex  lists\n');
    write('core/base/error.h', 'namespace loupe::base {\n}\n');
    write('core/index/lists.h', '#include "core/base/error.h"\nnamespace loupe::index {\n}\n');
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('hold when every include goes down or stays', () => {
    expect(floorFaults(dir)).toEqual([]);
  });

  it('break by an include from a lower floor to a higher one', () => {
    write('core/base/error.h', '#include "core/index/lists.h"\nnamespace loupe::base {\n}\n');
    expect(floorFaults(dir)).toEqual([
      'core/base/error.h includes core/index/lists.h, which lies on a higher floor',
    ]);
  });

  it('break by an include that does not start at the root, or leads out of the engine', () => {
    write('core/index/lists.h', '#include "../base/error.h"\n#include "test/random.h"\n');
    expect(floorFaults(dir)).toHaveLength(2);
  });

  it('leave tests free to look up', () => {
    write('core/base/error_test.cc', '#include "core/index/lists.h"\n#include "test/random.h"\n');
    expect(floorFaults(dir)).toEqual([]);
  });

  it('break by a namespace that is not the folder, and by a folder that is not listed', () => {
    write('core/index/lists.h', 'namespace loupe::base {\n}\n');
    write('core/attic/old.h', 'namespace loupe::attic {\n}\n');
    expect(floorFaults(dir).join('\n')).toMatch(
      /folder attic is not in[^]*loupe::base instead of loupe::index/,
    );
  });
});
