/** All cases of `trial-loop.ts`, and the operations that have none. */
import { type Actor, outcomeOf as outcomeOfPolicy } from '../../../../test/access/actors.js';
import { restRoutes, rootFields, sameOperation } from '../../../../test/access/coverage.js';
import type { Row } from '../../../../test/access/row.js';
import { allRows } from '../../../../test/access/rows/index.js';
import { send } from '../../../../test/access/send.js';
import { engineOperations } from '../../../../src/rest/engine-v2/register.js';
import { hostileFiles } from './hostile-files.js';
import type { LargestInput } from './largest-input.js';
import { largestDocuments } from './largest-documents.js';
import { largestFiles } from './largest-files.js';
import { largestInputs } from './largest-inputs.js';
import type { LoopServer } from './loop-client.js';

const callers: readonly Actor[] = [
  'administrator',
  'parentAdministrator',
  'ownApiKey',
  'publishableKey',
  'anonymous',
];

export function trialsOf(server: LoopServer): readonly LargestInput[] {
  const { ready } = server;
  const bytesOf = (base64: string) => Buffer.from(base64, 'base64');
  const rows = allRows({
    picture: { bytes: bytesOf(ready.picture), type: 'image/jpeg' },
    tinyPicture: { bytes: bytesOf(ready.tinyPicture), type: 'image/png' },
  });
  const large = {
    ...ready,
    administrator: ready.headers.administrator,
    fillFolder: () => server.fillFolder(),
    fillDocuments: (documents: number, pages: number) => server.fillDocuments(documents, pages),
  };
  const trials = [
    ...largestInputs(large),
    ...largestDocuments(large),
    ...largestFiles(large),
    ...hostileFiles(large),
  ];
  const covered = new Set(trials.flatMap(({ covers = [] }) => covers));
  for (const [at, row] of rows.entries()) {
    const { operation } = row;
    const isCovered = covered.has(operation) && callerOf(row) === undefined;
    if (!isCovered)
      trials.push({ title: operation, covers: [operation], prepare: () => rowCall(server, row, at) });
  }
  return numbered(trials);
}

/** Operations of the schema, routes and operations of the engine that no trial calls. */
export async function missingCases(
  server: LoopServer,
  trials: readonly LargestInput[],
): Promise<readonly string[]> {
  const known = new Set(trials.flatMap(({ covers = [] }) => covers.map(sameOperation)));
  const engine = engineOperations.flatMap(({ name, families }) =>
    families.map((family) => `engine${family} ${name}`),
  );
  const missing = (operation: string) => !known.has(sameOperation(operation));
  const routes: string[] = [];
  for (const route of restRoutes(server.ready.routes).filter(missing)) {
    if (await isServed(server.ready.url, route)) routes.push(route);
  }
  return [...rootFields().filter(missing), ...engine.filter(missing), ...routes];
}

/** Addresses are registered with the methods that they refuse, too. */
async function isServed(url: string, route: string): Promise<boolean> {
  const [method = '', path = ''] = route.split(' ');
  const answer = await fetch(`${url}${path.replaceAll(/:\w+\??/g, 'x')}`, { method });
  await answer.body?.cancel();
  return answer.status !== 405;
}

const outcomeOf = (row: Row, actor: Actor) => outcomeOfPolicy(row.policy, actor, row.but);
/** The first who may. */
const callerOf = (row: Row) => callers.find((each) => ['ok', 'empty'].includes(outcomeOf(row, each)));

async function rowCall(server: LoopServer, row: Row, at: number): Promise<() => Promise<unknown>> {
  const actor = callerOf(row);
  if (actor === undefined) throw new Error(`Nobody may call ${row.operation}.`);
  const { url, headers } = server.ready;
  const made = await server.fresh(at);
  return async () => {
    const own = actor === 'administrator' ? made.headers : headers[actor];
    const { outcome, body } = await send(url, own, row, row.call(made.target));
    if (outcome === outcomeOf(row, actor)) return;
    throw new Error(`${row.operation} was answered ${outcome}: ${body.slice(0, 300)}`);
  };
}

/** Titles are what results are kept by: a further one of the same title gets a number. */
function numbered(trials: readonly LargestInput[]): readonly LargestInput[] {
  const seen = new Map<string, number>();
  return trials.map((trial) => {
    const count = (seen.get(trial.title) ?? 0) + 1;
    seen.set(trial.title, count);
    return count === 1 ? trial : { ...trial, title: `${trial.title} (${count})` };
  });
}
