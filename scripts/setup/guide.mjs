/** dist/guide: the documentation as a site. */
import { inRoot } from './paths.mjs';
import { site } from './site.mjs';
import { listFiles } from './stamps.mjs';

export const guideSite = site('guide', () => listFiles([inRoot('docs'), inRoot('scripts/guide')]));
