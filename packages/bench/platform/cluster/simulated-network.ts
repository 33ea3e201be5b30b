/**
 * Machines that share this one: each is a network namespace with an address of its own on one bridge, so that programs reach each
 * other by addresses alone, and the kernel counts what each of them sent and received. All of it lies in a network that only the program
 * sees, and goes with it: a browser of this machine would break off what it loads when networks come and go. Needs root and iproute2.
 */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
/** Kept for measurements of networks (RFC 2544): nothing real has such addresses. */
const NETWORK = '198.18.0';
/** Room for the address of this machine and of as many others. */
const MOST = 250;

export interface Machine {
  readonly name: string;
  readonly address: string;
  /** What runs a command on it. */
  readonly within: readonly string[];
}

export interface Traffic {
  readonly sentBytes: number;
  readonly receivedBytes: number;
}

/** Says to the program that it runs in a network of its own. */
const INSIDE = 'LOUPE_SIMULATES_A_NETWORK';

/** Runs this program once more, in a network of its own, and ends with its code. Returns at once where it is in there. */
export function enterOwnNetwork(): void {
  if (process.env[INSIDE] !== undefined) return;
  const { status, error } = spawnSync(
    'unshare',
    ['--net', '--mount', process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    { stdio: 'inherit', env: { ...process.env, [INSIDE]: 'yes' } },
  );
  if (error !== undefined)
    throw new Error('Networks need unshare (apt-get install util-linux).', { cause: error });
  process.exit(status ?? 1);
}

interface LinkFacts {
  readonly stats64: Readonly<Record<'rx' | 'tx', { readonly bytes: number }>>;
}

async function ip(...words: readonly string[]): Promise<string> {
  try {
    return (await run('ip', words)).stdout;
  } catch (cause) {
    throw new Error(`Networks need root and iproute2 (apt-get install iproute2): ip ${words.join(' ')}`, {
      cause,
    });
  }
}

export class SimulatedNetwork {
  /** Where services listen that run on this machine itself. */
  readonly host = `${NETWORK}.1`;
  private readonly machines = new Map<string, string>();
  private count = 0;

  private constructor(private readonly prefix: string) {}

  /** Call `enterOwnNetwork` before. @throws Error without root or iproute2 */
  static async create(): Promise<SimulatedNetwork> {
    const network = new SimulatedNetwork(`lp${process.pid % 100_000}`);
    await ip('link', 'set', 'lo', 'up');
    await ip('link', 'add', network.bridge, 'type', 'bridge');
    await ip('addr', 'add', `${network.host}/24`, 'dev', network.bridge);
    await ip('link', 'set', network.bridge, 'up');
    return network;
  }

  async add(name: string): Promise<Machine> {
    this.count += 1;
    if (this.count > MOST) throw new Error(`A network has ${MOST} machines at most.`);
    const id = `${this.prefix}-${this.count}`;
    const address = `${NETWORK}.${this.count + 1}`;
    await ip('netns', 'add', id);
    this.machines.set(name, id);
    await ip('link', 'add', id, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', id);
    await ip('link', 'set', id, 'master', this.bridge, 'up');
    await ip('-n', id, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
    await ip('-n', id, 'link', 'set', 'eth0', 'up');
    await ip('-n', id, 'link', 'set', 'lo', 'up');
    return { name, address, within: ['ip', 'netns', 'exec', id] };
  }

  /** What a machine has sent and received, with the headers of packets; received here is what it sent. */
  async traffic({ name }: Machine): Promise<Traffic> {
    const told = await ip('-s', '-j', 'link', 'show', 'dev', this.machines.get(name) ?? '');
    const [facts] = JSON.parse(told) as readonly LinkFacts[];
    if (facts === undefined) throw new Error(`No machine is called ${name}.`);
    return { sentBytes: facts.stats64.rx.bytes, receivedBytes: facts.stats64.tx.bytes };
  }

  /** Takes everything away. Programs on it have to be ended before. */
  async close(): Promise<void> {
    for (const id of this.machines.values()) await ip('netns', 'del', id);
    await ip('link', 'del', this.bridge);
  }

  private get bridge(): string {
    return `${this.prefix}-br`;
  }
}
