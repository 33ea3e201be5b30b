/** A bar for long work, for people only: it is silent when nobody watches a terminal. */
import { SingleBar } from 'cli-progress';

export interface Progress {
  step(): void;
  stop(): void;
}

export function showProgress(total: number, label: string): Progress {
  const bar = new SingleBar({
    format: `${label} {bar} {value}/{total}  {eta_formatted} left`,
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
  });
  if (total > 1) bar.start(total, 0);
  return { step: () => bar.increment(), stop: () => bar.stop() };
}
