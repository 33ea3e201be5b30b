/**
 * Who may do what, for every root field of GraphQL, every type of `node(id)` and every route of REST. The table is in
 * `rows/`; docs/graphql.md says how to add to it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { type Actor, actors, type Outcome, outcomeOf, strangers } from './actors.js';
import { nodeTypeNames, restRoutes, rootFields, sameOperation } from './coverage.js';
import { lengthOfStory } from '../kit/seed/stories.js';
import type { Row } from './row.js';
import { nodeTypes } from './rows/node-types.js';
import { allRows } from './rows/index.js';
import { send, type Sent } from './send.js';
import { contentOf } from './snapshot.js';
import { canary, type Target } from './target.js';
import { makeWorld, type World } from './world.js';

/** Some thousand calls take a while on a busy machine. */
const PATIENCE_MS = 300_000;

let world: World;
let rows: readonly Row[];

beforeAll(async () => {
  world = await makeWorld();
  const all = allRows({
    picture: { bytes: world.picture, type: 'image/jpeg' },
    tinyPicture: { bytes: world.tinyPicture, type: 'image/png' },
  });
  // Those that need content of their own come last: what looks through all content is quick while there is little.
  rows = [
    ...all.filter(({ fresh }) => fresh === undefined),
    ...all.filter(({ fresh }) => fresh !== undefined),
  ];
});

afterAll(async () => world.close());

const expected = ({ policy, but }: Row, actor: Actor): Outcome => outcomeOf(policy, actor, but);

async function call(row: Row, actor: Actor, target: Target): Promise<Sent> {
  const isLoggedIn = row.endsLogin === true && expected(row, actor) === 'ok';
  const headers = isLoggedIn ? await world.loginAnew(actor) : world.headers[actor];
  return send(world.loupe.url, headers, row, row.call(target));
}

/** Every cell with the wanted kind of outcome, one after the other. */
async function eachCell(
  isWanted: (outcome: Outcome, actor: Actor, row: Row) => boolean,
  visit: (row: Row, actor: Actor, outcome: Outcome) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const row of rows) {
    for (const actor of actors) {
      const outcome = expected(row, actor);
      if (!isWanted(outcome, actor, row)) continue;
      const found = await visit(row, actor, outcome);
      faults.push(...found.map((fault) => `${row.operation} as ${actor}: ${fault}`));
    }
  }
  return faults;
}

/** What an answer gives away of the target's organization that the caller did not bring along. */
function leaks({ text, request }: Sent): readonly string[] {
  const hidden = Object.values(world.target).filter(
    (id: string) => !request.includes(id) && text.includes(id),
  );
  return [
    ...(text.toLowerCase().includes(canary().toLowerCase())
      ? [`reveals the secret text: ${text.slice(0, 400)}`]
      : []),
    ...hidden.map((id) => `reveals the id ${id}`),
  ];
}

describe('the table is complete', () => {
  test('every root field of GraphQL has a row', () => {
    const known = new Set(rows.map(({ operation }) => operation));
    const missing = rootFields().filter((field) => !known.has(field));
    expect(missing.map((field) => `add a row to test/access/rows/ for ${field}`)).toEqual([]);
  });

  test('every type that node(id) can answer with has an element to ask for', () => {
    const missing = nodeTypeNames().filter((name) => !(name in nodeTypes));
    expect(
      missing.map((name) => `add ${name} to test/access/rows/node-types.ts (and its id to target.ts)`),
    ).toEqual([]);
  });

  test('every route of REST has a row', async () => {
    const known = new Set(rows.map(({ operation }) => sameOperation(operation)));
    const open = restRoutes(world.routes).filter((route) => !known.has(sameOperation(route)));
    const missing: string[] = [];
    for (const route of open) {
      const [method = '', path = ''] = route.split(' ');
      const answer = await fetch(`${world.loupe.url}${path.replaceAll(/:\w+\??/g, 'x')}`, { method });
      // What only says which methods there are is no operation.
      if (answer.status !== 405) missing.push(`add a row to test/access/rows/ for ${route}`);
    }
    expect(missing).toEqual([]);
  });

  test('every row is about something that exists', () => {
    const known = new Set([...rootFields(), ...world.routes].map(sameOperation));
    expect(rows.map(({ operation }) => operation).filter((name) => !known.has(sameOperation(name)))).toEqual(
      [],
    );
  });
});

/**
 * Content of their own for each caller takes most of the time: of rows that need it, a short story visits two of those who may,
 * others in each row.
 */
function isVisited(row: Row, actor: Actor): boolean {
  if (row.fresh === undefined) return true;
  const allowed = actors.filter((each) => expected(row, each) === 'ok');
  const from = rows.indexOf(row) % allowed.length;
  return lengthOfStory({ short: [...allowed, ...allowed].slice(from, from + 2), long: allowed }).includes(
    actor,
  );
}

const outsiders: readonly Actor[] = ['siblingAdministrator', 'foreignApiKey', 'folderMachine'];

describe('the table holds', () => {
  test(
    'what a role or a stranger may not do is refused, reveals nothing, looks absent, and changes nothing',
    async () => {
      const absent = Object.fromEntries(
        Object.keys(world.target).map((key) => [key, newId()]),
      ) as unknown as Target;
      const before = await contentOf(world.loupe);
      const faults = await eachCell(
        (outcome) => outcome !== 'ok',
        async (row, actor, outcome) => {
          const sent = await call(row, actor, world.target);
          const found = [...unexpected(sent, outcome), ...(strangers.includes(actor) ? leaks(sent) : [])];
          if (!outsiders.includes(actor)) return found;
          const missing = shape(await call(row, actor, absent), absent);
          const foreign = shape(sent, world.target);
          return missing === foreign
            ? found
            : [...found, `what is absent is answered ${missing}, what is another tenant’s ${foreign}`];
        },
      );
      expect(faults).toEqual([]);
      expect(await contentOf(world.loupe)).toEqual(before);
    },
    PATIENCE_MS,
  );

  test(
    'what is allowed works, and reveals nothing of other tenants',
    async () => {
      const faults = await eachCell(
        (outcome, actor, row) => outcome === 'ok' && isVisited(row, actor),
        async (row, actor, outcome) => {
          const target = row.fresh ? { ...world.target, ...(await row.fresh(world)) } : world.target;
          const sent = await call(row, actor, target);
          return [...unexpected(sent, outcome), ...(strangers.includes(actor) ? leaks(sent) : [])];
        },
      );
      expect(faults).toEqual([]);
    },
    PATIENCE_MS,
  );
});

function unexpected(sent: Sent, outcome: Outcome): readonly string[] {
  if (sent.outcome === outcome) return [];
  return [`expected ${outcome}, got ${sent.outcome}: ${sent.body.slice(0, 300)}`];
}

/** An answer without the ids that were asked for. */
function shape({ status, body }: Sent, target: Target): string {
  const text = Object.entries(target).reduce(
    (rest, [key, id]: [string, string]) => rest.replaceAll(id, `<${key}>`),
    body,
  );
  return `${status} ${text}`;
}
