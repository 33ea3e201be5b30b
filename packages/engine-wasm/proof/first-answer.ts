/**
 * How long a page is in view before it is named: films in which a page is moved before the camera and comes to rest, looked at as
 * `<loupe-scan>` does it. Pictures are drawn for the moments at which the loop asks for one; looking costs the processor time that it took.
 *
 *   bin/loupe-node --import tsx packages/engine-wasm/proof/first-answer.ts [--pages 1000] [--films 100] [--slower 1]
 *
 * Ends with 1 where a page is taken for another one.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { CLOSER_EVERY_MS, FOLLOW_EVERY_MS, isStill, LOOK_EVERY_MS, sampleOf } from '../../scan/src/pace.js';
import { type Approach, approachOf, inViewAt, pictureAt } from './approach.js';
import { drawPage } from './drawn.js';
import { SameQuestions } from './same-questions.js';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '1000' },
    films: { type: 'string', default: '100' },
    /** How many times slower a device is than this machine. */
    slower: { type: 'string', default: '1' },
  },
});

/** Between two looks, by whether the picture stands still. */
const LOOPS = {
  'five a second': () => LOOK_EVERY_MS,
  'as quick as it can while the picture moves': (rests: boolean) => (rests ? LOOK_EVERY_MS : FOLLOW_EVERY_MS),
};
const GIVEN_UP_MS = 3000;

const pages = Number(values.pages);
const same = await SameQuestions.prepare(pages);
const module = await same.open(readFileSync(new URL('../module/loupe.wasm', import.meta.url)));
const spent = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

interface Seen {
  /** Milliseconds that the page was in view; null where it was not named. */
  readonly after: number | null;
  readonly looks: number;
  readonly isWrong: boolean;
}

/** @param phase  when the first look is taken */
function watch(film: Approach, key: number, phase: number, pause: (rests: boolean) => number): Seen {
  const inView = inViewAt(film);
  let [at, closerAt, looks] = [phase, 0, 0];
  let before: Uint8Array | null = null;
  while (at < inView + GIVEN_UP_MS) {
    const picture = pictureAt(film, at);
    const sample = sampleOf(picture.data);
    const rests = isStill(before, sample);
    before = sample;
    const closer = rests && at - closerAt >= CLOSER_EVERY_MS;
    if (closer) closerAt = at;
    const began = spent();
    const { hits } = module.recognize(picture, { closer, mostHits: 20 });
    const cost = (spent() - began) * Number(values.slower);
    looks++;
    const found = hits.find((hit) => hit.isRecognized);
    if (found !== undefined)
      return { after: Math.max(0, at + cost - inView), looks, isWrong: found.key !== key };
    at += Math.max(cost, pause(rests));
  }
  return { after: null, looks, isWrong: false };
}

const sorted = (seen: readonly Seen[]) =>
  seen.map(({ after }) => after ?? Infinity).toSorted((a, b) => a - b);
const shareAt = (numbers: readonly number[], share: number) =>
  numbers[Math.min(numbers.length - 1, Math.floor(share * numbers.length))] ?? NaN;

for (const [name, pause] of Object.entries(LOOPS)) {
  const all: Seen[] = [];
  for (let number = 0; number < Number(values.films); number++) {
    const key = 1 + ((number * 37) % pages);
    const film = approachOf(same.pages[key - 1] ?? drawPage(key, 512, 640), number);
    // The loop has run before, at any moment.
    all.push(watch(film, key, (number * 83) % 200, pause));
  }
  const times = sorted(all);
  const wrong = all.filter((seen) => seen.isWrong).length;
  if (wrong > 0) process.exitCode = 1;
  const named = times.filter((time) => time < Infinity).length;
  const looks = all.reduce((sum, seen) => sum + seen.looks, 0) / all.length;
  console.log(
    `${name}: ${named} of ${all.length} named, ${wrong} as another; median ${shareAt(times, 0.5).toFixed(0)} ms, 95 % within ` +
      `${shareAt(times, 0.95).toFixed(0)} ms; ${looks.toFixed(1)} looks a film`,
  );
}
same.close();
