/** Expected failures as data: one interface, one type for each kind of remedy. */
import { noteError } from '../src/kernel/current-request.js';
import { databaseAway, isDatabaseAway } from '../src/kernel/outages.js';
import { LoupeError, type Remedy } from '../src/kernel/errors.js';
import { SecondFactorRequired } from '../src/users/second-factors/second-factor.rules.js';
import { builder } from './builder.js';
import { LoginStepType } from './users/second-factor-types.js';

abstract class Problem extends Error {
  constructor(readonly source: LoupeError) {
    super(source.message, { cause: source });
  }
}

class ValidationProblem extends Problem {}
class NotFoundProblem extends Problem {}
class AccessProblem extends Problem {}
class MediaProblem extends Problem {}
class CreditProblem extends Problem {}
class BusyProblem extends Problem {}
class ChangedProblem extends Problem {}
class SecondFactorProblem extends Problem {}

type ProblemClass = new (source: LoupeError) => Problem;

/** A failure of the server's own is no answer: it stays an error. */
export type ProblemKind = Exclude<Remedy, 'internal'>;

const classOf: Record<ProblemKind, ProblemClass> = {
  input: ValidationProblem,
  missing: NotFoundProblem,
  access: AccessProblem,
  media: MediaProblem,
  credit: CreditProblem,
  busy: BusyProblem,
  rereading: ChangedProblem,
  secondFactor: SecondFactorProblem,
};

export const problemsOf = (kinds: ReadonlySet<ProblemKind>): ProblemClass[] =>
  [...kinds].map((kind) => classOf[kind]);

/**
 * Runs a service call and turns its failures of these kinds into problems; the others stay errors, whose code stands in
 * their extensions.
 */
export async function asData<T>(work: () => Promise<T>, kinds: ReadonlySet<ProblemKind>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const failure = isDatabaseAway(error) ? databaseAway(error) : error;
    if (!(failure instanceof LoupeError)) throw error;
    noteError(failure.code);
    const { remedy } = failure;
    if (remedy === 'internal' || !kinds.has(remedy)) throw failure;
    throw new classOf[remedy](failure);
  }
}

const ProblemInterface = builder.interfaceRef<Problem>('Problem').implement({
  description: 'An expected failure. The message says what is wrong and what to do.',
  fields: (t) => ({
    code: t.string({
      description: 'Stable code from the error catalogue, for example BAD_USER_INPUT.',
      resolve: (problem) => problem.source.code,
    }),
    message: t.exposeString('message', { description: 'For people, in English.' }),
  }),
});

const FieldProblem = builder
  .objectRef<{ readonly path: string; readonly messages: readonly string[] }>('FieldProblem')
  .implement({
    description: 'What is wrong with one field of the input.',
    fields: (t) => ({
      path: t.exposeString('path', { description: 'Name of the input field.' }),
      messages: t.exposeStringList('messages', { description: 'Everything that is wrong with it.' }),
    }),
  });

builder.objectType(ValidationProblem, {
  name: 'ValidationProblem',
  description: 'The input is not usable as it is.',
  interfaces: [ProblemInterface],
  fields: (t) => ({
    fields: t.field({
      type: [FieldProblem],
      description: 'The fields that have to change.',
      resolve: ({ source }) => Object.entries(source.fields).map(([path, messages]) => ({ path, messages })),
    }),
  }),
});
builder.objectType(NotFoundProblem, {
  name: 'NotFoundProblem',
  description: 'There is no such element for you.',
  interfaces: [ProblemInterface],
});
builder.objectType(AccessProblem, {
  name: 'AccessProblem',
  description: 'You have to log in, or your role does not allow this.',
  interfaces: [ProblemInterface],
});
builder.objectType(MediaProblem, {
  name: 'MediaProblem',
  description: 'The file cannot be used: wrong kind, broken, too large or too plain.',
  interfaces: [ProblemInterface],
});
builder.objectType(CreditProblem, {
  name: 'CreditProblem',
  description: 'The organization has not enough page credits.',
  interfaces: [ProblemInterface],
});
builder.objectType(BusyProblem, {
  name: 'BusyProblem',
  description: 'Too much at once; try again a little later.',
  interfaces: [ProblemInterface],
});
builder.objectType(ChangedProblem, {
  name: 'ChangedProblem',
  description: 'Somebody else changed the element since the version that was sent; read it again.',
  interfaces: [ProblemInterface],
});
builder.objectType(SecondFactorProblem, {
  name: 'SecondFactorProblem',
  description: 'The password is right; prove in a second way who you are.',
  interfaces: [ProblemInterface],
  fields: (t) => ({
    step: t.field({
      type: LoginStepType,
      nullable: true,
      description: 'The second step; null where this way to log in knows none, as for programs.',
      resolve: ({ source }) => (source instanceof SecondFactorRequired ? source.step : null),
    }),
  }),
});
