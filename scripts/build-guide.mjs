/**
 * Builds the guide from `docs/` into dist/guide, with compressed copies of its files and the checksums of the few scripts that
 * stand within its pages, which the server allows by them. A step of the set-up, in a process of its own.
 */
import './node/require.cjs';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vitepress';
import { guideSite } from './setup/guide.mjs';
import { inRoot } from './setup/paths.mjs';
import { precompress } from './setup/precompress.mjs';
import { listFiles } from './setup/stamps.mjs';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

await build(inRoot('docs'));
const checksums = new Set();
for (const page of listFiles([guideSite.folder]).filter((file) => file.endsWith('.html'))) {
  for (const [, script] of readFileSync(page, 'utf8').matchAll(INLINE_SCRIPT)) {
    checksums.add(`sha256-${createHash('sha256').update(script).digest('base64')}`);
  }
}
writeFileSync(join(guideSite.folder, 'inline-scripts.json'), JSON.stringify([...checksums].sort()));
await precompress(guideSite.folder);
