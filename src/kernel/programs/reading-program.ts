/** The side of the thread of `readInThread`: a program reads its input and hands over what it finds, a part at a time. */
import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { LoupeError } from '../errors.js';
import { refusalToSend, type ThreadAnswer } from './reading-thread.js';

/** Programs that run beside the server, in a thread or a process of their own. */
const PROJECT = new URL('../../..', import.meta.url);

/**
 * The compiled file of a program. Where the server itself runs from its TypeScript sources (development, tests), its
 * programs still run from `dist`: a compiler in each of them would start more slowly than they work.
 *
 * @param besides `import.meta.url` of the module that starts the program and lies in its folder
 * @param name file name without its ending
 */
export function childProgram(besides: string, name: string): URL {
  const program = new URL(`./${name}.js`, besides);
  if (!besides.endsWith('.ts')) return program;
  return new URL(program.href.slice(PROJECT.href.length), new URL('dist/', PROJECT));
}

/** Reads one input after the other, and hands over the parts of each, every one when the one before was taken. */
export async function answerReadings<Input, Item>(
  read: (input: Input) => AsyncIterable<readonly Item[]>,
): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('This program runs in a thread.');
  const send = (answer: ThreadAnswer) => port.postMessage(answer);
  const received = async () => ((await once(port, 'message')) as unknown[])[0];
  for (;;) {
    const { input } = (await received()) as { readonly input: Input };
    try {
      for await (const part of read(input)) {
        const taken = received();
        send({ part });
        await taken;
      }
      send({ end: true });
    } catch (error) {
      if (error instanceof LoupeError) send({ refusal: refusalToSend(error) });
      else send({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  }
}

/** A list in parts that take little time to hand over. @param weightOf about its bytes */
export function* inParts<Item>(
  items: Iterable<Item>,
  weightOf: (item: Item) => number,
): Generator<readonly Item[]> {
  let part: Item[] = [];
  let weight = 0;
  for (const item of items) {
    part.push(item);
    weight += weightOf(item);
    if (part.length < MOST_ITEMS && weight < MOST_WEIGHT) continue;
    yield part;
    part = [];
    weight = 0;
  }
  if (part.length > 0) yield part;
}

const MOST_ITEMS = 500;
const MOST_WEIGHT = 512 * 1024;
