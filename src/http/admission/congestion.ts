/** How congested this process is: how late its event loop runs, and how many jobs wait for the engine. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const RESOLUTION_MS = 10;
/** How late the loop may run in nine of ten looks. */
const WANTED_DELAY_MS = 40;
/** Jobs that may wait for each thread of the engine. */
const WANTED_JOBS_PER_THREAD = 3;

export interface EngineLoad {
  readonly threads: number;
  readonly waitingCount: number;
}

/** Measures from `start` to `stop`: a monitor wakes the process a hundred times a second, also one that has nothing to do. */
export interface CongestionMeter {
  start(): void;
  stop(): void;
  /** Of the time since it was read last; 1 is as much as is wanted. */
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
