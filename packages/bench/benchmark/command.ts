/** What `loupe bench` does: runs, stops cleanly on Ctrl-C with what there is, prints and writes. */
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';

import { writeAnswers } from './answers/run.js';
import { type CandidateLine, writeFacts } from './exam/facts.js';
import { fitDecision } from './exam/fit/fit.js';
import { renderCalibration, renderHeader } from './exam/fit/header.js';
import { renderExamPage } from './exam/page.js';
import type { Part } from './exam/parts.js';
import { type ExamOptions, runExam } from './exam/run.js';
import type { BenchOptions } from './options.js';
import { createProgress } from './progress.js';
import { projectRoot } from './project-root.js';
import { compareResults, renderComparison } from './report/compare.js';
import { readResult, writeResult } from './report/files.js';
import { renderTable } from './report/table.js';
import { runBench } from './run.js';
import { COPIES_FILE, writeCopies } from './sets/copies.js';
import { readDatasetFolder } from './sets/folder.dataset.js';
import { writePageSet } from './sets/pages.writer.js';

/** The options as the command line gives them. */
export interface BenchCommandOptions {
  readonly data?: string;
  readonly quick?: boolean;
  readonly sizes?: readonly number[];
  readonly crops: number;
  readonly seed: number;
  readonly peerReferences: number;
  readonly peerQueries: number;
  readonly peers: boolean;
  readonly option: Readonly<Record<string, number>>;
  readonly out?: string;
  readonly page: boolean;
  readonly json?: boolean;
}

export interface PagesCommandOptions {
  readonly references: number;
  readonly photos: number;
  readonly lookAlikes: number;
  readonly halved: number;
  readonly volume?: boolean;
  readonly setSeed: number;
}

export interface AnswersCommandOptions {
  readonly data: string;
  readonly out: string;
  readonly cropCount: number;
  readonly cropSeed: number;
  readonly engineOption: Readonly<Record<string, number>>;
}

export interface ExamCommandOptions {
  readonly part: Part;
  readonly result: string;
  readonly toPage?: string;
  readonly cases?: string;
  readonly cache?: string;
  readonly conditions: number;
  readonly photoCount: number;
  readonly copyCount: number;
  readonly slantedCount: number;
  readonly cropCount: number;
  readonly upperLine: boolean;
  readonly engineOption: Readonly<Record<string, number>>;
}

/** What a command answers: a text for people, the result for programs. */
export interface CommandAnswer {
  readonly text: string;
  readonly result: object;
}

export interface BenchOutput {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
}

const QUICK = { sizes: [1000], crops: 60, peerReferences: 60, peerQueries: 24 } as const;
const PAGE_FOLDER = join(projectRoot, 'docs', 'benchmarks');
const PAGE_FILE = join(projectRoot, 'docs', 'benchmarks.md');
/** What is not meant to be published: quick and interrupted runs. */
const SCRATCH_FOLDER = join(projectRoot, '.cache', 'bench', 'results');
const EXAM_CACHE = join(projectRoot, '.cache', 'bench', 'exam');
const DEFAULT_SIZES = [1000, 10_000] as const;
/** What a shell expects of a program that Ctrl-C ended. */
const INTERRUPTED = 130;

/** @returns whether Ctrl-C ended it @throws DatasetError when the data cannot be read */
export async function runBenchCommand(
  given: BenchCommandOptions,
  { out, error }: BenchOutput,
): Promise<boolean> {
  const options = toOptions(given);
  const controller = new AbortController();
  const stop = (): void => {
    if (controller.signal.aborted) process.exit(INTERRUPTED);
    error('\nStopping; what is measured is kept. Press Ctrl-C again to end at once.\n');
    controller.abort();
  };
  process.on('SIGINT', stop);
  try {
    const progress = createProgress(error, process.stderr.isTTY);
    const result = await runBench(options, progress, controller.signal);
    if (result.rows.length === 0) {
      error('Stopped before anything was measured: nothing is written.\n');
      return result.isPartial;
    }
    const { outFolder, pageFile } = placesOf(given, result.isPartial);
    const { paths, skipped } = await writeResult(result, outFolder, pageFile);
    out(given.json === true ? `${JSON.stringify(result, null, 1)}\n` : renderTable(result));
    for (const what of skipped) error(`Left out: ${what}\n`);
    error(`Written: ${paths.map((path) => relative(process.cwd(), path)).join(', ')}\n`);
    if (pageFile === null && given.page)
      error(
        `To make the page of it all the same: loupe bench page ${relative(process.cwd(), paths[0] ?? '')}\n`,
      );
    return result.isPartial;
  } finally {
    process.off('SIGINT', stop);
  }
}

export async function pagesCommand(
  source: string,
  folder: string,
  given: PagesCommandOptions,
  { error }: BenchOutput,
): Promise<CommandAnswer> {
  const bar = createProgress(error, process.stderr.isTTY).start('Making the set');
  const options = {
    seed: given.setSeed,
    referenceLimit: given.references,
    photosPerStrength: given.photos,
    lookAlikeCount: given.lookAlikes,
    halvedManuals: given.halved,
    isVolume: given.volume === true,
  };
  try {
    await writePageSet(resolve(source), resolve(folder), options, (done, total) => bar.update(done, total));
    return { text: `Written: ${folder}\n`, result: { folder: resolve(folder) } };
  } finally {
    bar.stop();
  }
}

/** Lists the references of all sets of a folder that show the same picture. @returns what was written */
export async function copiesCommand(folder: string, { error }: BenchOutput): Promise<CommandAnswer> {
  const bar = createProgress(error, process.stderr.isTTY).start('Comparing references');
  try {
    const path = resolve(folder);
    const count = await writeCopies(path, readDatasetFolder(path), (done, total) => bar.update(done, total));
    const file = join(folder, COPIES_FILE);
    return { text: `Written: ${file}, ${count} pairs\n`, result: { file, pairCount: count } };
  } finally {
    bar.stop();
  }
}

/** Writes every answer of the engine on a folder of sets. @returns what was written @throws DatasetError */
export async function answersCommand(
  given: AnswersCommandOptions,
  { error }: BenchOutput,
): Promise<CommandAnswer> {
  const progress = createProgress(error, process.stderr.isTTY);
  const options = {
    dataFolder: resolve(given.data),
    outFile: given.out,
    cropCount: given.cropCount,
    seed: given.cropSeed,
    engineOptions: given.engineOption,
  };
  const count = await writeAnswers(options, progress, new AbortController().signal);
  const text = `Written: ${given.out}, ${count} answers\n`;
  return { text, result: { file: given.out, answerCount: count } };
}

/** Writes the facts that a decision is fitted on. @returns what was written @throws DatasetError */
export async function factsCommand(
  folders: readonly string[],
  file: string,
  given: Omit<ExamCommandOptions, 'part' | 'result' | 'toPage'>,
  { error }: BenchOutput,
): Promise<CommandAnswer> {
  const progress = createProgress(error, process.stderr.isTTY);
  const count = await writeFacts(toExamOptions(folders, given), file, progress, new AbortController().signal);
  return { text: `Written: ${file}, ${count} candidates\n`, result: { file, candidateCount: count } };
}

/** Fits the decision on what factsCommand wrote, and writes it as a header. @returns its calibration, as a table */
export async function fitCommand(
  file: string,
  header: string,
  { error }: BenchOutput,
): Promise<CommandAnswer> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  const fit = fitDecision(lines.map((line) => JSON.parse(line) as CandidateLine));
  await writeFile(header, renderHeader(fit));
  error(`Written: ${header}\n`);
  return { text: renderCalibration(fit), result: fit };
}

/** Holds an exam and writes its figures. @returns the figures as a table @throws DatasetError */
export async function examCommand(
  folders: readonly string[],
  given: ExamCommandOptions,
  { error }: BenchOutput,
): Promise<CommandAnswer> {
  const progress = createProgress(error, process.stderr.isTTY);
  const options = { ...toExamOptions(folders, given), part: given.part };
  const { result, cases } = await runExam(options, progress, new AbortController().signal);
  await writeFile(given.result, `${JSON.stringify(result, null, 1)}\n`);
  if (given.toPage !== undefined && given.part === 'unseen')
    await writeFile(given.toPage, renderExamPage(result));
  if (given.cases !== undefined) await writeFile(given.cases, cases.map((line) => `${line}\n`).join(''));
  error(
    `Written: ${[given.result, given.toPage, given.cases].filter((path) => path !== undefined).join(', ')}\n`,
  );
  return { text: renderTable(result), result };
}

function toExamOptions(
  folders: readonly string[],
  given: Omit<ExamCommandOptions, 'part' | 'result' | 'toPage'>,
): Omit<ExamOptions, 'part'> {
  return {
    folders: folders.map((folder) => resolve(folder)),
    cacheFolder: given.cache === undefined ? EXAM_CACHE : resolve(given.cache),
    counts: {
      conditionsPerPhoto: given.conditions,
      simulatedPhotos: given.photoCount,
      digitalCopies: given.copyCount,
      slantedPhotos: given.slantedCount,
      crops: given.cropCount,
    },
    withUpperLine: given.upperLine,
    engineOptions: given.engineOption,
  };
}

/** The two results as a table. @throws ResultFileError */
export async function compareCommand(before: string, after: string): Promise<CommandAnswer> {
  const result = compareResults(await readResult(before), await readResult(after));
  return { text: renderComparison(result), result };
}

/** Writes the page and the plots of a result. @returns what was written @throws ResultFileError */
export async function pageCommand(path: string): Promise<CommandAnswer> {
  const { paths } = await writeResult(await readResult(path), PAGE_FOLDER, PAGE_FILE);
  const written = paths.map((each) => relative(process.cwd(), each)).join(', ');
  return { text: `Written: ${written}\n`, result: { paths } };
}

/** What a run measures, of what the command line gives. */
export function toOptions(given: BenchCommandOptions): BenchOptions {
  const isQuick = given.quick === true;
  return {
    dataFolder: given.data === undefined ? null : resolve(given.data),
    isQuick,
    sizes: given.sizes ?? (isQuick ? QUICK.sizes : DEFAULT_SIZES),
    cropCount: isQuick ? Math.min(QUICK.crops, given.crops) : given.crops,
    seed: given.seed,
    withPeers: given.peers,
    peerReferences: isQuick ? Math.min(QUICK.peerReferences, given.peerReferences) : given.peerReferences,
    engineOptions: given.option,
    peerQueries: isQuick ? Math.min(QUICK.peerQueries, given.peerQueries) : given.peerQueries,
  };
}

/** A whole run makes the project's page; a quick or interrupted one never replaces it. */
function placesOf({ out, page, quick }: BenchCommandOptions, isPartial: boolean) {
  const isForPage = page && quick !== true && !isPartial && out === undefined;
  if (isForPage) return { outFolder: PAGE_FOLDER, pageFile: PAGE_FILE };
  return { outFolder: out === undefined ? SCRATCH_FOLDER : resolve(out), pageFile: null };
}
