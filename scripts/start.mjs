/**
 * `npm start`: the set-up, the server, and the demonstration of its main job in front of the user. The server
 * runs until Ctrl-C, which stops it cleanly.
 *
 * LOUPE_EXIT_AFTER_DEMO=1 ends after the demonstration, for proofs by script.
 */
import './node/require.cjs';
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { setUp, setUpGuide } from './setup.mjs';
import { requirePortForBrowsers, serverAddress } from './setup/address.mjs';
import { runCommand, stopOnSignals } from './setup/command.mjs';
import { guideSite } from './setup/guide.mjs';
import { inRoot, rootDir } from './setup/paths.mjs';
import { createProgress } from './setup/progress.mjs';
import { adopt, SetupError } from './setup/run.mjs';

const READY_WITHIN_MS = 120_000;
const POLL_MS = 200;

/** npm passes a Ctrl-C on to a process that the terminal has told already: both count as one. */
const ONE_PRESS_MS = 1500;

/** Starts the server outside the terminal's process group, so that it gets one signal from here alone. */
function startServer() {
  const program = ['--enable-source-maps', inRoot('dist/src/main.js')];
  const server = spawn(process.execPath, [...process.execArgv, ...program], {
    cwd: rootDir,
    env: { LOUPE_LOG_LEVEL: 'warn', ...process.env },
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
  });
  const ended = new Promise((resolve) => {
    server.once('error', (error) => resolve({ code: 1, reason: error.message }));
    server.once('exit', (code, signal) => resolve({ code, reason: signal ?? `exit code ${code}` }));
  });
  return { server, ended };
}

/** Passes the first signal on as a wish to stop, and a later one as a demand. */
function stopServerOnSignals(server) {
  let firstAt;
  const onSignal = () => {
    const now = Date.now();
    if (firstAt !== undefined && now - firstAt < ONE_PRESS_MS) return;
    if (firstAt === undefined) process.stdout.write('\nStopping ...\n');
    firstAt ??= now;
    server.kill('SIGTERM');
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, onSignal);
  process.once('exit', () => server.kill('SIGTERM'));
  return { isStopping: () => firstAt !== undefined };
}

/** Whether somebody listens on the port already: its answers would be taken for those of our server. */
function isPortTaken({ host, port }) {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const finish = (isTaken) => {
      socket.destroy();
      resolve(isTaken);
    };
    socket.once('connect', () => finish(true));
    socket.once('error', () => finish(false));
  });
}

async function answers(url) {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}

/** Waits until the server takes requests; false when it ended before. */
async function isReady(ended, url) {
  let hasEnded = false;
  void ended.then(() => (hasEnded = true));
  const deadline = Date.now() + READY_WITHIN_MS;
  while (!hasEnded && Date.now() < deadline) {
    if (await answers(url)) return !hasEnded;
    await wait(POLL_MS);
  }
  if (!hasEnded) throw new SetupError(`The server did not get ready: ${url} gives no good answer.`);
  return false;
}

/** Loads the demo on the first run and shows a recognition through the HTTP API. */
function runDemo() {
  const demo = adopt(
    spawn(process.execPath, [inRoot('bin/loupe.mjs'), 'demo'], { cwd: rootDir, stdio: 'inherit' }),
  );
  return new Promise((resolve) => {
    demo.once('error', () => resolve(false));
    demo.once('close', (code) => resolve(code === 0));
  });
}

/** Nobody waits for it: until it is there, the server says so. */
async function buildGuide(progress) {
  try {
    await setUpGuide(progress);
  } catch (error) {
    progress.print(`The guide is missing, everything else works: ${error.message}`);
  }
}

await runCommand(
  async () => {
    const progress = createProgress();
    const address = serverAddress(process.env);
    await requirePortForBrowsers(address);
    const restoreSignals = stopOnSignals();
    await setUp(progress, { hasGuideLater: true });
    // The server serves what appears in it.
    mkdirSync(guideSite.folder, { recursive: true });
    restoreSignals();

    if (await isPortTaken(address)) {
      throw new SetupError(
        `Port ${address.port} is in use, perhaps by a Loupe that runs already. Stop it, or choose another port: LOUPE_PORT=4100 npm start`,
      );
    }
    const { server, ended } = startServer();
    const signals = stopServerOnSignals(server);
    const starting = progress.start('Starting the server');
    const ready = await isReady(ended, `${address.url}/health/ready`);
    if (ready) starting.done();
    else starting.failed();
    if (ready) {
      const isShown = await runDemo();
      if (!isShown && !signals.isStopping()) process.exitCode = 1;
      if (!signals.isStopping()) await buildGuide(progress);
      if (process.env.LOUPE_EXIT_AFTER_DEMO === '1') server.kill('SIGTERM');
      else if (!signals.isStopping()) progress.print('\nLoupe is running. Ctrl-C stops it.');
    }
    const { code, reason } = await ended;
    if (code !== 0) throw new SetupError(`The server ended with ${reason}.`);
    if (signals.isStopping()) process.stdout.write('Stopped.\n');
  },
  { stopsOnSignals: false },
);
