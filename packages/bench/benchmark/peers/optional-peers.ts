/**
 * Peers that are npm packages, each in a folder of its own with its own package.json, so that the product never
 * depends on them. Missing ones are left out with the reason.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { z } from 'zod';

import { projectRoot } from '../project-root.js';
import type { Peer } from './native-addon.js';

export interface OptionalPeer {
  readonly name: string;
  /** Of the package; empty when it is not installed. */
  readonly version: string;
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
    const folder = join(projectRoot, 'packages/bench/benchmark/peers', name);
    if (!existsSync(join(folder, 'node_modules'))) {
      return {
        name,
        version: '',
        make: null,
        reason: `not installed (read packages/bench/benchmark/peers/${name}/README.md)`,
      };
    }
    const version = versionIn(folder);
    try {
      const loaded: unknown = createRequire(import.meta.url)(join(folder, 'peer.cjs'));
      return { name, version, make: PEER_MODULE.parse(loaded).makePeer, reason: '' };
    } catch (error) {
      const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
      return { name, version, make: null, reason: `does not load: ${line}` };
    }
  });
}

const MANIFEST = z.object({ dependencies: z.record(z.string(), z.string()) });

/** The folder of a peer pins its only package. */
function versionIn(folder: string): string {
  const { dependencies } = MANIFEST.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  return Object.values(dependencies).join(', ');
}
