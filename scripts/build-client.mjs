/** `npm run client:build`: compiles the client package for its tarball and its examples. */
import './node/require.cjs';
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { inRoot } from './setup/paths.mjs';

rmSync(inRoot('packages/client/dist'), { recursive: true, force: true });
execFileSync(
  process.execPath,
  [inRoot('node_modules/typescript-7/bin/tsc'), '-p', inRoot('packages/client')],
  { stdio: 'inherit' },
);
