/** The result of a run, as it is kept in a JSON file. */

export const SCHEMA_VERSION = 1;

/** One figure. Figures of two runs are compared by `id`. */
export interface Row {
  readonly id: string;
  readonly label: string;
  readonly value: number;
  /** '' for a plain number, for example a correlation. */
  readonly unit: '%' | 'ms' | 'µs' | '1/s' | 'KB' | 'px' | 'x' | '';
  readonly better: 'higher' | 'lower';
  /** 95 % confidence interval, where there is one. */
  readonly low?: number;
  readonly high?: number;
  /** Queries, references or repetitions behind the figure. */
  readonly count?: number;
}

export interface CurvePoint {
  readonly method: string;
  /** Shares, 0..1. */
  readonly recall: number;
  readonly falseAccepts: number;
}

export interface GrowthPoint {
  readonly method: string;
  readonly references: number;
  readonly p50CpuMs: number;
  readonly p99CpuMs: number;
}

export interface StagePoint {
  readonly stage: string;
  readonly references: number;
  readonly p50CpuMs: number;
}

export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly system: string;
  readonly node: string;
  /** Load average of one minute when the run began and ended: above 0 something else ran as well. */
  readonly loadAtStart: number;
  readonly loadAtEnd: number;
}

export interface BenchResult {
  readonly schemaVersion: typeof SCHEMA_VERSION;
  /** True when the run was interrupted: later measurements are missing. */
  readonly isPartial: boolean;
  readonly startedAt: string;
  readonly durationS: number;
  readonly commit: string;
  readonly machine: Machine;
  readonly parameters: Readonly<Record<string, string | number | boolean | readonly number[]>>;
  /** Every option of the engine in force, by name. */
  readonly engineOptions: Readonly<Record<string, number>>;
  readonly rows: readonly Row[];
  readonly curve: readonly CurvePoint[];
  readonly growth: readonly GrowthPoint[];
  readonly stages: readonly StagePoint[];
  /** What was left out, and why. */
  readonly skipped: readonly string[];
}
