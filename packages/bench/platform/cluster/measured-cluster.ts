/** Starts the processes of a cluster on machines of a simulated network, and measures what a scan costs each of them. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../benchmark/statistics.js';
import { processFacts, processorMs } from '../process-facts.js';
import { ServerProcess } from '../server-process.js';
import type { ClusterPhoto } from './cluster-content.js';
import { answerText, type EngineAccount, searchByPhoto } from './engine-client.js';
import type { Machine, SimulatedNetwork } from './simulated-network.js';

/** How long processes are watched that nobody asks. */
const IDLE_MS = 5000;
const METRICS_TOKEN = 'figures-of-a-simulated-cluster';

interface Node {
  readonly machine: Machine;
  readonly server: ServerProcess;
}

export interface Settings {
  readonly network: SimulatedNetwork;
  /** Below it each process has a folder of its own. */
  readonly folder: string;
  readonly natsPid: number;
  /** What all processes have in common. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A search to be made. */
export interface Question {
  readonly account: EngineAccount;
  readonly photo: ClusterPhoto;
}

/** What one scan costs, measured. */
export interface ScanCosts {
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Processor time of the process that answers, of all searchers together, of NATS. */
  readonly answerMs: number;
  readonly searchMs: number;
  readonly carryMs: number;
  /** What all searchers sent and received, packets and the database among them. */
  readonly searcherBytes: number;
  /** Answers as they came, to be compared with others. */
  readonly answers: readonly string[];
}

/** What searchers hold. */
export interface Held {
  readonly references: number;
  readonly indexBytes: number;
  /** Memory of its own of the searcher that has most. */
  readonly mostOwnMb: number;
}

/** Since each process began. */
interface Used {
  readonly atMs: number;
  readonly answerMs: number;
  readonly searchMs: number;
  readonly carryMs: number;
  readonly searcherBytes: number;
}

export class MeasuredCluster {
  private constructor(
    private readonly settings: Settings,
    private readonly api: Node,
    private readonly searchers: readonly Node[],
  ) {}

  /**
   * @param searcherCount each holds an equal share of the parts
   * @param machines that it may use, by their names; made where there are none
   */
  static async start(
    settings: Settings,
    machines: Map<string, Machine>,
    searcherCount: number,
    more: Readonly<Record<string, string>> = {},
  ): Promise<MeasuredCluster> {
    const startOn = async (name: string, environment: Readonly<Record<string, string>>): Promise<Node> => {
      const machine = machines.get(name) ?? (await settings.network.add(name));
      machines.set(name, machine);
      const server = await ServerProcess.start(join(settings.folder, `${searcherCount}-${name}`), {
        host: machine.address,
        within: machine.within,
        environment: { ...settings.environment, LOUPE_METRICS_TOKEN: METRICS_TOKEN, ...environment },
      });
      return { machine, server };
    };
    const searchers: Node[] = [];
    for (let first = 0; first < searcherCount; first += 1)
      searchers.push(
        await startOn(`searcher-${first + 1}`, {
          LOUPE_ROLES: 'search',
          LOUPE_SEARCH_PARTS: `${first}/${searcherCount}`,
          ...more,
        }),
      );
    const api = await startOn('api', { LOUPE_ROLES: 'api' });
    return new MeasuredCluster(settings, api, searchers);
  }

  /**
   * Asks one question after the other. What processes do while nobody asks is taken off their processor time, as long as the
   * questions took.
   */
  async ask(questions: readonly Question[]): Promise<ScanCosts> {
    const idleBefore = await this.used();
    await sleep(IDLE_MS);
    const before = await this.used();
    const tookMs: number[] = [];
    const answers: string[] = [];
    for (const { account, photo } of questions) {
      const begun = performance.now();
      const answer = await searchByPhoto(this.api.server.address, account, photo.jpeg);
      tookMs.push(performance.now() - begun);
      answers.push(answerText(answer));
    }
    const after = await this.used();
    const each = (name: keyof Used) => {
      const idle = (before[name] - idleBefore[name]) / (before.atMs - idleBefore.atMs);
      return (after[name] - before[name] - idle * (after.atMs - before.atMs)) / questions.length;
    };
    return {
      p50Ms: percentile(tookMs, 0.5),
      p99Ms: percentile(tookMs, 0.99),
      answerMs: each('answerMs'),
      searchMs: each('searchMs'),
      carryMs: each('carryMs'),
      searcherBytes: each('searcherBytes'),
      answers,
    };
  }

  async held(): Promise<Held> {
    const figures = async (name: string) =>
      this.sum(async ({ server }) => {
        const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
        const answer = await fetch(`${server.address}/metrics`, { headers });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`A searcher has no metrics: ${text}`);
        const lines = text
          .split('\n')
          .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
        return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
      });
    const own = await Promise.all(this.searchers.map(async ({ server }) => processFacts(server.pid)));
    return {
      references: await figures('loupe_index_references'),
      indexBytes: await figures('loupe_index_bytes'),
      mostOwnMb: Math.max(...own.map(({ ownMb }) => ownMb)),
    };
  }

  async end(): Promise<void> {
    for (const { server } of [this.api, ...this.searchers]) await server.end('SIGTERM');
  }

  private async used(): Promise<Used> {
    const { natsPid, network } = this.settings;
    return {
      atMs: performance.now(),
      answerMs: await processorMs(this.api.server.pid),
      searchMs: await this.sum(async ({ server }) => processorMs(server.pid)),
      carryMs: await processorMs(natsPid),
      searcherBytes: await this.sum(async ({ machine }) => {
        const { sentBytes, receivedBytes } = await network.traffic(machine);
        return sentBytes + receivedBytes;
      }),
    };
  }

  private async sum(of: (node: Node) => Promise<number>): Promise<number> {
    let sum = 0;
    for (const node of this.searchers) sum += await of(node);
    return sum;
  }
}
