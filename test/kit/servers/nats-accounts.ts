/**
 * Who may use a NATS server, by signed claims as `nsc` makes them: an operator whom the server trusts, an account, a user with a file of
 * credentials. Claims are JSON Web Tokens signed by Ed25519 keys in the form of NATS ("nkeys").
 */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAccount, createOperator, createUser, type KeyPair } from '@nats-io/nkeys';

const UNLIMITED = { subs: -1, data: -1, payload: -1 } as const;
const inBase64Url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** @param subject whom the claims are about; signed by `issuer` */
function claim(issuer: KeyPair, subject: KeyPair, name: string, nats: object): string {
  const body = [
    inBase64Url({ typ: 'JWT', alg: 'ed25519-nkey' }),
    inBase64Url({
      jti: randomUUID(),
      iat: Math.floor(Date.now() / 1000),
      iss: issuer.getPublicKey(),
      sub: subject.getPublicKey(),
      name,
      nats: { version: 2, ...nats },
    }),
  ].join('.');
  return `${body}.${Buffer.from(issuer.sign(Buffer.from(body))).toString('base64url')}`;
}

const seedOf = (pair: KeyPair) => Buffer.from(pair.getSeed()).toString('ascii');

export class NatsAccount {
  private readonly operator = createOperator();
  private readonly account = createAccount();

  constructor(private readonly folder: string) {}

  /** A configuration of a server that lets users of this account in, and nobody else. @returns its path */
  async writeServerConfig(): Promise<string> {
    const limits = { ...UNLIMITED, imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 };
    const operator = claim(this.operator, this.operator, 'operator', { type: 'operator' });
    const account = claim(this.operator, this.account, 'loupe', { type: 'account', limits });
    const path = join(this.folder, `${randomUUID()}.conf`);
    const lines = [
      `operator: "${operator}"`,
      'resolver: MEMORY',
      `resolver_preload: { ${this.account.getPublicKey()}: "${account}" }`,
    ];
    await writeFile(path, lines.join('\n'));
    return path;
  }

  /** A new user of this account. @returns the path of the file of credentials */
  async writeCredentials(): Promise<string> {
    const user = createUser();
    const token = claim(this.account, user, 'searcher', { type: 'user', ...UNLIMITED });
    const path = join(this.folder, `${randomUUID()}.creds`);
    const block = (what: string, content: string) =>
      `-----BEGIN ${what}-----\n${content}\n------END ${what}------\n`;
    await writeFile(path, block('NATS USER JWT', token) + block('USER NKEY SEED', seedOf(user)), {
      mode: 0o600,
    });
    return path;
  }
}
