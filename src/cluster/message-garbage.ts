/**
 * Frees the memory of messages that are done with. It lies outside V8's heap, and V8 notices only by tens of megabytes, when it looks through
 * all of its heap: for shards, every few searches. Young objects alone are looked through in a fraction of that time.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * By how much the heap may grow between two full collections. V8 chooses by how fast it allocates, and lowers its choice whenever the young
 * part is collected and little had come: to 8 MB where a searcher keeps 70, which one search's messages reach.
 */
const GROWTH_PERCENT = 100;
/** Messages are copied some times on their way; so much memory of them is let go at once. */
const MOST_BYTES = 16 * 1024 * 1024;
const COPIES = 4;

type Collect = (options: { readonly type: 'minor' }) => void;

let collect: Collect | undefined;

function collectYoung(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as Collect;
    setFlagsFromString('--no-expose-gc');
    setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
  }
  collect({ type: 'minor' });
}

export class MessageGarbage {
  private bytes = 0;
  private isDue = false;

  /** @param bytes of a message that was sent or read */
  note(bytes: number): void {
    this.bytes += bytes * COPIES;
    if (this.bytes < MOST_BYTES || this.isDue) return;
    this.isDue = true;
    // After the handler of the message has run.
    setImmediate(() => {
      this.isDue = false;
      this.bytes = 0;
      collectYoung();
    });
  }
}
