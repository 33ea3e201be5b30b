/**
 * Progress with the time left, on standard error: a bar where somebody can see it move, elsewhere a line now and then.
 */
import cliProgress from 'cli-progress';

export interface ProgressBar {
  update(done: number, total: number): void;
  stop(): void;
}

export interface Progress {
  start(title: string): ProgressBar;
}

const TITLE_WIDTH = 34;
/** Without a progress bar, a line shows how far a measurement is. */
const LINE_EVERY_MS = 20_000;

export function createProgress(write: (text: string) => void, isTerminal: boolean): Progress {
  return { start: isTerminal ? startBar : (title) => startLines(title, write) };
}

function startBar(title: string): ProgressBar {
  const bar = new cliProgress.SingleBar(
    {
      format: `${title.padEnd(TITLE_WIDTH)} {bar} {value}/{total}  {eta_formatted} left`,
      hideCursor: true,
      etaBuffer: 50,
      stream: process.stderr,
    },
    cliProgress.Presets.shades_classic,
  );
  let isStarted = false;
  return {
    update: (done, total) => {
      if (!isStarted) bar.start(total, 0);
      isStarted = true;
      bar.setTotal(total);
      bar.update(done);
    },
    stop: () => bar.stop(),
  };
}

function startLines(title: string, write: (text: string) => void): ProgressBar {
  const startedAt = performance.now();
  let last = 0;
  let writtenAt = startedAt;
  return {
    update: (done, total) => {
      last = done;
      const now = performance.now();
      if (now - writtenAt < LINE_EVERY_MS || done === 0) return;
      writtenAt = now;
      const leftMs = ((now - startedAt) / done) * (total - done);
      write(`${title.padEnd(TITLE_WIDTH)} ${done}/${total}  ${formatDuration(leftMs)} left\n`);
    },
    stop: () =>
      write(`${title.padEnd(TITLE_WIDTH)} ${last} in ${formatDuration(performance.now() - startedAt)}\n`),
  };
}

function formatDuration(durationMs: number): string {
  const seconds = durationMs / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
