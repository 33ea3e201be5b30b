/** Manifests that are made to keep a reader busy, read in a thread as all large ones. */
import { expect, test } from 'vitest';
import type { ManifestName } from '../../src/engine/imports/import-manifest.js';
import { readManifest } from '../../src/engine/imports/manifest-reader.js';

test.each<[string, ManifestName, string, RegExp]>([
  ['lines', 'manifest.csv', `file\n${'a.jpg\n'.repeat(100_001)}`, /more than 100000 entries/],
  ['cells', 'manifest.csv', 'file,'.repeat(100_000), /more than 1000 cells/],
  ['lines of objects', 'manifest.jsonl', '{}\n'.repeat(100_001), /more than 100000 entries/],
  ['entries', 'manifest.json', `[${'{},'.repeat(100_001)}{}]`, /more than 100000 entries/],
  ['lists', 'manifest.json', `[${'[],'.repeat(1_300_000)}[]]`, /more than 2500000 values/],
  ['levels', 'manifest.json', '['.repeat(1_000_000), /more than 128 levels/],
])('%s without end are refused', async (_, name, text, why) => {
  await expect(readManifest(name, Buffer.from(text))).rejects.toMatchObject({
    code: 'INVALID_MANIFEST',
    message: expect.stringMatching(why) as string,
  });
});

test('a large one is read as a small one', async () => {
  const lines = Array.from({ length: 5000 }, (_, at) => `${at}.jpg,id-${at},red;blue,{"page": ${at}},maybe`);
  const entries = await readManifest(
    'manifest.csv',
    Buffer.from(
      `file,id,keywords,metadata,active\n${lines.map((line) => line.replace(/\{.*\}/, (json) => `"${json.replaceAll('"', '""')}"`)).join('\n')}`,
    ),
  );
  expect(entries).toHaveLength(5000);
  expect(entries[4321]).toMatchObject({
    line: 4323,
    id: 'id-4321',
    keywords: ['red', 'blue'],
    metadata: { page: 4321 },
    fault: { code: 'INVALID_MANIFEST', message: expect.stringContaining('line 4323') as string },
  });
});
