import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const inConsole = (path: string) => new URL(path, import.meta.url).pathname;

/** The running Loupe that `npm run console:dev` talks to. */
const server = process.env['LOUPE_URL'] ?? 'http://127.0.0.1:4000';

export default defineConfig({
  root: inConsole('.'),
  plugins: [react()],
  experimental: {
    // The page is opened at many addresses and names its files from the root, where the server puts its own path before
    // them; the files name each other by where they lie.
    renderBuiltUrl: (file, { hostType }) => (hostType === 'html' ? `/${file}` : { relative: true }),
  },
  build: {
    outDir: inConsole('../dist/console'),
    emptyOutDir: true,
    target: 'es2022',
    // Else light-dark() would be rewritten for browsers that know it not, by variables that nobody sets.
    cssTarget: ['chrome125', 'safari17.5', 'firefox125'],
    // The policy of the pages allows no data: addresses for fonts and scripts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
  },
  server: {
    proxy: Object.fromEntries(
      ['/graphql', '/files', '/api', '/docs', '/guide', '/health', '/openapi.json'].map((path) => [
        path,
        { target: server, changeOrigin: false },
      ]),
    ),
  },
});
