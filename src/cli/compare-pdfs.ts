/** `loupe compare` of two PDFs: what differs, page by page, and a report of it. */
import { writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { basename } from 'node:path';
import { type ComparedPage, type PdfComparison } from '../proofs/compared-pdfs.js';
import { comparedFile, recordOf } from '../proofs/comparison-record.js';
import { withProfile } from '../proofs/profiles.js';
import {
  type GivenProofSettings,
  type ProofSettings,
  requireProofSettings,
} from '../proofs/proof-settings.js';
import { reportFormatOf, reportOf, jsonReport } from '../proofs/report/report.js';
import { ReportCollector, type ReportContent } from '../proofs/report/report-content.js';
import { english } from '../proofs/words/english.js';
import { describePage, nameOfPage, verdictOf } from '../proofs/words/pages.js';
import { alsoLines, unreadLines } from '../proofs/words/record-lines.js';
import { recordWords } from '../proofs/words/record-words.js';
import { requireProofLanguage } from '../proofs/words/languages.js';
import { isOfSheets, wordsFor } from '../proofs/words/sheet-words.js';
import { type GivenSettings, readFractionBox } from '../engine/search/comparison.rules.js';
import { badFields, badInput } from '../kernel/errors.js';
import { sniff } from '../media/uploads/file-type.js';
import { type CliContext, withLocalRecognition } from './context.js';
import type { ServerOptions } from './engine-server.js';
import { NegativeResult } from './failures.js';
import { type JunitCase, junitOf } from './report-file.js';
import { type OutputOptions, printOne } from './output.js';

export interface PdfCompareOptions extends OutputOptions, ServerOptions {
  readonly report?: string;
  readonly language?: string;
  readonly overlay?: string;
  readonly baseline?: string;
  readonly drawn?: string;
  readonly threshold?: number;
  readonly mirrored?: boolean;
  readonly sensitivity?: string;
  readonly minDeltaE?: number;
  readonly minSize?: number;
  readonly ignore?: readonly string[];
  readonly junit?: string;
  readonly allow?: number;
  readonly profile?: string;
  readonly dpi?: number;
  readonly by?: string;
  readonly sheet?: boolean;
  readonly copies?: number;
}

/** @throws LoupeError BAD_USER_INPUT when only one of them is a PDF */
export function arePdfs([reference, query]: readonly [Buffer, Buffer]): boolean {
  const [first, second] = [reference, query].map((bytes) => sniff(bytes) === 'application/pdf');
  if (first !== second)
    throw badInput(first === true ? 'query' : 'reference', 'must be a PDF like the other file');
  return first === true;
}

/** @throws LoupeError BAD_USER_INPUT */
export function settingsOf({ sensitivity, minDeltaE, minSize, ignore }: PdfCompareOptions): GivenSettings {
  return {
    sensitivity,
    minDeltaE,
    minSize,
    ignore: ignore?.map((box) => readFractionBox('ignore', box)),
  };
}

/** As `settingsOf`, with zones of single pages: “3:0.1,0.1,0.2,0.2”. @throws LoupeError BAD_USER_INPUT */
function pdfSettingsOf(options: PdfCompareOptions): ProofSettings {
  const { sensitivity, minDeltaE, minSize, dpi, profile, ignore, sheet, copies } = options;
  const given: GivenProofSettings = {
    sensitivity,
    minDeltaE,
    minSize,
    dpi,
    sheet,
    copies,
    ignore: ignore?.map((zone) => {
      const [page, box = zone] = /^\d+:/.test(zone) ? zone.split(/:(.*)/s) : [];
      return { ...readFractionBox('ignore', box), page: page === undefined ? null : Number(page) };
    }),
  };
  return requireProofSettings(profile === undefined ? given : withProfile(profile, given));
}

/** Name of who runs the command, as the machine has it; null where it has none. */
function userOfMachine(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}

/** @throws LoupeError BAD_USER_INPUT */
export function requireAllowed(allow: number | undefined): void {
  if (allow !== undefined && !(Number.isInteger(allow) && allow >= 0))
    throw badInput('allow', 'must be a whole number from 0');
}

export interface FilesToCompare {
  readonly paths: readonly [string, string];
  readonly files: readonly [Buffer, Buffer];
  /** As they lie there, where pictures became pages. */
  readonly read?: readonly [Buffer, Buffer];
}

/**
 * Prints what differs, and writes the report.
 *
 * @throws NegativeResult when they differ, after everything was printed
 * @throws LoupeError of what cannot be compared
 */
export async function comparePdfs(
  context: CliContext,
  { paths, files, read = files }: FilesToCompare,
  options: PdfCompareOptions,
): Promise<void> {
  refuseOptionsOfPictures(options);
  const settings = pdfSettingsOf(options);
  requireAllowed(options.allow);
  const format = options.report === undefined ? null : reportFormatOf(options.report);
  if (options.language !== undefined && format === null) throw badInput('language', 'is for --report');
  const language = requireProofLanguage(options.language ?? 'en');
  const collector = new ReportCollector();
  const comparison = await withLocalRecognition(context, ({ pdfs }) =>
    pdfs.compare(...files, {
      settings,
      names: paths,
      ...(format !== null && { onPage: (page, pictures) => collector.add(page, pictures) }),
    }),
  );
  const record = recordOf(
    [comparedFile(basename(paths[0]), read[0]), comparedFile(basename(paths[1]), read[1])],
    { profile: options.profile ?? null, settings, user: options.by ?? userOfMachine(), date: new Date() },
  );
  const collected = collector.finish({ record, comparison });
  if (format !== null && options.report !== undefined) {
    const { content } = await reportOf(collected, format, language);
    await writeFile(options.report, content);
  }
  if (options.junit !== undefined)
    await writeFile(options.junit, junitOf(suiteOf(paths), casesOf(comparison)));
  print(context, options, collected);
  const { inserted, removed, moved } = comparison.counts;
  const countOfAll = comparison.differenceCount + inserted + removed + moved;
  if (countOfAll > (options.allow ?? 0)) throw new NegativeResult();
}

/** "loupe compare old.pdf new.pdf" */
export function suiteOf([reference, query]: readonly [string, string]): string {
  return `loupe compare ${basename(reference)} ${basename(query)}`;
}

/** A case a page; what was inserted, removed or moved failed, too. */
function casesOf(comparison: PdfComparison): readonly JunitCase[] {
  const say = wordsFor(comparison, english);
  return comparison.pages.map((page) => ({
    name: nameOfPage(page, say),
    failures: [
      ...(page.status === 'inserted' || page.status === 'removed' || page.isMoved
        ? [describePage(page, say)]
        : []),
      ...page.differences.map(
        ({ number, sentence, inQuery }) => `${number}. ${sentence} ${placeOf(inQuery)}`,
      ),
    ],
  }));
}

function refuseOptionsOfPictures(options: PdfCompareOptions): void {
  const { server, overlay, drawn, threshold, mirrored, baseline } = options;
  if (server !== undefined) throw badInput('server', 'PDFs are compared here: leave out --server');
  const given = Object.entries({ overlay, drawn, threshold, mirrored, baseline }).filter(
    ([, value]) => value !== undefined,
  );
  if (given.length > 0)
    throw badFields(
      Object.fromEntries(given.map(([name]) => [name, ['is for pictures; of PDFs use --report']])),
    );
}

function print(context: CliContext, options: OutputOptions, content: ReportContent): void {
  const { comparison, record } = content;
  if (options.json === true) {
    // Pages in full, also where no report collected their pictures.
    printOne(context, options, jsonReport(content, english), {});
    return;
  }
  const say = wordsFor(comparison, english);
  const isListed = isOfSheets(comparison);
  const pages = comparison.pages.filter((page) => isListed || page.status !== 'unchanged' || page.isMoved);
  for (const page of pages) {
    context.out(`${nameOfPage(page, say)}: ${describePage(page, say)}\n`);
    for (const { number, sentence, inQuery } of page.differences) {
      context.out(`  ${number}. ${sentence} ${placeOf(inQuery)}\n`);
    }
  }
  for (const line of unreadLines(comparison, record.settings, english)) context.out(`${line}\n`);
  context.out(`${verdictOf(comparison, say)}\n${say.counts(comparison.counts)}\n`);
  const also = alsoLines(comparison, english);
  if (also.length === 0) return;
  context.out(`${recordWords.en.alsoHeading}:\n${also.map((line) => `  ${line}\n`).join('')}`);
}

/** "at 12 %, 40 %": from the left and from the top of the page. */
function placeOf({ left, top }: ComparedPage['differences'][number]['inQuery']): string {
  return `(at ${Math.round(left * 100)} %, ${Math.round(top * 100)} %)`;
}
