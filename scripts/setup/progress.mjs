/**
 * What the user sees while long steps run. On a terminal a live line with the elapsed time and the last
 * word of the running tool; elsewhere plain lines at the start, every half minute, and at the end.
 */
const REDRAW_MS = 500;
const REMINDER_MS = 30_000;

/** "0.4 s", "12 s", "2 min 5 s". */
export function formatDuration(ms) {
  if (ms < 9_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** One printable line: no escape sequences, no control characters, at most `width` characters. */
export function oneLine(text, width) {
  // eslint-disable-next-line no-control-regex -- tools color their output with escape sequences
  const plain = text.replace(/\u001b\[[0-9;?]*[A-Za-z]/g, '').replace(/[\u0000-\u001f]+/g, ' ');
  return plain.length <= width ? plain : `${plain.slice(0, Math.max(0, width - 3))}...`;
}

/**
 * Shows running steps. Several may run at once.
 *
 * @param {{ write(text: string): unknown, isTTY?: boolean, columns?: number }} stream where to write
 * @param {() => number} now clock in milliseconds
 */
export function createProgress(stream = process.stdout, now = Date.now) {
  const running = new Map();
  const isLive = stream.isTTY === true;
  let timer;
  let hasLiveLine = false;

  const clearLine = () => {
    if (hasLiveLine) stream.write('\r\u001b[2K');
    hasLiveLine = false;
  };
  const print = (line) => {
    clearLine();
    stream.write(`${line}\n`);
  };
  const elapsed = (step) => formatDuration(now() - step.startedAt);

  function redraw() {
    if (!isLive) {
      for (const step of running.values()) {
        if (now() - step.remindedAt < REMINDER_MS) continue;
        step.remindedAt = now();
        print(`  ... ${step.title} (${elapsed(step)})`);
      }
      return;
    }
    const steps = [...running.values()];
    const titles = steps.map((step) => `${step.title} ${elapsed(step)}`).join(' | ');
    const detail = steps.at(-1)?.detail ?? '';
    clearLine();
    stream.write(oneLine(`  ${titles}  ${detail}`, (stream.columns || 80) - 1));
    hasLiveLine = true;
  }

  function start(title) {
    const step = { title, startedAt: now(), remindedAt: now(), detail: '' };
    running.set(step, step);
    if (!isLive) print(`  ${title} ...`);
    timer ??= setInterval(redraw, isLive ? REDRAW_MS : 1000).unref();
    const finish = (verdict) => {
      if (!running.delete(step)) return;
      print(`  ${title}: ${verdict} in ${elapsed(step)}`);
      if (running.size === 0) {
        clearInterval(timer);
        timer = undefined;
      }
    };
    return {
      /** Shows the last line of the running tool. */
      tell: (line) => {
        if (line.trim() !== '') step.detail = line.trim();
      },
      done: () => finish('done'),
      failed: () => finish('FAILED'),
      /** For a step that ended because another one failed. */
      stopped: () => finish('stopped'),
    };
  }

  return { start, print };
}
