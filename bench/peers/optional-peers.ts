/**
 * Peers that are npm packages, each in a folder of its own with its own package.json, so that the product never
 * depends on them. Missing ones are left out with the reason.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';

import { projectRoot } from '../project-root.js';
import type { Peer } from './native-addon.js';

export interface OptionalPeer {
  readonly name: string;
  /** null when it cannot be used; `reason` says why then. */
  readonly make: (() => Peer) | null;
  readonly reason: string;
}

const FOLDERS = ['usearch', 'opencv4nodejs'] as const;

type PeerModule = { readonly makePeer: () => Peer };

const PEER_MODULE = z.custom<PeerModule>(
  (value) => z.object({ makePeer: z.function() }).safeParse(value).success,
);

export function findOptionalPeers(): OptionalPeer[] {
  return FOLDERS.map((name): OptionalPeer => {
    const folder = join(projectRoot, 'bench/peers', name);
    if (!existsSync(join(folder, 'node_modules'))) {
      return { name, make: null, reason: `not installed (read bench/peers/${name}/README.md)` };
    }
    try {
      const loaded: unknown = createRequire(import.meta.url)(join(folder, 'peer.cjs'));
      return { name, make: PEER_MODULE.parse(loaded).makePeer, reason: '' };
    } catch (error) {
      const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
      return { name, make: null, reason: `does not load: ${line}` };
    }
  });
}
