/**
 * Each mutation answers each problem that its type names, and never one that it does not name. The pairs come from the schema;
 * one that is produced by no case fails.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeWorld, type World } from '../../access/world.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { GraphqlClient } from '../support.js';
import { changedMeanwhile } from './changed-meanwhile.js';
import { INVALID_INPUT, type SentBy } from './invalid-input.js';
import {
  type Given,
  type Mutation,
  MutationCall,
  mutations,
  problemsOf,
  type SentFile,
} from './mutation-calls.js';
import { WITH_SECOND_STEP } from './second-factors.js';
import { unusableFile } from './unusable-files.js';
import { PoorPublisher, WITHOUT_CREDIT } from './without-credit.js';

/** What names something that is not there where it is optional. */
const UNKNOWN_ID = '0190a000-0000-7000-8000-000000000000';
const MISSING: Readonly<Record<string, Given>> = {
  createApplication: { kind: 'MEDIA', organizationId: UNKNOWN_ID },
  fullImport: { json: '{"Name":"x"}' },
  searchPictures: { organizationId: UNKNOWN_ID },
};

let world: World;
let administrator: GraphqlClient;
let nobody: GraphqlClient;
let picture: SentFile;

beforeAll(async () => {
  world = await makeWorld();
  nobody = new GraphqlClient(world.loupe.url, { 'graphql-require-preflight': 'yes' });
  // As a page of this server, which may start a session.
  administrator = nobody.with({
    ...world.headers.administrator,
    ...world.headers.ownApiKey,
    'x-loupe-console': '1',
    origin: world.loupe.url,
    cookie: 'loupe_session=ended',
  });
  picture = { bytes: world.picture, type: 'image/jpeg', name: 'a.jpg' };
});
afterAll(async () => world.close());
afterEach(() => vi.restoreAllMocks());

const answering = (problem: string) =>
  mutations
    .filter((mutation) => problemsOf(mutation).includes(problem))
    .map((mutation) => [mutation.name, mutation] as const);

/** Answers of a mutation that is asked about what is there. */
const ask = async (mutation: Mutation, given: Given, client = administrator) =>
  new MutationCall(mutation, picture, world.target).answer(client, given);

const as = ({ token }: SeededUser) => nobody.with({ authorization: `Bearer ${token}` });

const about = async (mutation: Mutation, client: GraphqlClient) =>
  new MutationCall(mutation, picture, null).answer(client, MISSING[mutation.name] ?? {});

const isSentBy = (sent: Given | SentBy): sent is SentBy => 'headers' in sent;

/** They ask for a link first; who may comment by it is tested with links. */
const BY_LINK = ['joinSharedPreview', 'commentOnSharedPreview', 'replyOnSharedPreview'];

describe('nobody may', () => {
  test.each(answering('AccessProblem').filter(([name]) => !BY_LINK.includes(name)))(
    '%s',
    async (_name, mutation) => {
      expect(await about(mutation, nobody)).toBe('AccessProblem');
    },
  );
});

describe('what is not there is not found by', () => {
  test.each(answering('NotFoundProblem'))('%s', async (_name, mutation) => {
    expect(await about(mutation, administrator)).toBe('NotFoundProblem');
  });
});

describe('input that breaks a rule is refused by', () => {
  test.each(answering('ValidationProblem'))('%s', async (name, mutation) => {
    const fault = INVALID_INPUT[name];
    expect(fault, `add ${name} to invalid-input.ts, or take the problem from its union`).toBeDefined();
    const sent = (typeof fault === 'function' ? await fault(world) : fault) ?? {};
    const answer = isSentBy(sent)
      ? ask(mutation, sent.given, nobody.with(sent.headers))
      : ask(mutation, sent);
    expect(await answer).toBe('ValidationProblem');
  });
});

describe('the password alone of somebody with a second factor is not enough for', () => {
  test.each(answering('SecondFactorProblem'))('%s', async (name, mutation) => {
    const scene = WITH_SECOND_STEP[name];
    expect(scene, `add ${name} to second-factors.ts, or take the problem from its union`).toBeDefined();
    const { headers, given } = await scene!(world);
    expect(await ask(mutation, given, nobody.with(headers))).toBe('SecondFactorProblem');
  });
});

describe('a file that is no picture is refused by', () => {
  test.each(answering('MediaProblem'))('%s', async (name, mutation) => {
    expect(await ask(mutation, await unusableFile(world, name))).toBe('MediaProblem');
  });
});

describe('a change of what somebody else has changed is refused by', () => {
  test.each(answering('ChangedProblem'))('%s', async (name, mutation) => {
    expect(await ask(mutation, await changedMeanwhile(world, name))).toBe('ChangedProblem');
  });
});

describe('a page that the credits do not suffice for is refused by', () => {
  test.each(answering('CreditProblem'))('%s', async (name, mutation) => {
    const scene = WITHOUT_CREDIT[name];
    expect(scene, `add ${name} to without-credit.ts, or take the problem from its union`).toBeDefined();
    const publisher = await PoorPublisher.start(world.loupe);
    const given = (await scene?.(publisher)) ?? {};
    expect(await ask(mutation, given, as(publisher.user))).toBe('CreditProblem');
  });
});

/** Services reach the database through one class, so that one fault in it stands for all that makes a server busy. */
describe('a server that is too busy for it says so to', () => {
  // It answers before it looks into the database, so that nobody learns from it who has an account.
  const answersBefore = 'requestPasswordRecovery';
  // A browser that has begun no log-in at a provider is refused before, too.
  const refusesBefore = 'finishSignIn';
  test.each(answering('BusyProblem').filter(([name]) => ![answersBefore, refusesBefore].includes(name)))(
    '%s',
    async (name, mutation) => {
      // Who is asking is known before, as it is of a caller who has just asked for something else.
      await administrator.run('{ me { userName } }');
      const { database } = world.loupe.app.services;
      const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      vi.spyOn(database, 'reader').mockImplementation(() => {
        throw refused();
      });
      for (const way of ['transaction', 'together', 'snapshot', 'write', 'readInThread'] as const)
        vi.spyOn(database, way).mockImplementation(async () => Promise.reject(refused()));
      const pdf = { bytes: await newPdf([1]), type: 'application/pdf', name: 'a.pdf' };
      const given = name === 'comparePdfs' ? { query: pdf, reference: pdf, keeps: true } : {};
      expect(await ask(mutation, given)).toBe('BusyProblem');
    },
  );

  test(answersBefore, async () => {
    const [mutation] = mutations.filter(({ name }) => name === answersBefore);
    const answers = new Set<string>();
    while (!answers.has('BusyProblem') && answers.size < 2) answers.add(await ask(mutation!, {}));
    expect([...answers]).toEqual(['Done', 'BusyProblem']);
  });
});

test('no case is about a problem that its mutation cannot answer', () => {
  const named = (problem: string) => new Set(answering(problem).map(([name]) => name));
  const stray = [
    ...Object.keys(INVALID_INPUT).filter((name) => !named('ValidationProblem').has(name)),
    ...Object.keys(WITHOUT_CREDIT).filter((name) => !named('CreditProblem').has(name)),
  ];
  expect(stray).toEqual([]);
});
