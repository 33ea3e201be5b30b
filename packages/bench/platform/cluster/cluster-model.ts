/**
 * What a cluster needs, on paper: processor time, memory, bytes and machines that follow from the cost of each step. To check the model,
 * run `npm run simulate:cluster`, which predicts clusters by this model from the cost of one searcher, and
 * measures them.
 */
import { shardCountOf } from '../../../../src/engine-host/shards/shard-ids.js';

/** What one step costs. Processor times of one core. */
export interface UnitCosts {
  /** Of the process that answers: HTTP, decoding, signature, packing. A scan. */
  readonly answerMs: number;
  /** Of a searcher whatever it holds: votes, verification, reading the question. A scan. */
  readonly searchMs: number;
  /** Of a searcher for each million references of the application: looking through postings. A scan. */
  readonly searchMsPerMillion: number;
  /** Of the process that brings questions to searchers: NATS. A scan. */
  readonly carryMs: number;
  /** Between the process that answers and searchers, both ways. A scan. */
  readonly wireBytes: number;
  /** Memory that searches read always. */
  readonly hotBytesPerReference: number;
  /** Signatures, which only verification reads: mapped from a file. */
  readonly signatureBytesPerReference: number;
  /** What a shard adds for all of its searchers and the coordinator together. A scan. */
  readonly shardMs: number;
  /** What a division into shards adds by itself. A scan. */
  readonly divisionMs: number;
  /** What a shard adds that lies elsewhere. A scan. */
  readonly shardBytes: number;
  /** What a division adds by itself: postings and signatures that are brought, however many shards they come from. A scan. */
  readonly divisionBytes: number;
  /** Rounds of questions to shards, one after the other. A scan. */
  readonly rounds: number;
}

export interface Machine {
  readonly cores: number;
  readonly memoryBytes: number;
}

export interface Wanted {
  readonly references: number;
  readonly referencesPerApplication: number;
  readonly scansPerSecond: number;
  /** Copies of each index, on machines of their own. */
  readonly copies: number;
  /** References of a shard at most; null where indexes are not divided. */
  readonly shardReferences: number | null;
  readonly machine: Machine;
  /** The way between two machines and back, milliseconds. */
  readonly hopMs: number;
}

export interface Prediction {
  /** Shards of each application; 1 where it is whole. */
  readonly shards: number;
  readonly answerCores: number;
  readonly searchCores: number;
  /** Of one copy of all indexes. */
  readonly hotBytes: number;
  /** Of one copy, on disks. */
  readonly signatureBytes: number;
  readonly answerMachines: number;
  readonly searchMachines: number;
  /** What of both asks for more searchers. */
  readonly searchersAreFor: 'memory' | 'processors';
  readonly wireBytesPerSecond: number;
  /** Of a scan that waits for nobody. */
  readonly latencyMs: number;
  /** Processor time of a scan in all processes. */
  readonly scanMs: number;
}

/** Machines are full at this share of their processors: beyond it scans wait for each other. */
const MOST_PROCESSOR = 0.6;
/** The rest of the memory is for processes themselves and for pages of signatures. */
const MOST_MEMORY = 0.75;

/** How an application is divided, and how many of its shards lie elsewhere than the search: those are asked over the network. */
export interface Division {
  readonly shards: number;
  readonly elsewhere: number;
}

/** Processor time of the searchers of one scan, and the bytes on the wire. */
export function searchCost(costs: UnitCosts, references: number, { shards, elsewhere }: Division) {
  const isDivided = shards > 1;
  const whole = costs.searchMs + (costs.searchMsPerMillion * references) / 1e6;
  return {
    ms: whole + (isDivided ? costs.divisionMs + costs.shardMs * shards : 0),
    bytes: costs.wireBytes + (isDivided ? costs.divisionBytes + costs.shardBytes * elsewhere : 0),
  };
}

export function predictCluster(costs: UnitCosts, wanted: Wanted): Prediction {
  const { references, referencesPerApplication, scansPerSecond, copies, machine, shardReferences } = wanted;
  const shards = shardReferences === null ? 1 : shardCountOf(referencesPerApplication, shardReferences);
  // Each machine holds one shard of an application, as far as there are enough machines.
  const search = searchCost(costs, referencesPerApplication, { shards, elsewhere: shards - 1 });
  const answerMs = costs.answerMs + costs.carryMs;
  const answerCores = (scansPerSecond * answerMs) / 1000;
  const searchCores = (scansPerSecond * search.ms) / 1000;
  const hotBytes = references * costs.hotBytesPerReference;
  const forMemory = copies * Math.ceil(hotBytes / (machine.memoryBytes * MOST_MEMORY));
  const forProcessors = Math.ceil(searchCores / (machine.cores * MOST_PROCESSOR));
  const scanned = (costs.searchMsPerMillion * referencesPerApplication) / 1e6;
  return {
    shards,
    answerCores,
    searchCores,
    hotBytes,
    signatureBytes: references * costs.signatureBytesPerReference,
    answerMachines: Math.max(copies, Math.ceil(answerCores / (machine.cores * MOST_PROCESSOR))),
    searchMachines: Math.max(forMemory, forProcessors, copies),
    searchersAreFor: forMemory >= forProcessors ? 'memory' : 'processors',
    wireBytesPerSecond: scansPerSecond * search.bytes,
    // Shards look through their postings at the same time; the rest of a search is done by one of them.
    latencyMs:
      answerMs +
      wanted.hopMs +
      costs.searchMs +
      scanned / shards +
      (shards > 1 ? costs.divisionMs + costs.shardMs + costs.rounds * wanted.hopMs : 0),
    scanMs: answerMs + search.ms,
  };
}
