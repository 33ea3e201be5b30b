/** Typed client of Loupe: GraphQL, subscriptions and uploads. The engine's REST interface is in `@loupe-print/client/engine`. */
export { type Attempt, type CallOptions, type ClientOptions, createClient, LoupeClient } from './client.js';
export {
  isProblem,
  LoupeFailure,
  LoupeProblem,
  type Problem,
  type ProblemName,
  type ProblemOf,
  type Success,
} from './problem.js';
export { type DataOf, type TypedDocument, typedDocument, type VariablesOf } from './typed-document.js';
export type { UploadOptions } from './uploads.js';
export * from './generated/operations.js';
