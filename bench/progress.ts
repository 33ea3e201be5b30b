/** Progress bars with the time left, on standard error, and only where somebody can see them move. */
import cliProgress from 'cli-progress';

export interface ProgressBar {
  update(done: number, total: number): void;
  stop(): void;
}

export interface Progress {
  start(title: string): ProgressBar;
}

const TITLE_WIDTH = 34;

export function createProgress(write: (text: string) => void, isTerminal: boolean): Progress {
  return { start: isTerminal ? startBar : (title) => startLine(title, write) };
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

function startLine(title: string, write: (text: string) => void): ProgressBar {
  const startedAt = performance.now();
  let last = 0;
  return {
    update: (done) => (last = done),
    stop: () =>
      write(
        `${title.padEnd(TITLE_WIDTH)} ${last} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`,
      ),
  };
}
