/** `loupe user import`: users of another system, with the hashes of their passwords. */
import type { Command } from 'commander';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { operator } from '../../../access/viewer.js';
import { badInput, LoupeError } from '../../../kernel/errors.js';
import { type CliContext, type CliServices, withServices } from '../../context.js';
import { examples, findOrganization } from '../../options.js';
import type { OutputOptions } from '../../output.js';
import { readNamed } from '../../picture-files.js';
import { reportRows, requireReport } from '../../report-file.js';

interface Options extends OutputOptions {
  readonly org: string;
  readonly report?: string;
}

const COLUMNS = ['mail', 'userName', 'firstName', 'lastName', 'roles', 'status', 'passwordHash'] as const;
const text = z.string('must be a text').nullish();
const line = z.strictObject({
  mail: z.string('is missing'),
  userName: text,
  firstName: text,
  lastName: text,
  roles: z.array(z.string('must be a list of texts'), 'must be a list of texts').nullish(),
  status: text,
  passwordHash: text,
});
interface Row {
  readonly line: number;
  readonly mail: string;
  readonly state: 'created' | 'refused';
  readonly id: string | null;
  readonly note: string;
}

export function addUserImport(user: Command, context: CliContext): void {
  user
    .command('import')
    .description(
      'create users of a file, with the hashes of their passwords, which are renewed at the first log-in',
    )
    .argument('<file>', `.csv with columns of ${COLUMNS.join(', ')}, or .jsonl with such members`)
    .requiredOption('--org <organization>', 'id or name of the organization')
    .option('--report <file>', 'also write what became of each user: .csv, or .jsonl for JSON lines')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nHashes are those of bcrypt, Argon2, and PBKDF2 as Django, passlib and ASP.NET Identity write it.',
    )
    .addHelpText(
      'after',
      '\nRoles in a CSV are separated by semicolons. Ends with 4 when some users were refused.',
    )
    .addHelpText('after', examples('loupe user import users.csv --org "Lisière" --report report.csv'))
    .action(async (file: string, options: Options) => {
      if (options.report !== undefined) requireReport(options.report);
      const lines = readLines(file, (await readNamed(file)).toString('utf8').replace(/^\uFEFF/, ''));
      const rows = await withServices(context, async (services) => {
        const { id } = await findOrganization(services.organizations, options.org);
        const done: Row[] = [];
        for (const [number, said] of lines) done.push(await createOne(services, id, number, said));
        return done;
      });
      await reportRows(
        context,
        options,
        rows,
        {
          Line: (row) => row.line,
          Mail: (row) => row.mail,
          State: (row) => row.state,
          Id: (row) => row.id,
          Note: (row) => row.note,
        },
        'No users.',
      );
    });
}

async function createOne(
  { users }: CliServices,
  organizationId: string,
  number: number,
  said: unknown,
): Promise<Row> {
  const checked = line.safeParse(said);
  const mail = checked.data?.mail ?? '';
  try {
    if (!checked.success) {
      const [issue] = checked.error.issues;
      const keys =
        issue?.code === 'unrecognized_keys' ? issue.keys.join(', ') : (issue?.path.join('.') ?? '');
      throw badInput(keys === '' ? 'line' : keys, issue?.message ?? 'cannot be read');
    }
    const { passwordHash, ...facts } = checked.data;
    const input = { ...facts, organizationId } as Parameters<typeof users.create>[1];
    const user =
      passwordHash == null || passwordHash === ''
        ? await users.create(operator, input)
        : await users.takeOver(operator, { ...input, passwordHash });
    return { line: number, mail, state: 'created', id: user.id, note: '' };
  } catch (error) {
    if (!(error instanceof LoupeError)) throw error;
    return { line: number, mail, state: 'refused', id: null, note: error.message };
  }
}

/** What each line says, with its number. @throws LoupeError BAD_USER_INPUT for what is wrong with the whole file */
function readLines(file: string, source: string): readonly (readonly [number, unknown])[] {
  if (/\.jsonl$/i.test(file)) {
    return source
      .split('\n')
      .flatMap((json, at) => (json.trim() === '' ? [] : [[at + 1, jsonOf(json)] as const]));
  }
  if (!/\.csv$/i.test(file)) throw badInput('file', 'must end with .csv or .jsonl');
  try {
    const rows = parse(source, { columns: true, info: true, skip_empty_lines: true, trim: true });
    return (rows as unknown as { record: Record<string, string>; info: { lines: number } }[]).map(
      ({ record, info }) => [info.lines, lineOf(record)] as const,
    );
  } catch (error) {
    throw badInput('file', `is no CSV: ${error instanceof Error ? error.message : ''}`);
  }
}

function jsonOf(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Empty cells say nothing. */
function lineOf(record: Readonly<Record<string, string>>): unknown {
  const said = Object.entries(record).filter(([, cell]) => cell !== '');
  const { roles, ...others } = Object.fromEntries(said) as Readonly<Record<string, string>>;
  return {
    ...others,
    ...(roles === undefined ? {} : { roles: roles.split(';').map((role) => role.trim()) }),
  };
}
