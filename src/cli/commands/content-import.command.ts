/** `loupe content import`: content of another platform under the ids that it has there. */
import type { Command } from 'commander';
import { createReadStream } from 'node:fs';
import { stat, readFile } from 'node:fs/promises';
import { dirname, basename, isAbsolute, relative, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { operator } from '../../access/viewer.js';
import type {
  ContentImportRun,
  ImportedElement,
} from '../../exchange/content-import/content-import.service.js';
import { badInput, isPassing, LoupeError } from '../../kernel/errors.js';
import { type CliContext, withServices } from '../context.js';
import { addProposeCommand } from './content-propose.command.js';
import { examples } from '../options.js';
import type { OutputOptions } from '../output.js';
import { fileNotFound } from '../picture-files.js';
import { reportRows, requireReport } from '../report-file.js';
import { hash } from 'node:crypto';
import type { UploadedFile } from '../../media/uploads/received-file.js';

/**
 * A file that a list names, in a folder.
 *
 * @throws LoupeError BAD_USER_INPUT for a name that leads out of the folder, NOT_FOUND, PAYLOAD_TOO_LARGE
 */
async function openInFolder(folder: string, name: string, maxBytes: number): Promise<UploadedFile> {
  const path = resolve(folder, name);
  const inside = relative(resolve(folder), path);
  if (inside.startsWith('..') || isAbsolute(inside)) {
    throw badInput('File', `leads out of the folder of the files: ${name.slice(0, 100)}`);
  }
  const facts = await stat(path).catch(() => null);
  if (facts === null || !facts.isFile()) throw fileNotFound(path);
  if (facts.size > maxBytes) {
    const mostMb = Math.floor(maxBytes / (1024 * 1024));
    throw new LoupeError('PAYLOAD_TOO_LARGE', `${path} has more than ${mostMb} MB (LOUPE_MAX_DOCUMENT_MB).`);
  }
  const bytes = await readFile(path);
  return {
    sizeBytes: bytes.length,
    sha256: hash('sha256', bytes, 'hex'),
    originalName: basename(path),
    declaredType: null,
    bytes: async () => bytes,
    path: async () => path,
    discard: async () => undefined,
  };
}

interface Options extends OutputOptions {
  readonly files?: string;
  readonly dryRun?: boolean;
  readonly report?: string;
}

interface Row {
  readonly line: number;
  readonly type: ImportedElement['type'] | null;
  readonly id: string | null;
  readonly state: ImportedElement['state'] | 'refused';
  readonly note: string;
}

const FORM = `
Each line is a JSON object, parents first:
  {"Type":"Organization","Id":"…","ParentId":null,"Name":"My press","LanguageCode":"fr-FR","ApiKey":"…"}
  {"Type":"Folder","Id":"…","ParentId":"…","Name":"Spring"}
  {"Type":"Document","Id":"…","ParentId":"…","Name":"Cover","File":"cover.pdf","Status":"Active","Images":[{"Id":"…","Zones":[…]}]}
A document may hold what its export holds (titles, actions, zones), and an Id for each page and zone.
What is there already under its id stays as it is: run it again to go on. Ends with 4 when lines were refused.`;

export function addContentCommands(program: Command, context: CliContext): void {
  const content = program
    .command('content')
    .description('content of another platform, and what files propose');
  addProposeCommand(content, context);
  content
    .command('import')
    .description(
      'bring organizations, folders, documents, pages and zones over under the ids that they have there',
    )
    .argument('<file>', '.jsonl with an element a line, parents first')
    .option('--files <folder>', 'where the files of documents lie; the folder of the list unless set')
    .option('--dry-run', 'only check every line and every file')
    .option('--report <file>', 'also write what became of each line: .csv, or .jsonl for JSON lines')
    .option('--json', 'print JSON')
    .addHelpText('after', FORM)
    .addHelpText(
      'after',
      examples(
        'loupe content import press.jsonl --dry-run',
        'loupe content import press.jsonl --files exported/ --report report.csv',
      ),
    )
    .action(async (file: string, options: Options) => {
      if (!/\.(jsonl|ndjson)$/i.test(file)) throw badInput('file', 'must end with .jsonl');
      if (options.report !== undefined) requireReport(options.report);
      if ((await stat(file).catch(() => null)) === null) throw fileNotFound(file);
      const folder = options.files ?? dirname(file);
      const isDryRun = options.dryRun === true;
      const rows = await withServices(context, (services, config) =>
        importLines(services.contentImport.begin(operator, { isDryRun }), file, {
          folder,
          maxBytes: config.limits.maxDocumentBytes,
        }),
      );
      await reportRows(
        context,
        options,
        rows,
        {
          Line: (row) => row.line,
          Type: (row) => row.type,
          Id: (row) => row.id,
          State: (row) => row.state,
          Note: (row) => row.note,
        },
        'No lines.',
      );
    });
}

interface Files {
  readonly folder: string;
  readonly maxBytes: number;
}

/** What is wrong with one line does not stop the others; what is wrong with the platform does. */
async function importLines(run: ContentImportRun, file: string, files: Files): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity });
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() === '') continue;
    try {
      const added = await run.add(text, (name) => openInFolder(files.folder, name, files.maxBytes));
      rows.push({ line, ...added });
    } catch (error) {
      rows.push({ line, type: null, id: null, state: 'refused', note: refusalOf(error).message });
    }
  }
  return rows;
}

function refusalOf(error: unknown): LoupeError {
  if (isPassing(error) || !(error instanceof LoupeError)) throw error;
  return error;
}
