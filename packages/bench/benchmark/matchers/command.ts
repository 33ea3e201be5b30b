/** `loupe bench --matcher`: a matcher beside Loupe on the same questions, and runs from elsewhere beside both. */
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { addon as addonOfLoupe, VOCABULARY_PATH } from '@loupe-print/engine/internals';

import { badInput } from '../../../../src/kernel/errors.js';
import type { BenchCommandOptions, BenchOutput, CommandAnswer } from '../command.js';
import { toOptions } from '../command.js';
import { findPeers } from '../measure/peers.js';
import { loadPeersAddon } from '../peers/native-addon.js';
import { createProgress } from '../progress.js';
import { openDataset } from '../run.js';
import { matcherPage } from './matcher-page.js';
import { type MatcherRun, readRun, recallAt } from './matcher-run.js';
import { type Asked, measureHere, measureLoupe, measureMatcher } from './measure-matcher.js';
import type { MatcherCommandOptions } from './options.js';
import { peerMatchers } from './peer-matchers.js';
import { matcherQuestions } from './questions.js';
import { cutLimits, summary } from './summary.js';

/**
 * Measures, writes the run of the matcher and the page of all runs.
 *
 * @throws MatcherError, MatcherRunError, DatasetError, LoupeError BAD_USER_INPUT
 */
export async function matcherCommand(
  given: BenchCommandOptions & MatcherCommandOptions,
  { error }: BenchOutput,
): Promise<CommandAnswer> {
  const source = await requireSource(given);
  const progress = createProgress(error, process.stderr.isTTY);
  const { signal } = new AbortController();
  const options = toOptions(given);
  const dataset = await openDataset(options, progress, signal);
  const folder = await mkdtemp(join(tmpdir(), 'loupe-matcher-'));
  try {
    const questions = await matcherQuestions(dataset, options, folder);
    const asked = { questions, data: dataset.name, progress, signal };
    // Files are read first: what is wrong with them need not wait for a measurement.
    const others: MatcherRun[] = [];
    for (const path of given.with ?? []) others.push(await readRun(path, questions.checksum));
    const mine = source === null ? [] : [await measureMatcher(source.name, source, asked)];
    const here = await askHere(asked, given.withPeers === true);
    const runs = [...mine, ...here, ...others];
    const written = [given.report];
    for (const run of mine) {
      await writeFile(given.matcherResult, `${JSON.stringify(run)}\n`);
      written.unshift(given.matcherResult);
    }
    await writeFile(given.report, await matcherPage(runs));
    error(`Written: ${written.join(', ')}\n`);
    return {
      text: summary(runs),
      result: {
        runs: runs.map((run) => ({
          name: run.name,
          machine: run.machine,
          cuts: cutLimits.map((limit) => recallAt(run, limit)),
        })),
      },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function requireSource({
  matcher,
  matcherCommand: command,
  matcherName,
  matcherTimeout,
}: MatcherCommandOptions) {
  if (matcher !== undefined && command !== undefined) {
    throw badInput(
      '--matcher',
      'and --matcher-command name two matchers; ask one, and show it later by --with',
    );
  }
  const timeoutMs = matcherTimeout * 1000;
  if (matcher !== undefined) {
    if ((await stat(matcher).catch(() => null))?.isFile() !== true) {
      throw badInput('--matcher', `${matcher} is no file; give the path of a JavaScript module`);
    }
    return { name: matcherName ?? basename(matcher), module: matcher, timeoutMs };
  }
  return command === undefined ? null : { name: matcherName ?? command, command, timeoutMs };
}

/** Loupe and, where they are wanted, the peers. @throws LoupeError BAD_USER_INPUT where they are not built */
async function askHere(asked: Asked, withPeers: boolean): Promise<MatcherRun[]> {
  const addon = withPeers ? loadPeersAddon() : null;
  if (withPeers && addon === null)
    throw badInput('--with-peers', 'the peers are not built here; start the benchmark by npm run bench --');
  const engine = new addonOfLoupe.Engine({
    vocabularyPath: VOCABULARY_PATH,
    threads: 1,
    queueLimit: 4096,
    options: {},
  });
  try {
    const runs = [await measureLoupe(engine, asked)];
    const peers = addon === null ? [] : peerMatchers(engine, addon, findPeers().peers);
    for (const { name, matcher } of peers) runs.push(await measureHere(name, matcher, asked));
    return runs;
  } finally {
    engine.close();
  }
}
