/**
 * What the installed engine answers about a set of pictures, as JSON: node answers.mjs SET FILE. Wants `@loupe-print/engine`
 * in a folder above it.
 */
import { Engine } from '@loupe-print/engine';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [set, file] = process.argv.slice(2);
const read = (name) => readFileSync(join(set, name));
const hashOf = (bytes) => createHash('sha256').update(bytes).digest('hex');
const { refs, queries } = JSON.parse(read('manifest.json'));

const engine = new Engine({ threads: 2 });
const index = engine.createIndex();
const answers = { decoded: {}, signatures: {}, colors: {}, searches: {}, comparisons: {}, likenesses: {} };
for (const { id, file: name } of refs) {
  const picture = read(name);
  const { data, width, height } = await engine.decode(picture, 640);
  answers.decoded[id] = `${width} x ${height}, ${hashOf(data)}`;
  const signature = await engine.extract(picture);
  answers.signatures[id] = hashOf(signature.dna);
  await index.add(id, signature);
  answers.colors[id] = await engine.colors(picture);
}
let recognized = 0;
for (const { file: name, ref } of queries) {
  const photo = read(name);
  const { hits } = await index.search(photo, { limit: 3 });
  answers.searches[name] = hits;
  if (ref !== null && hits[0]?.id === ref && ['Clone', 'Match'].includes(hits[0].decision)) recognized += 1;
  if (ref === null) continue;
  const reference = read(refs.find(({ id }) => id === ref).file);
  answers.comparisons[name] = await engine.explain(photo, reference);
  answers.likenesses[name] = await engine.similarity(photo, reference);
}
engine.close();
writeFileSync(file, JSON.stringify(answers));
console.log(`== ${recognized} of ${queries.filter(({ ref }) => ref !== null).length} photos recognized`);
