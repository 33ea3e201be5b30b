/**
 * Machines that share this one: each is a network namespace with an address of its own on one bridge, so that programs reach each
 * other by addresses alone, and the kernel counts what each of them sent and received. Needs root and iproute2.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
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

async function ip(...words: readonly string[]): Promise<void> {
  try {
    await run('ip', words);
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

  /** @throws Error without root or iproute2, or when another program simulates a network already */
  static async create(): Promise<SimulatedNetwork> {
    const network = new SimulatedNetwork(`lp${process.pid % 100_000}`);
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
    const counted = async (what: string) =>
      Number(await readFile(`/sys/class/net/${this.machines.get(name) ?? ''}/statistics/${what}`, 'utf8'));
    const [sentBytes, receivedBytes] = await Promise.all([counted('rx_bytes'), counted('tx_bytes')]);
    return { sentBytes, receivedBytes };
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
