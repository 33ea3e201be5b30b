/** Mails go to a mail server, in the language of who gets them. */
import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operator } from '../../src/access/viewer.js';
import { startTestApp, type TestApp } from '../kit/app.js';
import { runLoupe } from '../kit/command.js';
import { jpegPicture } from '../kit/pictures.js';
import { newPublisher } from '../kit/publisher.js';
import { newId } from '../../src/kernel/ids.js';

interface Received {
  readonly to: string;
  readonly subject: string;
  readonly lines: readonly string[];
}

const received: Received[] = [];
/** Answers for the next mails, before they are taken. */
const refusals: Error[] = [];
let server: SMTPServer;
let loupe: TestApp;
let smtpUrl: string;

const refusal = (code: number) => Object.assign(new Error(`answer ${code}`), { responseCode: code });

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'loupe' && password === 'p@ss'
        ? done(null, { user: username })
        : done(Object.assign(new Error('no'), { responseCode: 535 })),
    onData: (stream, { envelope }, done) => {
      void text(stream).then((message) => {
        const refused = refusals.shift();
        if (refused !== undefined) return done(refused);
        const [to] = envelope.rcptTo;
        received.push({ to: to?.address ?? '', ...parsed(message) });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  smtpUrl = `smtp://loupe:p%40ss@127.0.0.1:${port}`;
  loupe = await startTestApp({
    environment: {
      LOUPE_SMTP_URL: smtpUrl,
      LOUPE_MAIL_FROM: 'Loupe <loupe@press.example>',
      LOUPE_CREDIT_LOW_PAGES: '3',
      LOUPE_PUBLIC_URL: 'https://loupe.press.example',
    },
  });
});
afterAll(async () => {
  await loupe.close();
  await new Promise<void>((resolve) => void server.close(resolve));
});

/** Subject and lines of a message in quoted-printable. */
function parsed(message: string): Omit<Received, 'to'> {
  const [head = '', ...rest] = message.split('\r\n\r\n');
  const decode = (coded: string) =>
    Buffer.from(
      coded
        .replace(/=\r\n/g, '')
        .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
      'latin1',
    ).toString('utf8');
  const unfolded = head.replace(/\r\n\s+/g, ' ');
  const subject = (/^Subject: (.*)$/m.exec(unfolded)?.[1] ?? '').replace(
    /=\?UTF-8\?Q\?(.*?)\?=\s?/gi,
    (_, word: string) => decode(word.replaceAll('_', ' ')),
  );
  return { subject, lines: decode(rest.join('\r\n\r\n')).trim().split('\r\n') };
}

const mailsTo = (address: string) => received.filter(({ to }) => to === address);
const outgoing = () => readdir(join(loupe.config.mailFolder, 'outgoing')).catch(() => [] as string[]);

async function newUser(languageCode: string, input: { readonly password?: string } = {}) {
  const { organizations, users } = loupe.app.services;
  const organization = await organizations.create(operator, { name: `Press ${newId()}`, languageCode });
  const mail = `${newId()}@press.example`;
  const user = await users.create(operator, {
    organizationId: organization.id,
    mail,
    roles: ['Administrator'],
    ...input,
  });
  return { organization, mail, user };
}

describe('mails by SMTP', () => {
  test.each([
    ['fr-FR', 'Votre compte chez', 'sept jours'],
    ['de-CH', 'Ihr Konto bei', 'sieben Tagen'],
    ['pt-BR', 'Your account at', 'seven days'],
  ])('invite a user who gets an account without a password, in %s', async (language, subject, words) => {
    const { organization, mail } = await newUser(language);
    await expect.poll(() => mailsTo(mail)).toHaveLength(1);
    const [invitation] = mailsTo(mail);
    expect(invitation?.subject).toBe(`${subject} ${organization.name}`);
    expect(invitation?.lines.join(' ')).toContain(words);
    expect(invitation?.lines.join(' ')).toContain('https://loupe.press.example');
    const code = invitation?.lines.at(-1) ?? '';
    expect(invitation?.lines).toContain(`https://loupe.press.example/password#code=${code}`);
    await loupe.app.services.users.resetPassword(code, 'my very own password');
    const login = {
      apiKey: organization.apiKey,
      userName: mail,
      password: 'my very own password',
      address: null,
    };
    expect((await loupe.app.services.auth.login(login)).user.userName).toBe(mail);
    await expect(loupe.app.services.users.resetPassword(code, 'another password')).rejects.toMatchObject({
      code: 'INVALID_GRANT',
    });
  });

  test('carry the code of a recovery, wait while the mail server is busy, and leave no copy', async () => {
    const { organization, mail } = await newUser('fr-FR', { password: 'a password of before' });
    const viewer = await loupe.app.services.auth.viewerOfApiKey(organization.apiKey ?? '');
    refusals.push(refusal(451));
    await loupe.app.services.users.recoverPassword(viewer, mail);
    await loupe.app.services.passwordRecovery.settled();
    await expect.poll(() => refusals.length).toBe(0);
    expect(mailsTo(mail)).toEqual([]);
    expect(await outgoing()).toHaveLength(1);
    // Another mail wakes the outbox next, and takes along those that wait.
    const other = await newUser('en-US');
    await expect.poll(() => mailsTo(mail)).toHaveLength(1);
    await expect.poll(() => mailsTo(other.mail)).toHaveLength(1);
    expect(mailsTo(mail)[0]?.subject).toBe('Choisir un nouveau mot de passe');
    await expect.poll(outgoing).toEqual([]);
  });

  test('that are refused for good do not hold up the others', async () => {
    refusals.push(refusal(550));
    const refused = await newUser('en-US');
    const next = await newUser('en-US');
    await expect.poll(() => mailsTo(next.mail)).toHaveLength(1);
    expect(mailsTo(refused.mail)).toEqual([]);
    await expect.poll(outgoing).toEqual([]);
  });

  test('tell administrators once when page credits run low', async () => {
    const { services } = loupe.app;
    const publisher = await newPublisher(services, { accountType: 'Prepaid', totalCredit: 4 });
    const mail = `${newId()}@press.example`;
    const organizationId = publisher.organization.id;
    await services.users.create(operator, {
      organizationId,
      mail,
      password: 'long enough password',
      roles: ['Administrator'],
    });
    const activate = async (seed: number) => {
      const file = await services.uploads.receiveBytes(await jpegPicture(seed), { maxBytes: 10_000_000 });
      const input = { parentId: organizationId, name: 'Page', defaultLanguage: 'en-US', status: 'Active' };
      await services.documents.create(publisher.viewer, input, file, { waitForImages: true });
    };
    await activate(71);
    await activate(72);
    await activate(73);
    await expect.poll(() => mailsTo(mail)).toHaveLength(1);
    expect(mailsTo(mail)[0]?.lines[0]).toContain('has 2 page credits left');
    expect(mailsTo(mail)[0]?.subject).toContain('Few page credits left');
  });
});

test('an account without a password gets no mail where none are sent, and used codes leave no file', async () => {
  const quiet = await startTestApp();
  try {
    const { organizations, users, auth, passwordRecovery } = quiet.app.services;
    const organization = await organizations.create(operator, { name: 'Quiet', languageCode: 'en-US' });
    const mail = `${newId()}@press.example`;
    await users.create(operator, { organizationId: organization.id, mail, roles: ['Viewer'] });
    const files = () => readdir(quiet.config.mailFolder).catch(() => [] as string[]);
    expect(await files()).toEqual([]);
    await users.recoverPassword(await auth.viewerOfApiKey(organization.apiKey ?? ''), mail);
    await passwordRecovery.settled();
    expect(await files()).toHaveLength(1);
    const [file = ''] = await files();
    const message = await readFile(join(quiet.config.mailFolder, file), 'utf8');
    await users.resetPassword(parsed(message).lines.at(-1) ?? '', 'my very own password');
    expect(await files()).toEqual([]);
  } finally {
    await quiet.close();
  }
});

test('the password of the mail server is masked where the configuration is printed', async () => {
  const printed = await runLoupe(['config'], {
    LOUPE_SMTP_URL: smtpUrl,
    LOUPE_METRICS_TOKEN: 'a-token-of-figures',
  });
  expect(printed.exitCode).toBe(0);
  expect(printed.out).not.toMatch(/p%40ss|p@ss|a-token-of-figures/);
  expect((await runLoupe(['config'], { LOUPE_SMTP_URL: 'http://mail.example' })).error).toContain(
    'LOUPE_SMTP_URL',
  );
});
