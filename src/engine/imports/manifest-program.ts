/** Runs in a thread: reads the manifest of an archive. */
import { answerReadings, inParts } from '../../kernel/programs/reading-program.js';
import { type ManifestName, parseManifest } from './import-manifest.js';
import { sentEntry, type SentEntry } from './manifest-reader.js';

interface Input {
  readonly name: ManifestName;
  readonly bytes: Uint8Array;
}

await answerReadings<Input, SentEntry>(async function* ({ name, bytes }) {
  const entries = await parseManifest(name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  yield* inParts(entries.map(sentEntry), ({ keywords }) => 500 + 50 * keywords.length);
});
