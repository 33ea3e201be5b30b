/** `loupe audit`: the operation log for auditors, and whether somebody has changed it. */
import type { Command } from 'commander';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { operator } from '../../access/viewer.js';
import { type AuditFormat, auditFormats } from '../../audit/audit-lines.js';
import { badInput } from '../../kernel/errors.js';
import { type CliContext, withServices } from '../context.js';
import { examples, findOrganization, toCount } from '../options.js';
import { type OutputOptions, printOne } from '../output.js';

interface ExportOptions extends OutputOptions {
  readonly org: string;
  readonly format: string;
  readonly after?: number;
  readonly out?: string;
}

interface CheckOptions extends OutputOptions {
  readonly org: string;
  readonly head?: string;
}

export function addAuditCommands(program: Command, context: CliContext): void {
  const audit = program.command('audit').description('the operation log for auditors');
  addExport(audit, context);
  addCheck(audit, context);
}

function addExport(audit: Command, context: CliContext): void {
  audit
    .command('export')
    .description('write the operation log of an organization in the order of its chain')
    .requiredOption('--org <organization>', 'id or name of the organization')
    .option('--format <format>', auditFormats.join(' or '), 'jsonl')
    .option('--after <number>', 'begin behind the entry of this number', toCount)
    .option('--out <file>', 'a file that is not there yet; the output when absent')
    .option('--json', 'print JSON about the file; entries are JSON as long as no other format is asked for')
    .addHelpText(
      'after',
      examples(
        'loupe audit export --org "Lisière" --out log.jsonl',
        'loupe audit export --org "Lisière" --format cef --after 5120',
      ),
    )
    .action(async ({ org, format: text, after, out, json }: ExportOptions) =>
      withServices(context, async ({ organizations, auditExport }) => {
        const format = toFormat(text);
        const { id } = await findOrganization(organizations, org);
        const lines = auditExport.lines(operator, id, { format, after });
        if (out === undefined) {
          for await (const line of lines) context.out(line);
          return;
        }
        const counted = { entries: 0 };
        await pipeline(
          Readable.from(countedLines(lines, counted)),
          createWriteStream(out, { flags: 'wx', mode: 0o600 }),
        );
        const { entries } = counted;
        printOne(
          context,
          json === true ? { json } : {},
          { file: out, entries },
          { File: out, Entries: entries },
        );
      }),
    );
}

function addCheck(audit: Command, context: CliContext): void {
  audit
    .command('check')
    .description('check the chain of the operation log of an organization, and print its head')
    .requiredOption('--org <organization>', 'id or name of the organization')
    .option('--head <number:hash>', 'a head that was printed earlier and kept elsewhere')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples('loupe audit check --org "Lisière"', 'loupe audit check --org "Lisière" --head 5120:9f86d0…'),
    )
    .addHelpText('after', '\nEnds with 1 when an entry was changed or is missing.')
    .action(async ({ org, head: text, json }: CheckOptions) =>
      withServices(context, async ({ organizations, auditExport }) => {
        const { id } = await findOrganization(organizations, org);
        const kept = text === undefined ? null : toHead(text);
        const head = await auditExport.head(operator, id);
        const found = await auditExport.check(operator, id, kept);
        printOne(
          context,
          json === true ? { json } : {},
          { head, firstBreak: found },
          {
            Entries: head?.number ?? 0,
            'Removed by retention': head?.removedThrough ?? 0,
            Head: head === null ? null : `${head.number}:${head.hash}`,
            'First break':
              found === null ? 'none' : `entry ${found.number} (${found.entryId ?? 'gone'}): ${found.why}`,
          },
        );
        if (found !== null) throw new Error(`the log is broken at entry ${found.number}`);
      }),
    );
}

async function* countedLines(lines: AsyncIterable<string>, counted: { entries: number }) {
  for await (const line of lines) {
    counted.entries += 1;
    yield line;
  }
}

/** @throws LoupeError BAD_USER_INPUT */
function toFormat(text: string): AuditFormat {
  const format = auditFormats.find((each) => each === text);
  if (format === undefined) throw badInput('format', `must be ${auditFormats.join(' or ')}`);
  return format;
}

/** @throws LoupeError BAD_USER_INPUT */
function toHead(text: string) {
  const [, number, hash] = /^(\d{1,15}):([\da-f]{64})$/.exec(text) ?? [];
  if (number === undefined || hash === undefined)
    throw badInput(
      'head',
      'must be a number, a colon and 64 digits of hexadecimal, as `loupe audit check` prints it',
    );
  return { number: Number(number), hash };
}
