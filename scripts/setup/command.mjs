/** The frame of every script: signals stop what runs, failures are explained without a stack trace. */
import { sentenceFor } from './advice.mjs';
import { SetupError, stopChildren } from './run.mjs';

const SIGNAL_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 };

/**
 * Runs a script's work. A SetupError is printed as plain text and sets exit code 1, and so is a disk that takes nothing;
 * anything else is a defect and keeps its stack trace.
 *
 * @param options.stopsOnSignals false when the work handles signals itself
 */
export async function runCommand(work, { stopsOnSignals = true } = {}) {
  if (stopsOnSignals) stopOnSignals();
  try {
    await work();
  } catch (error) {
    const sentence = error instanceof SetupError ? error.message : sentenceFor(error);
    process.stderr.write(`\n${sentence ?? error.stack}\n`);
    process.exitCode = 1;
  }
}

/** On a signal: stops the running tools and ends with the signal's usual exit code. */
export function stopOnSignals() {
  const handlers = Object.entries(SIGNAL_CODES).map(([signal, code]) => {
    const handler = () => {
      stopChildren();
      process.stderr.write('\nStopped. Repeat the command to go on where it ended.\n');
      process.exit(code);
    };
    process.on(signal, handler);
    return [signal, handler];
  });
  return () => handlers.forEach(([signal, handler]) => process.off(signal, handler));
}
