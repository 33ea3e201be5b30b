/** Waiting uses of packs on this phone: what was recognized and opened, kept until the server has it. */

/** A page that was recognized, or an action that was opened there. */
export interface PackUse {
  /** UUID: the server counts what is sent twice once. */
  readonly id: string;
  /** ISO 8601, when it happened. */
  readonly at: string;
  readonly elementId: string;
  /** null for the recognition itself. */
  readonly actionId: string | null;
  readonly languageCode: string;
  readonly sessionId: string;
}

/** A use, with what it is reported by. */
export interface WaitingUse {
  readonly use: PackUse;
  readonly key: string;
  readonly packId: string;
  /** How often the server has failed with it. */
  readonly tries: number;
}

export interface NumberedUse extends WaitingUse {
  /** Grows with each use that is added. */
  readonly number: number;
}

/** Reasons of losses: too much waited, or the server refused it for good. */
type Loss = 'dropped' | 'refused';

const NAME = 'loupe-scan';
const USES = 'uses';
const LOSSES = 'losses';
const MOST_WAITING = 10_000;

/** Adds a use; beyond the bound the oldest one goes, and is counted. */
export async function addUse(waiting: WaitingUse): Promise<void> {
  await within(async (uses, losses) => {
    uses.add(waiting);
    const excess = (await resultOf(uses.count())) - MOST_WAITING;
    if (excess <= 0) return;
    const oldest = await resultOf(uses.getAllKeys(null, excess));
    for (const number of oldest) uses.delete(number);
    await count(losses, 'dropped', oldest.length);
  });
}

/** The oldest uses that wait, of one key and one pack. */
export async function oldestUses(most: number): Promise<readonly NumberedUse[]> {
  const all = await within(async (uses) => resultOf(uses.getAll(null, most) as IDBRequest<NumberedUse[]>));
  const others = all.findIndex(({ key, packId }) => key !== all[0]?.key || packId !== all[0]?.packId);
  return others < 0 ? all : all.slice(0, others);
}

/** Takes uses away that the server has, or has refused for good. @param refused how many of them it refused */
export async function removeUses(sent: readonly NumberedUse[], refused: number): Promise<void> {
  await within(async (uses, losses) => {
    for (const { number } of sent) uses.delete(number);
    if (refused > 0) await count(losses, 'refused', refused);
  });
}

/** Notes that the server has failed with uses. */
export async function countTry(sent: readonly NumberedUse[]): Promise<void> {
  await within(async (uses) => {
    for (const waiting of sent) await resultOf(uses.put({ ...waiting, tries: waiting.tries + 1 }));
  });
}

async function count(losses: IDBObjectStore, loss: Loss, more: number): Promise<void> {
  const before = await resultOf(losses.get(loss) as IDBRequest<number | undefined>);
  losses.put((before ?? 0) + more, loss);
}

/** Does work in one transaction, and waits until it is on the disk. */
async function within<T>(work: (uses: IDBObjectStore, losses: IDBObjectStore) => Promise<T>): Promise<T> {
  const database = await open();
  try {
    const transaction = database.transaction([USES, LOSSES], 'readwrite');
    const ended = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error('The storage has no room.'));
    });
    const [result] = await Promise.all([
      work(transaction.objectStore(USES), transaction.objectStore(LOSSES)),
      ended,
    ]);
    return result;
  } finally {
    database.close();
  }
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(USES, { keyPath: 'number', autoIncrement: true });
    request.result.createObjectStore(LOSSES);
  };
  return resultOf(request);
}

async function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The storage failed.'));
  });
}
