/** Collects what a run has measured so far, so that an interrupted one keeps it. */
import { currentLoad, readCommit, readMachine } from './report/machine.js';
import {
  type BenchResult,
  type CurvePoint,
  type GrowthPoint,
  type Row,
  SCHEMA_VERSION,
  type StagePoint,
} from './report/result.js';
import { projectRoot } from './project-root.js';

export interface Part {
  readonly rows?: readonly Row[];
  readonly curve?: readonly CurvePoint[];
  readonly points?: readonly GrowthPoint[];
  readonly stages?: readonly StagePoint[];
  readonly skipped?: readonly string[];
}

export class Recorder {
  private readonly startedAt = new Date();
  private readonly loadAtStart = currentLoad();
  private readonly commit = readCommit(projectRoot);
  private readonly rows: Row[] = [];
  private readonly curve: CurvePoint[] = [];
  private readonly growth: GrowthPoint[] = [];
  private readonly stages: StagePoint[] = [];
  private readonly skipped: string[] = [];

  constructor(
    private readonly parameters: BenchResult['parameters'],
    private readonly engineOptions: Readonly<Record<string, number>>,
  ) {}

  keep({ rows = [], curve = [], points = [], stages = [], skipped = [] }: Part): void {
    this.rows.push(...rows);
    this.curve.push(...curve);
    this.growth.push(...points);
    this.stages.push(...stages);
    this.skipped.push(...skipped);
  }

  finish(isPartial: boolean): BenchResult {
    return {
      schemaVersion: SCHEMA_VERSION,
      isPartial,
      startedAt: this.startedAt.toISOString(),
      durationS: Math.round((Date.now() - this.startedAt.getTime()) / 1000),
      commit: this.commit,
      machine: readMachine(this.loadAtStart),
      parameters: this.parameters,
      engineOptions: this.engineOptions,
      rows: this.rows.map(roundRow),
      curve: this.curve,
      growth: this.growth,
      stages: this.stages,
      skipped: this.skipped,
    };
  }
}

function roundRow(row: Row): Row {
  const round = (value: number): number => Number(value.toPrecision(4));
  return {
    ...row,
    value: round(row.value),
    ...(row.low === undefined ? {} : { low: round(row.low) }),
    ...(row.high === undefined ? {} : { high: round(row.high) }),
  };
}
