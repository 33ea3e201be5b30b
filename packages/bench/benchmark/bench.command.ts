/** `loupe bench`: measures recognition on this machine, and compares two measurements. */
import { InvalidArgumentError, type Command } from 'commander';
import type { CliContext } from '../../../src/cli/context.js';
import { examples } from '../../../src/cli/options.js';
import { Interrupted } from '../../../src/cli/failures.js';
import { type OutputOptions, printText } from '../../../src/cli/output.js';
import type {
  AnswersCommandOptions,
  BenchCommandOptions,
  CommandAnswer,
  ExamCommandOptions,
  PagesCommandOptions,
} from './command.js';
import { asksMatchers, type MatcherCommandOptions } from './matchers/options.js';
import type { ClonesCommandOptions } from './clones/command.js';
import type { DesignsCommandOptions } from './designs/command.js';
import { type Part, parts } from './exam/parts.js';

export function addCommand(program: Command, context: CliContext): void {
  const bench = program
    .command('bench')
    // Its commands have options of the same names.
    .enablePositionalOptions()
    .description('measure recall, false accepts, speed and memory; without data on a synthetic set')
    .option('--data <folder>', 'folder of image sets', process.env['LOUPE_BENCH_DATA'])
    .option('--quick', 'a run of about a minute')
    .option('--sizes <counts>', 'grow the index to these sizes (1000,10000; up to 1000000)', readSizes)
    .option('--crops <count>', 'queries cropped from pictures that are no references', readCount, 2000)
    .option('--seed <number>', 'of everything random', readCount, 1)
    .option('--peer-references <count>', 'references that peers get', readCount, 1000)
    .option('--peer-queries <count>', 'queries that peers get', readCount, 60)
    .option('--no-peers', 'leave the peers out')
    .option('--out <folder>', 'where JSON and plots go instead of docs/benchmarks')
    .option('--no-page', 'leave docs/benchmarks.md as it is')
    .option('--option <name=value>', 'option of the engine, more than once for several', readOption, {})
    .option('--matcher <module>', 'ask a matcher of yours, a JavaScript module, beside Loupe')
    .option('--matcher-command <command>', 'the same for a program in any language, by lines of JSON')
    .option('--matcher-name <name>', 'its name in the page')
    .option('--matcher-timeout <seconds>', 'longest time for one call', readSeconds, 60)
    .option('--matcher-result <file>', 'where its answers go, to load them elsewhere', 'matcher.json')
    .option('--with <files...>', 'runs of other matchers or machines to show beside it')
    .option('--with-peers', 'ask OpenCV’s ORB, LSH and SIFT, too; npm run bench builds them')
    .option('--report <file>', 'where the page goes that shows all runs', 'matchers.html')
    .option('--json', 'print JSON instead of a table')
    .addHelpText(
      'after',
      examples(
        'loupe bench --quick',
        'loupe bench --data ~/sets --sizes 10000,100000',
        'loupe bench --quick --matcher ./mine.mjs',
        'loupe bench --data ~/sets --matcher-command "python3 mine.py" --with theirs.json',
      ),
    )
    .action(async (options: BenchCommandOptions & MatcherCommandOptions) => {
      // Measuring takes libraries that no other command waits for.
      if (asksMatchers(options)) {
        const { matcherCommand } = await import('./matchers/command.js');
        return print(context, options, await matcherCommand(options, context));
      }
      const { runBenchCommand } = await import('./command.js');
      if (await runBenchCommand(options, context)) throw new Interrupted();
    });
  bench
    .command('compare')
    .description('two results row by row: what is better, what is worse')
    .argument('<before>', 'JSON file of a run')
    .argument('<after>', 'JSON file of another')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples('loupe bench compare before.json after.json', 'loupe bench compare --help'),
    )
    .action(async (before: string, after: string, options: OutputOptions) => {
      const { compareCommand } = await import('./command.js');
      print(context, options, await compareCommand(before, after));
    });
  addAnswers(bench, context);
  addExam(bench, context);
  addFit(bench, context);
  addDesigns(bench, context);
  addClones(bench, context);
  addPages(bench, context);
  bench
    .command('copies')
    .description('list the references of a folder of sets that show the same picture, by their pixels')
    .argument('<folder>', 'folder of image sets')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe bench copies ~/sets', 'loupe bench --data ~/sets'))
    .action(async (folder: string, options: OutputOptions) => {
      const { copiesCommand } = await import('./command.js');
      print(context, options, await copiesCommand(folder, context));
    });
  bench
    .command('page')
    .description('write docs/benchmarks.md and its plots from a result')
    .argument('<result>', 'JSON file of a run')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe bench page docs/benchmarks/sets.json', 'loupe bench page run.json'))
    .action(async (result: string, options: OutputOptions) => {
      const { pageCommand } = await import('./command.js');
      print(context, options, await pageCommand(result));
    });
}

function addAnswers(bench: Command, context: CliContext): void {
  bench
    .command('answers')
    .description('write every answer of the engine, one a line, to compare two builds by diff')
    .argument('<folder>', 'folder of image sets')
    .argument('<file>', 'where the answers are written')
    .option('--crop-count <count>', 'queries cropped from the pictures of the sets', readCount, 1500)
    .option('--crop-seed <number>', 'of everything random', readCount, 1)
    .option(
      '--engine-option <name=value>',
      'option of the engine, more than once for several',
      readOption,
      {},
    )
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe bench answers ~/sets before.txt', 'diff before.txt after.txt'))
    .action(
      async (
        data: string,
        out: string,
        options: Omit<AnswersCommandOptions, 'data' | 'out'> & OutputOptions,
      ) => {
        const { answersCommand } = await import('./command.js');
        print(context, options, await answersCommand({ data, out, ...options }, context));
      },
    );
}

function addExam(bench: Command, context: CliContext): void {
  const exam = bench
    .command('exam')
    .description('ask pictures that no constant was chosen by: recall, false accepts, SIFT beside it')
    .argument('<folders...>', 'folders of image sets, or of pictures of which one half is indexed')
    .option('--part <name>', 'unseen for figures, fit for work: it lists every miss', readPart, 'unseen')
    .option('--result <file>', 'where the figures go', 'exam.json')
    .option('--to-page <file>', 'where the figures go as a page; of the part unseen only')
    .option('--cases <file>', 'where misses and false accepts of the part fit go, one a line');
  withExamOptions(exam)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe bench exam ~/sets ~/covers', 'loupe bench exam ~/sets --part fit'))
    .action(async (folders: string[], options: ExamCommandOptions & OutputOptions) => {
      const { examCommand } = await import('./command.js');
      print(context, options, await examCommand(folders, options, context));
    });
  const facts = bench
    .command('facts')
    .description('write the facts of every candidate of the part fit, and whether it is right')
    .argument('<file>', 'where the facts go, one candidate a line')
    .argument('<folders...>', 'as of exam');
  withExamOptions(facts)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe bench facts facts.jsonl ~/sets', 'loupe bench facts --help'))
    .action(async (file: string, folders: string[], options: ExamCommandOptions & OutputOptions) => {
      const { factsCommand } = await import('./command.js');
      print(context, options, await factsCommand(folders, file, options, context));
    });
}

function addDesigns(bench: Command, context: CliContext): void {
  bench
    .command('designs')
    .description(
      'photos of pages of one design: is the right one recognized, is a page that is not indexed refused?',
    )
    .option(
      '--relatives <counts>',
      'pages of each design that are indexed, one run each',
      readSizes,
      [1, 3, 20],
    )
    .option('--photos <count>', 'photos of indexed pages, and of others, of each design', readCount, 10)
    .option('--seed <number>', 'of everything random', readCount, 1000)
    .option('--to-page <file>', 'where the figures go as a page')
    .option(
      '--confusions <file>',
      'where a picture (WebP) of what keypoints alone take for another page goes',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe bench designs --photos 6', 'loupe bench designs --relatives 3'))
    .action(async (options: DesignsCommandOptions & OutputOptions) => {
      const { designsCommand } = await import('./designs/command.js');
      print(context, options, await designsCommand(options, context));
    });
}

function addClones(bench: Command, context: CliContext): void {
  bench
    .command('clones')
    .description('copies of references, and pictures that differ in a part: which of them are called Clones?')
    .argument('<folders...>', 'as of exam')
    .option('--per-set <count>', 'references of each set that are asked', readCount, 100)
    .option('--answers <file>', 'where every answer goes, one a line')
    .option('--to-page <file>', 'where the figures go as a page')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe bench clones ~/sets', 'loupe bench clones ~/sets --per-set 20'))
    .action(async (folders: string[], options: ClonesCommandOptions & OutputOptions) => {
      const { clonesCommand } = await import('./clones/command.js');
      print(context, options, await clonesCommand(folders, options, context));
    });
}

function addFit(bench: Command, context: CliContext): void {
  bench
    .command('fit')
    .description('fit the decision of the engine on facts, and write its header')
    .argument('<file>', 'what facts wrote')
    .option('--header <file>', 'where the model goes', 'native/core/verification/decision_model.h')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      examples('loupe bench fit facts.jsonl', 'loupe bench fit facts.jsonl --header model.h'),
    )
    .action(async (file: string, { header, ...options }: { readonly header: string } & OutputOptions) => {
      const { fitCommand } = await import('./command.js');
      print(context, options, await fitCommand(file, header, context));
    });
}

function withExamOptions(command: Command): Command {
  return command
    .option('--cache <folder>', 'keeps what is simulated', process.env['LOUPE_BENCH_CACHE'])
    .option('--conditions <count>', 'conditions of the field for each photo', readCount, 2)
    .option('--photo-count <count>', 'simulated photos of references without photos', readCount, 120)
    .option('--copy-count <count>', 'scans and uploads of references', readCount, 300)
    .option('--slanted-count <count>', 'simulated photos of references from the side', readCount, 120)
    .option('--crop-count <count>', 'crops of unrelated pictures', readCount, 1500)
    .option('--no-upper-line', 'leave SIFT on the true pair out')
    .option(
      '--engine-option <name=value>',
      'option of the engine, more than once for several',
      readOption,
      {},
    );
}

function addPages(bench: Command, context: CliContext): void {
  bench
    .command('pages')
    .description('make an image set from page pictures of manuals: one folder of pages for each manual')
    .argument('<source>', 'folder of folders of pages')
    .argument('<folder>', 'where the set is written')
    .option('--references <count>', 'most references', readCount, 10_000)
    .option('--photos <count>', 'simulated photos of each strength', readCount, 100)
    .option('--look-alikes <count>', 'pages that must not match', readCount, 400)
    .option('--halved <count>', 'longest manuals of which only even pages are references', readCount, 4)
    .option('--volume', 'index the set after all others')
    .option('--set-seed <number>', 'of everything random', readCount, 1)
    .option('--json', 'print JSON')
    .addHelpText('after', examples('loupe bench pages ~/manuals ~/sets/manuals', 'loupe bench --data ~/sets'))
    .action(async (source: string, folder: string, options: PagesCommandOptions & OutputOptions) => {
      const { pagesCommand } = await import('./command.js');
      print(context, options, await pagesCommand(source, folder, options, context));
    });
}

function print(context: CliContext, options: OutputOptions, { text, result }: CommandAnswer): void {
  printText(context, options, text, result);
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 86_400))
    throw new InvalidArgumentError('Seconds above 0, up to 86400, are needed.');
  return seconds;
}

function readCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('A whole number is needed.');
  return Number(text);
}

function readPart(text: string): Part {
  const part = parts.find((name) => name === text);
  if (part === undefined) throw new InvalidArgumentError(`One of ${parts.join(', ')} is needed.`);
  return part;
}

/** The options so far with one more, as `verification.decision.minZ=5`. */
function readOption(text: string, before: Readonly<Record<string, number>>): Record<string, number> {
  const [, name, value] = /^([A-Za-z][\w.]*)=(-?\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) {
    throw new InvalidArgumentError('A name and a number are needed: verification.decision.minZ=5.');
  }
  return { ...before, [name]: Number(value) };
}

function readSizes(text: string): number[] {
  return text
    .split(',')
    .map(readCount)
    .sort((a, b) => a - b);
}
