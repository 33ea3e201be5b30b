/** `loupe compare`: whether two pictures match, and what differs. */
import type { Command } from 'commander';
import { writeFile } from 'node:fs/promises';
import type { BaselineMatch } from '../../../engine/search/pair-comparison.js';
import { badInput } from '../../../kernel/errors.js';
import type { Coverage } from '../../../engine-host/appearance/comparison-settings.js';
import { english } from '../../../proofs/words/english.js';
import { wholeSentence } from '../../../proofs/words/sentences.js';
import { isRecognized } from '../../../engine-host/types.js';
import { type CliContext, withLocalRecognition } from '../../context.js';
import { asPages } from '../../../proofs/sheet/picture-page.js';
import { arePdfs, comparePdfs, suiteOf } from '../../compare-pdfs.js';
import {
  caseOf,
  compareLocally,
  compareOnServer,
  type CompareOptions,
  type Comparison,
  countOfDifferences,
  requireFine,
} from '../../compare-pictures.js';
import { addServerOptions, EngineServer } from '../../engine-server.js';
import { examples, toNumber } from '../../options.js';
import { NegativeResult } from '../../failures.js';
import { junitOf } from '../../report-file.js';
import { printOne } from '../../output.js';
import { readNamed } from '../../picture-files.js';

export function addCompareCommand(program: Command, context: CliContext): void {
  const command = program
    .command('compare')
    .description(
      'report whether two pictures match, and with --fine what differs, here or on a server; or what differs between two PDFs',
    )
    .argument('<reference>', 'the first picture or PDF')
    .argument('<query>', 'the second picture or PDF');
  addServerOptions(command)
    .option('--fine', 'also find what differs in detail')
    .option(
      '--baseline <name>',
      'also match by a baseline and print both answers: orb (OpenCV’s ORB and findHomography)',
    )
    .option('--overlay <file>', 'write both pictures side by side with the matched points (JPEG)')
    .option(
      '--drawn <prefix>',
      'with --fine: write <prefix>-reference.jpg and <prefix>-query.jpg with the differences',
    )
    .option(
      '--report <file>',
      'of PDFs: write what differs, with pictures, as one file that ends with .html or .pdf; without, .json',
    )
    .option('--language <code>', 'of the report: en, de or fr; en unless set')
    .option(
      '--sensitivity <what>',
      'with --fine and for PDFs: proof, scan or photo; unless set, the pose says it (PDFs: proof)',
    )
    .option(
      '--min-delta-e <number>',
      'with --fine and for PDFs: least color difference that is reported',
      toNumber,
    )
    .option(
      '--min-size <pixels>',
      'with --fine and for PDFs: least longer side that is reported (PDFs: at 150 dpi)',
      toNumber,
    )
    .option(
      '--ignore <left,top,width,height...>',
      'with --fine and for PDFs: places not to compare, as fractions; of page 3 of the first PDF: 3:left,top,width,height',
    )
    .option(
      '--profile <name>',
      'of PDFs: settings by a name, print ready, text only or scan; other options hold before it',
    )
    .option(
      '--dpi <number>',
      'of PDFs: look at pages with 150 to 600 dots to the inch; by need unless set',
      toNumber,
    )
    .option(
      '--sheet',
      'of PDFs: find the pages of the first on sheets of the second, on which they stand many times, and compare each copy; the first may be a picture',
    )
    .option('--copies <count>', 'with --sheet: how many copies are to stand there', toNumber)
    .option('--by <name>', 'of PDFs: who compares, for the report; the user of the machine unless set')
    .option('--junit <file>', 'with --fine and for PDFs: write the result as JUnit does, for build servers')
    .option(
      '--allow <count>',
      'with --fine and for PDFs: end with 0 when at most this many places differ; 0 unless set',
      toNumber,
    )
    .option('--threshold <strictness>', '0 to 1; 0.5 is the shipped one', toNumber)
    .option('--mirrored', 'also recognize the mirror image of the first picture')
    .option('--no-second-try', 'do not look closer where the first look does not match')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      '\nEnds with 4 when pictures do not match, with --fine when anything differs, and when PDFs differ.',
    )
    .addHelpText(
      'after',
      examples(
        'loupe compare original.jpg photo.jpg --overlay why.jpg',
        'loupe compare original.jpg photo.jpg --baseline orb',
        'loupe compare proof.png print.jpg --fine --drawn differences',
        'loupe compare old.pdf new.pdf --report differences.html',
        'loupe compare label.pdf sheet.pdf --sheet --copies 24',
      ),
    )
    .action(async (reference: string, query: string, options: CompareOptions) => {
      const read = [await readNamed(reference), await readNamed(query)] as const;
      const pictures = options.sheet === true ? await asPages(read) : read;
      if (arePdfs(pictures)) {
        return comparePdfs(context, { paths: [reference, query], files: pictures, read }, options);
      }
      if (options.report !== undefined) throw badInput('report', 'is for PDFs; of pictures use --drawn');
      if (options.language !== undefined) throw badInput('language', 'is for reports of PDFs');
      for (const name of ['profile', 'dpi', 'by', 'copies'] as const)
        if (options[name] !== undefined) throw badInput(name, 'is for PDFs');
      requireFine(options);
      const server = EngineServer.of(options);
      const found =
        server === null
          ? await withLocalRecognition(context, (recognition) =>
              compareLocally(recognition, pictures, options),
            )
          : await compareOnServer(server, pictures, options);
      if (options.overlay !== undefined) await writeFile(options.overlay, found.overlay);
      if (options.drawn !== undefined && found.drawn !== null) {
        await writeFile(`${options.drawn}-reference.jpg`, found.drawn[0]);
        await writeFile(`${options.drawn}-query.jpg`, found.drawn[1]);
      }
      print(context, options, found);
      if (options.junit !== undefined) {
        await writeFile(options.junit, junitOf(suiteOf([reference, query]), [caseOf(found)]));
      }
      if (!isRecognized(found) || countOfDifferences(found) > (options.allow ?? 0))
        throw new NegativeResult();
    });
}

/** "98.1 % of the first picture as a scan (8.1 megapixels); 1.9 % out of view" */
function describeCoverage(coverage: Coverage): string {
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
  const left = [
    [coverage.outOfViewShare, 'out of view'],
    [coverage.glareShare, 'hidden by glare'],
    [coverage.ignoredShare, 'ignored'],
    [coverage.blurredShare, 'of the print too blurred'],
  ] as const;
  const compared = `${percent(coverage.comparedShare)} of the first picture as a ${coverage.sensitivity}`;
  const size = `${(coverage.comparedPixels / 1e6).toFixed(1)} megapixels`;
  const parts = left.filter(([share]) => share >= 0.0005).map(([share, why]) => `; ${percent(share)} ${why}`);
  return `${compared} (${size})${parts.join('')}`;
}

function print(context: CliContext, options: CompareOptions, found: Comparison): void {
  const { decision, distance, inlierCount, appearance, fine, timeMs, queryFromReference, baseline } = found;
  const { distance: lookDistance, shapeDistance, colorDistance } = appearance;
  const differences = fine?.differences ?? [];
  const result = {
    decision,
    distance,
    inlierCount,
    look: { distance: lookDistance, shapeDistance, colorDistance },
    ...(baseline !== null && { timeMs, queryFromReference, baseline: { name: 'orb', ...baseline } }),
    fine:
      fine === null
        ? null
        : { score: fine.score, coverage: fine.coverage, wholeChanges: fine.wholeChanges, differences },
  };
  printOne(context, options, result, {
    Decision: decision,
    Distance: distance.toFixed(4),
    'Matched points': inlierCount,
    'Look (0 same, 1 unlike)': lookDistance.toFixed(4),
    ...(baseline === null ? {} : sideBySide({ inlierCount, timeMs, queryFromReference }, baseline)),
    ...(fine === null
      ? {}
      : {
          'Score of differences': fine.score.toFixed(4),
          Differences: differences.length,
          ...(fine.wholeChanges.length > 0 && {
            Everywhere: fine.wholeChanges.map((change) => wholeSentence(change, english, 'px')).join(' '),
          }),
          Compared: describeCoverage(fine.coverage),
        }),
  });
}

/** Both answers to the same question, on the same pixels. */
function sideBySide(
  own: Pick<Comparison, 'inlierCount' | 'timeMs' | 'queryFromReference'>,
  baseline: BaselineMatch,
): Readonly<Record<string, string>> {
  const answer = ({ inlierCount, timeMs, queryFromReference }: typeof own): string =>
    [
      `${inlierCount} inliers`,
      ...(timeMs === null ? [] : [`${timeMs.toFixed(0)} ms with decoding`]),
      `homography ${queryFromReference === null ? 'none' : queryFromReference.map((entry) => entry.toFixed(4)).join(' ')}`,
    ].join('; ');
  return {
    Loupe: answer(own),
    'Baseline orb': `${answer(baseline)}; ${baseline.matchCount} matches of ${baseline.queryKeypointCount} keypoints`,
  };
}
