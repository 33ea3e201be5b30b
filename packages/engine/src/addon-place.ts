/** Where the native engine lies in the npm package: prebuilt for this system, or built when the package was installed. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { AddonPlace } from '../../../src/engine-host/addon-place.js';

/** This module is a part of `dist/index.js` or `dist/index.cjs`. */
const root = dirname(dirname(fileURLToPath(import.meta.url)));
const system = `${process.platform}-${process.arch}`;
const built = join(root, 'build', 'Release', 'loupe.node');

export const addonPlace: AddonPlace = {
  root,
  file: existsSync(built) ? built : join(root, 'prebuilds', system, 'loupe.node'),
  advice:
    `Reinstall @loupe-print/engine on this system (${system}, Node ${process.versions.node}): it is prebuilt for ` +
    'linux-x64 and linux-arm64 with glibc 2.36 or newer, and compiled elsewhere.',
  check: () => undefined,
};
