/** What can go wrong: problems that the schema names, and everything else. */
import { problemNames } from './generated/operations.js';

export type ProblemName = (typeof problemNames)[number];

/** The only field that a document asks for. */
export type Root<Data> = Data[Exclude<keyof Data, '__typename'>];
/** The problems that a document's answer may hold, told apart by `__typename`. */
export type ProblemOf<Data> = Extract<Root<Data>, { readonly __typename: ProblemName }>;
/** What a document's answer holds when there is no problem; null where the schema allows it. */
export type Success<Data> = Exclude<Root<Data>, { readonly __typename: ProblemName }>;

export interface Problem {
  readonly __typename: ProblemName;
  /** Name in the catalogue of errors. */
  readonly code: string;
  /** A sentence that says what to do. */
  readonly message: string;
  /** Of a ValidationProblem: what is wrong with which field. */
  readonly fields?: readonly { readonly path: string; readonly messages: readonly string[] }[];
}

/** A change was not made, and the schema says why. */
export class LoupeProblem<P extends Problem = Problem> extends Error {
  override readonly name = 'LoupeProblem';
  readonly code: string;

  constructor(readonly problem: P) {
    super(problem.message);
    this.code = problem.code;
  }
}

/** The server refused a request, did not understand it, or did not answer. */
export class LoupeFailure extends Error {
  override readonly name = 'LoupeFailure';

  /**
   * @param code   name in the catalogue of errors; UNREACHABLE without an answer, NO_LOUPE for an answer that is none of Loupe
   * @param status HTTP status; null without an answer
   */
  constructor(
    message: string,
    readonly code: string,
    readonly status: number | null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export function isProblem(value: unknown): value is Problem {
  const name = (value as { readonly __typename?: unknown } | null)?.__typename;
  return problemNames.some((known) => known === name);
}
