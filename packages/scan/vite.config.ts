/**
 * The module of pages and, with `--mode worker` or `--mode comparison`, the programs beside it: a small file each, without `eval`,
 * that bundlers may move alone.
 */
import { defineConfig } from 'vite';

const inPackage = (path: string) => new URL(path, import.meta.url).pathname;

const ENTRIES = {
  page: { 'loupe-scan': inPackage('src/index.ts') },
  worker: { worker: inPackage('src/worker.ts') },
  comparison: { comparison: inPackage('src/comparison.ts') },
};

export default defineConfig(({ mode }) => ({
  root: inPackage('.'),
  publicDir: false,
  // Readers see sentences of `sentences.ts` by the codes of failures: those of the engine stay out.
  resolve: { alias: [{ find: /^.*\/pack-error\.js$/, replacement: inPackage('src/scan-error.ts') }] },
  build: {
    target: 'es2022',
    modulePreload: false,
    emptyOutDir: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: ENTRIES[mode as keyof typeof ENTRIES],
      preserveEntrySignatures: 'exports-only',
      output: { entryFileNames: '[name].js' },
    },
  },
}));
