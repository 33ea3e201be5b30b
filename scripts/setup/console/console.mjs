/** dist/console: the web application, bundled. */
import { inRoot, schemaFile } from '../paths.mjs';
import { site } from '../site.mjs';
import { listFiles } from '../stamps.mjs';

export const consoleSite = site('console', () => [
  ...listFiles([inRoot('console')], (path) => path.endsWith('/generated')),
  schemaFile,
]);
