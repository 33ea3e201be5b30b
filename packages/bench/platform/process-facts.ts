/** What a process of this machine holds, as the kernel reports it. */
import { readdir, readFile } from 'node:fs/promises';

export interface ProcessFacts {
  readonly descriptors: number;
  readonly threads: number;
  /** Memory in use, with what is mapped of files. */
  readonly residentMb: number;
  /** Memory of its own: what a leak makes grow. */
  readonly ownMb: number;
}

/** Of the kernel's processor times. */
const TICK_MS = 10;

/** @param stat the kernel's status of a process, or of a thread */
function timeOf(stat: string): number {
  const fields = stat.split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** Processor time of a process since it began, milliseconds, in steps of ten. */
export async function processorMs(pid: number): Promise<number> {
  return timeOf(await readFile(`/proc/${pid}/stat`, 'utf8'));
}

export async function processFacts(pid: number): Promise<ProcessFacts> {
  const [open, status] = await Promise.all([
    readdir(`/proc/${pid}/fd`),
    readFile(`/proc/${pid}/status`, 'utf8'),
  ]);
  const number = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
  return {
    descriptors: open.length,
    threads: number('Threads'),
    residentMb: Math.round(number('VmRSS') / 1024),
    ownMb: Math.round(number('RssAnon') / 1024),
  };
}
