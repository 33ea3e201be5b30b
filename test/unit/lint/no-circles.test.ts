import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ESLint, Linter } from 'eslint';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import tseslint from 'typescript-eslint';
import { noCircles } from '../../../scripts/eslint/no-circles.mjs';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'loupe-circles-'));
});

afterEach(() => rmSync(root, { recursive: true }));

/** Writes the files and returns the messages for the first one. */
function reports(files: Readonly<Record<string, string>>): string[] {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const linter = new Linter({ cwd: root });
  const config: Linter.Config = {
    files: ['**/*.ts'],
    languageOptions: { parser: tseslint.parser },
    plugins: { loupe: { rules: { 'no-circles': noCircles } } },
    rules: { 'loupe/no-circles': 'error' },
  };
  const [path = '', text = ''] = Object.entries(files)[0] ?? [];
  return linter.verify(text, config, { filename: join(root, path) }).map(({ message }) => message);
}

describe('no circles', () => {
  it('reports two files that import each other, and says which', () => {
    const found = reports({
      'src/a.ts': "import { b } from './b.js';\nexport const a = () => b;",
      'src/b.ts': "import { a } from './a.js';\nexport const b = () => a;",
    });
    expect(found).toEqual(['These files import each other: src/a.ts → src/b.ts → src/a.ts.']);
  });

  it('reports a circle through other folders, of types and of re-exports', () => {
    const found = reports({
      'one/a.ts': "import { b } from '../two/b.js';\nexport type A = typeof b;",
      'two/b.ts': "export { c as b } from '../three/index.js';",
      'three/index.ts': "import type { A } from '../one/a.js';\nexport const c: A | 1 = 1;",
    });
    expect(found).toEqual([
      'These files import each other: one/a.ts → two/b.ts → three/index.ts → one/a.ts.',
    ]);
  });

  it('reports a circle that a file meets only when it runs', () => {
    const found = reports({
      'a.ts': "export const load = () => import('./b.mjs');",
      'b.mjs': "import './a.js';",
    });
    expect(found).toHaveLength(1);
  });

  it('is content with files that share one, and leaves a circle further down to its members', () => {
    const files = {
      'top.ts': "import './left.js';\nimport './right.js';",
      'left.ts': "import './shared.js';",
      'right.ts': "import './shared.js';",
      'shared.ts': "import './other.js';\nimport 'vitest';",
      'other.ts': "import './shared.js';",
    };
    expect(reports(files)).toEqual([]);
  });

  it('is switched on everywhere', async () => {
    const eslint = new ESLint();
    for (const path of [
      'src/app/services.ts',
      'schema/documents/document.ts',
      'packages/bench/benchmark/run.ts',
      'scripts/bench.mjs',
    ]) {
      const config = (await eslint.calculateConfigForFile(path)) as Linter.Config;
      expect(config.rules?.['loupe/no-circles']).toEqual([2]);
    }
  });
});
