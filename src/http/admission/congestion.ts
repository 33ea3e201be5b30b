/** How congested this process is: how late its event loop runs, and how many jobs wait for the engine. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;
/** How late the event loop may run, at the 90th percentile. */
const WANTED_DELAY_MS = 40;
/** Jobs that may wait for each thread of the engine. */
const WANTED_JOBS_PER_THREAD = 3;

export interface EngineLoad {
  readonly threads: number;
  readonly waitingCount: number;
}

/** Measures from `start` to `stop`: the monitor wakes even an idle process a hundred times a second. */
export interface CongestionMeter {
  start(): void;
  stop(): void;
  /** Congestion since the last call; 1 is the most that is acceptable. */
  read(): number;
}

export function congestionMeter(engine: EngineLoad): CongestionMeter {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  return {
    start: () => void delays.enable(),
    stop: () => void delays.disable(),
    read: () => {
      const delayMs = delays.count === 0 ? 0 : delays.percentile(90) / 1e6 - RESOLUTION_MS;
      delays.reset();
      const waiting = engine.waitingCount / (engine.threads * WANTED_JOBS_PER_THREAD);
      return Math.max(delayMs / WANTED_DELAY_MS, waiting);
    },
  };
}
