/**
 * Whether the time of an answer reveals who has an account: log-ins, sign-ups and recoveries for users, for users of another tenant
 * and for nobody, alternately over HTTP. For each pair it reports how often a time of one is above a time of the other: one half when
 * nothing separates them. Ends with 1 when a pair is separated.
 *
 *   npm run trial:timing -- [--tries 300]
 */
import { parseArgs } from 'node:util';
import { startTestApp } from '../../test/kit/app.js';
import { seed } from '../../test/kit/seed.js';

const { values } = parseArgs({ options: { tries: { type: 'string', default: '300' } } });
const tries = Number(values.tries);
const WARM_UP = 10;
/** Wrong passwords that the log-in of one account takes from everywhere in a quarter of an hour, and some less. */
const TRIES_OF_ACCOUNT = 80;
/** Beyond chance: four standard errors of the share of pairs. */
const TOLERANCE = 4 * Math.sqrt((2 * tries + 1) / (12 * tries * tries));

const loupe = await startTestApp({
  environment: {
    LOUPE_LOGIN_FAILURES: '0',
    LOUPE_SIGN_UPS_PER_HOUR: '0',
    LOUPE_RECOVERIES_PER_HOUR: '0',
    // Behind a proxy, so that each try comes from elsewhere.
    LOUPE_PUBLIC_URL: 'http://loupe.example',
  },
});
const organization = await seed(loupe).organization();
const other = await seed(loupe).organization();
const mails = { known: [] as string[], 'of another tenant': [] as string[] };
for (let at = 0; at < tries + WARM_UP; at += TRIES_OF_ACCOUNT) {
  mails.known.push((await organization.user()).userName);
  mails['of another tenant'].push((await other.user()).userName);
}

let sent = 0;
async function post(path: string, body: object | URLSearchParams): Promise<number> {
  sent += 1;
  const isForm = body instanceof URLSearchParams;
  const response = await fetch(`${loupe.url}${path}`, {
    method: 'POST',
    headers: {
      ApiKey: organization.apiKey,
      // Each from a network of its own: what is measured is no limit.
      'X-Forwarded-For': `10.${sent & 255}.${(sent >> 8) & 255}.1`,
      ...(isForm ? {} : { 'Content-Type': 'application/json' }),
    },
    body: isForm ? body : JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

const logIn = (username: string) =>
  post('/token', new URLSearchParams({ grant_type: 'password', username, password: 'not the password' }));
const recover = (mail: string) => post('/api/Users/PasswordRecovery', { Mail: mail });
/** The name is always free; the mail address may belong to somebody. */
const signUp = (mail: string) =>
  post('/api/Users', {
    OrganizationId: organization.id,
    UserName: `new-${sent}@loupe.example`,
    Mail: mail,
    Password: 'a password of its own',
    Roles: ['Viewer'],
  });

const trials = [
  { title: 'log-in', call: logIn, expected: 400 },
  { title: 'recovery', call: recover, expected: 204 },
  { title: 'sign-up', call: signUp, expected: 201 },
];

/** How often one of the first is above one of the second; ties count half. */
function shareAbove(first: readonly number[], second: readonly number[]): number {
  let above = 0;
  for (const a of first) for (const b of second) above += a > b ? 1 : a === b ? 0.5 : 0;
  return above / (first.length * second.length);
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

let isSeparated = false;
try {
  for (const { title, call, expected } of trials) {
    const times = new Map<string, number[]>([...Object.keys(mails), 'nobody'].map((who) => [who, []]));
    for (let at = 0; at < tries + WARM_UP; at += 1) {
      const account = Math.floor(at / TRIES_OF_ACCOUNT);
      const asked = Object.entries(mails).map(([who, names]) => [who, names[account] ?? ''] as const);
      for (const [who, mail] of [...asked, ['nobody', `nobody-${account}@loupe.example`] as const]) {
        const begun = performance.now();
        const status = await call(mail);
        const took = performance.now() - begun;
        if (status !== expected) throw new Error(`A ${title} was answered ${status}.`);
        // The first ones warm up; mails of recoveries are written between two tries.
        if (at >= WARM_UP) times.get(who)?.push(took);
        await loupe.app.services.passwordRecovery.settled();
      }
    }
    const nobody = times.get('nobody') ?? [];
    for (const who of Object.keys(mails)) {
      const own = times.get(who) ?? [];
      const share = shareAbove(own, nobody);
      const differs = Math.abs(share - 0.5) > TOLERANCE;
      isSeparated ||= differs;
      console.log(
        `${title}, ${who}: median ${median(own).toFixed(2)} ms, nobody ${median(nobody).toFixed(2)} ms, ` +
          `above in ${(100 * share).toFixed(1)} % of pairs${differs ? ' - SEPARATED' : ''}`,
      );
    }
  }
} finally {
  await loupe.close();
}
console.log(`${tries} tries each; within ${(100 * TOLERANCE).toFixed(1)} % of 50 % is chance`);
process.exitCode = isSeparated ? 1 : 0;
