/** Files of a GraphQL request. */
import type { SentFile } from '../row.js';

export const upload = (picture: SentFile, ...names: readonly string[]) => ({
  files: () => Object.fromEntries(names.map((name) => [name, picture])),
});
