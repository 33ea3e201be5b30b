/** Runs in a thread: reads a spreadsheet that somebody sent. */
import { answerReadings, inParts } from '../../kernel/programs/reading-program.js';
import { readCsv } from './csv.reader.js';
import { FileLines, type ReadLine } from './sheet-lines.js';
import { readXlsx } from './xlsx.reader.js';

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');

await answerReadings<Uint8Array, ReadLine>(async function* (input) {
  const bytes = Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  const lines = new FileLines();
  if (bytes.subarray(0, 4).equals(ZIP)) await readXlsx(bytes, (sheet) => lines.beginSheet(sheet));
  else readCsv(bytes, lines.beginSheet(''));
  yield* inParts(lines.end(), ({ cells }) =>
    Object.values(cells).reduce((sum, cell) => sum + 2 * cell.length, 0),
  );
});
