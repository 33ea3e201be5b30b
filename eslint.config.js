import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { dependencyDirection } from './scripts/eslint/dependency-direction.mjs';
import { noCircles } from './scripts/eslint/no-circles.mjs';

const nodeGlobals = {
  AbortController: 'readonly',
  AbortSignal: 'readonly',
  Buffer: 'readonly',
  URL: 'readonly',
  clearInterval: 'readonly',
  clearTimeout: 'readonly',
  console: 'readonly',
  fetch: 'readonly',
  performance: 'readonly',
  process: 'readonly',
  setImmediate: 'readonly',
  setInterval: 'readonly',
  setTimeout: 'readonly',
};

const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name: a name that callers cannot change can be found.',
};

const noAddon = {
  selector: 'Literal[value=/(\\.node$|build.Release)/]',
  message:
    'Only src/engine-host/native.ts loads the addon, from addon-place.ts; use the facade in src/engine-host.',
};

/** What people read comes from the files of console/src/i18n. */
const noSentence = [
  'JSXText[value=/\\p{L}{2}/u]',
  'JSXExpressionContainer > Literal[value=/\\p{L}{2}/u]',
  'JSXAttribute[name.name=/^(label|description|placeholder|title|text|alt|aria-label|aria-description)$/] > Literal[value=/\\p{L}{2}/u]',
].map((selector) => ({ selector, message: 'Sentences stand in console/src/i18n, in every language.' }));

/** A reading that fails is shown as one: a list that could not be read is not an empty one. */
const noUntoldFailure = {
  selector: [
    "VariableDeclarator[init.callee.name=/^useQuery(WithPreviousData)?$/] > ArrayPattern > ObjectPattern:not(:has(Property[key.name='error']))",
    "VariableDeclarator[init.argument.callee.object.callee.property.name='query'] > ObjectPattern:not(:has(Property[key.name='error']))",
  ].join(', '),
  message: 'Show the error of what could not be read, or use useQueryData.',
};
const noRawHtml = {
  selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
  message: 'What tenants wrote is text, never HTML.',
};

/**
 * Rules that need types are in .oxlintrc.json. React's compiler takes half of the time of a lint: LOUPE_LINT=deep runs it, too
 * (`npm run proof -- lint`).
 */
const isDeep = process.env.LOUPE_LINT === 'deep';
const rulesOfHooks = {
  plugins: { 'react-hooks': reactHooks },
  rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  // A comment that switches off a rule of the compiler is not superfluous where it does not run.
  linterOptions: { reportUnusedDisableDirectives: 'off' },
};

const adapterLibraries = ['fastify', 'graphql', 'graphql-yoga', 'commander', '@pothos/*', '@fastify/*'];

export default tseslint.config(
  {
    ignores: [
      '**/node_modules/',
      '**/build/',
      'dist/',
      'data/',
      'coverage/',
      '.cache/',
      'native/',
      'console/src/api/generated/',
      'packages/*/dist/',
      'packages/client/src/generated/',
    ],
  },
  js.configs.recommended,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    plugins: { loupe: { rules: { 'dependency-direction': dependencyDirection, 'no-circles': noCircles } } },
    rules: {
      'max-lines': ['error', { max: 300 }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'prefer-const': 'error',
      'no-eval': 'error',
      'no-implied-eval': 'error',
      'object-shorthand': 'error',
      'loupe/dependency-direction': 'error',
      'loupe/no-circles': 'error',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    languageOptions: { globals: nodeGlobals },
  },
  {
    files: ['**/*.cjs'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: { __dirname: 'readonly', require: 'readonly', module: 'writable' },
    },
  },
  {
    // Runs in the browsers of those who read the guide.
    files: ['scripts/guide/search.js'],
    languageOptions: {
      globals: {
        document: 'readonly',
        HTMLInputElement: 'readonly',
        matchMedia: 'readonly',
        fetch: 'readonly',
      },
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'no-restricted-syntax': ['error', noDefaultExport, noAddon],
    },
  },
  {
    files: ['src/**/*.ts', 'schema/**/*.ts'],
    rules: { 'no-console': 'error' },
  },
  {
    files: [
      'src/{access,audit,backup,cluster,content,credits,db,documents,engine,engine-host,exchange,jobs,kernel,media,organizations,page-pairing,pictures,proofs,readers,recognition,statistics,text-search,tree,users,verify}/**/*.ts',
    ],
    // Routes stand with their nouns.
    ignores: ['src/**/*.{rest,view}.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            { group: adapterLibraries, message: 'Services own rules; only adapters know the wire.' },
          ],
        },
      ],
    },
  },
  {
    files: ['console/src/**/*.{ts,tsx}'],
    extends: [isDeep ? reactHooks.configs.flat.recommended : rulesOfHooks],
    rules: {
      'no-console': 'error',
      'no-restricted-syntax': ['error', noDefaultExport, noRawHtml, noUntoldFailure, ...noSentence],
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              // The engine of browsers is made for pages.
              regex:
                '^(\\.\\./)+(?!packages/(engine-wasm|scan)/src/)(src|schema|demo|packages|test|scripts)/',
              message: 'The console knows the server by its public interface alone.',
            },
          ],
        },
      ],
    },
  },
  {
    files: [
      '{src/engine-host,packages/engine/src}/addon-place.ts',
      'packages/bench/benchmark/peers/native-addon.ts',
      'test/addon/**/*.ts',
      'test/deploy/**/*.ts',
      'test/unit/packed-engine.test.ts',
    ],
    rules: { 'no-restricted-syntax': ['error', noDefaultExport] },
  },
  {
    // Loops over pixels index typed arrays by numbers that the loop itself bounds.
    files: ['packages/bench/{paint,print,simulation}/**/*.ts'],
    rules: { '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['*.config.ts', '{console,packages/scan}/*.config.ts'],
    rules: { 'no-restricted-syntax': 'off' },
  },
  {
    files: ['test/**/*.ts', 'packages/bench/test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
  },
);
