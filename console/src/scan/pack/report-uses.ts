/** Reports what was recognized and opened with a pack: at once where there is a network, else when there is one again. */
import { reportUses, ScanRefused } from '../scan-api';
import { addUse, countTry, type NumberedUse, oldestUses, type PackUse, removeUses } from './use-queue';

/** Of one report: two thirds of what an address may send in a minute stay for pictures. */
const AT_ONCE = 20;
const PAUSE_MS = 60_000;
/** Before the newest uses are looked for again. */
const SOON_MS = 2000;
/** Failures of the server after which a use is given up. */
const MOST_TRIES = 5;
/** Answers that say nothing of what was sent. */
const WAIT = new Set(['UNREACHED', 'RATE_LIMITED', 'OVERLOADED']);
/** Refusals that another try does not change. */
const FINAL = new Set(['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'BAD_USER_INPUT']);

/** Keeps a use until the server has it. */
export function rememberUse(key: string, packId: string, use: Omit<PackUse, 'id' | 'at'>): void {
  const dated = { ...use, id: crypto.randomUUID(), at: new Date().toISOString() };
  // Without room in the browser's storage the reader is answered all the same.
  addUse({ use: dated, key, packId, tries: 0 })
    .then(reportWaiting)
    .catch(() => undefined);
}

/** Reports what waits from now on: now, and whenever there is a network again. @returns what ends it */
export function keepReporting(): () => void {
  const report = () => void reportWaiting().catch(() => undefined);
  report();
  window.addEventListener('online', report);
  return () => window.removeEventListener('online', report);
}

let next: ReturnType<typeof setTimeout> | undefined;

/** Reports the oldest uses, and the others after a pause. Of several tabs one does it at a time. */
export async function reportWaiting(): Promise<void> {
  if (!navigator.onLine) return;
  const pause = await navigator.locks.request('loupe-scan-uses', { ifAvailable: true }, async (lock) =>
    // The tab that has it may have looked before the newest use came.
    lock === null ? SOON_MS : report(),
  );
  clearTimeout(next);
  if (pause !== null) next = setTimeout(() => void reportWaiting().catch(() => undefined), pause);
}

/** @returns milliseconds until the next report; null when nothing waits */
async function report(): Promise<number | null> {
  const waiting = await oldestUses(AT_ONCE);
  const [first] = waiting;
  if (first === undefined) return null;
  const { key, packId } = first;
  let isShort = waiting.length < AT_ONCE;
  try {
    const uses = waiting.map(({ use }) => use);
    const { recordedIds, refused } = await reportUses(key, packId, uses);
    const refusedIds = new Set(refused.map(({ id }) => id));
    const ends = new Set([...recordedIds, ...refusedIds]);
    const ended = waiting.filter(({ use }) => ends.has(use.id));
    await removeUses(ended, refusedIds.size);
    isShort &&= ended.length === waiting.length;
  } catch (error) {
    isShort = false;
    await giveUp(waiting, error instanceof ScanRefused ? error.code : 'UNREACHED');
  }
  if ((await oldestUses(1)).length === 0) return null;
  return isShort ? SOON_MS : PAUSE_MS;
}

async function giveUp(waiting: readonly NumberedUse[], code: string): Promise<void> {
  if (WAIT.has(code)) return;
  if (FINAL.has(code)) return removeUses(waiting, waiting.length);
  const tired = waiting.filter(({ tries }) => tries + 1 >= MOST_TRIES);
  await removeUses(tired, tired.length);
  await countTry(waiting.filter((use) => !tired.includes(use)));
}
