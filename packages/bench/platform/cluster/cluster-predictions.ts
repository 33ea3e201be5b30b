/** The model's answers to the questions that operators ask, as a table. */
import { type Machine, predictCluster, type UnitCosts } from './cluster-model.js';

/**
 * Measured on two cores of a virtual machine of 2026 by `npm run simulate:cluster`, where a quarter of the photos shows what is
 * not indexed; the cost of a million references is that of the tuning log (0537), for the same share of photos.
 */
export const MEASURED_COSTS: UnitCosts = {
  answerMs: 25,
  searchMs: 12,
  searchMsPerMillion: 36,
  carryMs: 1.3,
  wireBytes: 223_000,
  hotBytesPerReference: 6900,
  signatureBytesPerReference: 19_300,
  divisionMs: 97,
  shardMs: 7.5,
  divisionBytes: 2_900_000,
  shardBytes: 47_000,
  rounds: 11,
};

const GB = 1e9;
const MACHINE: Machine = { cores: 16, memoryBytes: 128 * GB };
const HOP_MS = 0.5;
const COPIES = 2;
const TENANT_REFERENCES = 10_000;
const SHARD_REFERENCES = 2_000_000;

interface Column {
  readonly title: string;
  readonly references: number;
  readonly perApplication: number;
}

const COLUMNS: readonly Column[] = [
  { title: '1 M, tenants of 10,000', references: 1e6, perApplication: TENANT_REFERENCES },
  { title: '100 M, tenants of 10,000', references: 1e8, perApplication: TENANT_REFERENCES },
  { title: '1 G, tenants of 10,000', references: 1e9, perApplication: TENANT_REFERENCES },
  { title: '10 M, one application', references: 1e7, perApplication: 1e7 },
  { title: '100 M, one application', references: 1e8, perApplication: 1e8 },
  { title: '1 G, one application', references: 1e9, perApplication: 1e9 },
];

/** @returns a table in Markdown: machines, memory, bytes on the wire and latency at 1,000 and 10,000 scans a second */
export function predictionTable(costs: UnitCosts = MEASURED_COSTS): string {
  const rows = COLUMNS.flatMap(({ title, references, perApplication }) =>
    [1000, 10_000].map((scansPerSecond) => {
      const predicted = predictCluster(costs, {
        references,
        referencesPerApplication: perApplication,
        scansPerSecond,
        copies: COPIES,
        shardReferences: SHARD_REFERENCES,
        machine: MACHINE,
        hopMs: HOP_MS,
      });
      return [
        title,
        scansPerSecond.toLocaleString('en'),
        `${(predicted.hotBytes / GB).toFixed(0)} GB`,
        `${(predicted.signatureBytes / GB).toFixed(0)} GB`,
        String(predicted.answerMachines),
        `${predicted.searchMachines} (${predicted.searchersAreFor})`,
        `${(predicted.wireBytesPerSecond / 1e6).toFixed(0)} MB`,
        `${predicted.scanMs.toFixed(0)} ms`,
        `${predicted.latencyMs.toFixed(0)} ms`,
      ];
    }),
  );
  const head = [
    'References',
    'scans/s',
    'memory, one copy',
    'signatures, one copy',
    'machines that answer',
    'searchers',
    'wire a second',
    'processor a scan',
    'latency',
  ];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
