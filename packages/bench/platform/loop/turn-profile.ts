/** Profiles a turn of the event loop, by samples that V8 takes of this thread. */
import { Session } from 'node:inspector/promises';

export interface TurnProfile {
  /** @param sinceMs on the clock of `performance.now()` @returns the most expensive functions of a time, with milliseconds */
  end(sinceMs: number, untilMs: number): Promise<readonly string[]>;
}

const SAMPLE_EVERY_US = 200;
const MOST_TOLD = 12;

type Profile = Awaited<ReturnType<typeof stop>>;
type ProfileNode = Profile['nodes'][number];

export async function profileTurns(): Promise<TurnProfile> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
  await session.post('Profiler.start');
  // Both clocks are monotonic, but count from different times.
  const offsetUs = Number(process.hrtime.bigint() / 1000n) - performance.now() * 1000;
  return {
    async end(sinceMs, untilMs) {
      const profile = await stop(session);
      session.disconnect();
      return spentIn(profile, sinceMs * 1000 + offsetUs, untilMs * 1000 + offsetUs);
    },
  };
}

async function stop(session: Session) {
  return (await session.post('Profiler.stop')).profile;
}

/** Each function with the time that it and those it called took, as far as they were sampled between two times. */
function spentIn(profile: Profile, sinceUs: number, untilUs: number): readonly string[] {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const callers = new Map<number, number>();
  for (const { id, children = [] } of profile.nodes) for (const child of children) callers.set(child, id);
  const own = new Map<string, number>();
  const whole = new Map<string, number>();
  let at = profile.startTime;
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const tookUs = profile.timeDeltas?.[index] ?? 0;
    at += tookUs;
    if (at < sinceUs || at > untilUs) continue;
    const seen = new Set<string>();
    for (let each: number | undefined = id; each !== undefined; each = callers.get(each)) {
      const name = nameOf(nodes.get(each));
      if (each === id) own.set(name, (own.get(name) ?? 0) + tookUs);
      if (!seen.has(name)) whole.set(name, (whole.get(name) ?? 0) + tookUs);
      seen.add(name);
    }
  }
  return [...told('itself', own), ...told('with what it calls', whole)];
}

function told(how: string, times: ReadonlyMap<string, number>): readonly string[] {
  const most = [...times].toSorted(([, one], [, other]) => other - one).slice(0, MOST_TOLD);
  return most.map(([name, us]) => `${how} ${(us / 1000).toFixed(1)} ms: ${name}`);
}

function nameOf(node: ProfileNode | undefined): string {
  if (node === undefined) return '';
  const { functionName, url, lineNumber } = node.callFrame;
  return `${functionName === '' ? '(unnamed)' : functionName} ${url.replace(/^.*\/(?=(src|schema|node_modules|test|bench)\/)/, '')}:${lineNumber + 1}`;
}
