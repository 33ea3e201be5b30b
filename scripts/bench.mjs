/**
 * `npm run bench`: brings the clone up to date, builds the peers, and runs `loupe bench` with the arguments.
 *
 *   npm run bench -- --quick
 *   npm run bench -- compare before.json after.json
 *   npm run bench -- --peers         first installs the peers that are npm packages, and compiles opencv4nodejs
 */
import './node/require.cjs';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setUp } from './setup.mjs';
import { FIGURE_PAGES, markFigures, recordMeasured } from './docs/figures.mjs';
import { runCommand, stopOnSignals } from './setup/command.mjs';
import { inRoot } from './setup/paths.mjs';
import { installNpmPeers } from './setup/npm-peers.mjs';
import { buildPeers } from './setup/peers.mjs';
import { createProgress } from './setup/progress.mjs';

const PEERS = '--peers';
const words = process.argv.slice(2);

/** The pages of figures as they are. */
const pagesNow = () => new Map(FIGURE_PAGES.map((page) => [page, readFileSync(inRoot(page), 'utf8')]));

/** Pages that a run has written belong to the code as it is. */
function recordWritten(before) {
  const now = pagesNow();
  for (const page of FIGURE_PAGES) if (now.get(page) !== before.get(page)) recordMeasured(page);
  markFigures();
}

await runCommand(
  async () => {
    const ignoreSignals = stopOnSignals();
    const progress = createProgress(process.stderr);
    await setUp(progress, { hasAllPackages: true });
    await buildPeers(progress);
    if (words.includes(PEERS)) await installNpmPeers(progress);
    ignoreSignals();
    // The command itself ends on Ctrl-C, after it has written what it has.
    process.on('SIGINT', () => undefined);
    const args = [inRoot('bin/loupe.mjs'), 'bench', ...words.filter((word) => word !== PEERS)];
    const before = pagesNow();
    const child = spawn(process.execPath, args, { stdio: 'inherit' });
    process.exitCode = await new Promise((done) => {
      child.once('exit', (code, signal) => {
        if (signal !== null) console.error(`The benchmark was ended by ${signal}; nothing was written.`);
        done(code ?? 1);
      });
    });
    recordWritten(before);
  },
  { stopsOnSignals: false },
);
