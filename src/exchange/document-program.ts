/** Runs in a thread: reads the JSON or XML of a document that somebody sent, and refuses what has not its form. */
import { answerReadings, inParts } from '../kernel/programs/reading-program.js';
import { type DocumentPart, type DocumentSource, readText } from './document-reader.js';
import { requireFile } from './import-file.js';
import { ImportReport } from './import-report.js';

await answerReadings<DocumentSource, DocumentPart>(async function* (source) {
  const read = await readText(source);
  const file = requireFile(read, new ImportReport(read.lineOf));
  yield [{ file: JSON.stringify(file) }];
  yield* inParts(read.lines, ([key]) => 40 + key.length);
});
