import type { Services } from '../../app/services.js';
import type { FormParameters } from '../shared/form-parameters.js';

export type Family = 'modify' | 'query';

export interface EngineCall {
  readonly parameters: FormParameters;
  readonly services: Services;
  /** Of the caller. */
  readonly address: string;
  /** Aborts when the caller is gone. */
  readonly signal: AbortSignal;
}

/** Members of the answer besides `status`. */
export type EngineMembers = Readonly<Record<string, unknown>>;

export interface EngineOperation {
  readonly name: string;
  readonly families: readonly Family[];
  readonly successMessage: string;
  /** Members that clients read even when the operation failed. */
  readonly failureMembers: EngineMembers;
  readonly handle: (call: EngineCall) => Promise<EngineMembers>;
}

export const NO_ERROR = 'No error';
