/** The module of pages and the worker beside it, as small files without `eval`. */
import { defineConfig } from 'vite';

const inPackage = (path: string) => new URL(path, import.meta.url).pathname;

export default defineConfig({
  root: inPackage('.'),
  publicDir: false,
  build: {
    target: 'es2022',
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: { 'loupe-scan': inPackage('src/index.ts'), worker: inPackage('src/worker.ts') },
      preserveEntrySignatures: 'exports-only',
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared.js' },
    },
  },
});
