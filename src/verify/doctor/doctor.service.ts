/** Examines an installation from inside: its database, clocks, files, providers of single sign-on, and machine tokens. */
import type { Database } from '../../db/database.js';
import { readRows } from '../../db/rows.js';
import { AuditDelivery } from '../../audit/delivery/audit-delivery.entity.js';
import type { Clock } from '../../kernel/clock.js';
import type { BlobStore } from '../../media/blobs/blob-store.js';
import { MachineToken } from '../../users/machine-tokens/machine-token.entity.js';
import { SignInProvider } from '../../users/sign-in/sign-in.entity.js';
import type { SignInProviderService } from '../../users/sign-in/sign-in-provider.service.js';
import { type Finding, found, ill, uneasy, well } from './finding.js';

interface DoctorParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly blobs: Pick<BlobStore, 'check'>;
  readonly signInProviders: Pick<SignInProviderService, 'ask'>;
}

const DAY_MS = 86_400_000;
const SOON_DAYS = 14;
/** Log-ins and tokens are judged by clocks. */
const MOST_DRIFT_MS = 5000;

export class DoctorService {
  constructor(private readonly parts: DoctorParts) {}

  async examine(): Promise<readonly Finding[]> {
    const { database, blobs } = this.parts;
    return [
      await found('database', async () => {
        const kind = database.isShared ? 'PostgreSQL' : 'SQLite';
        const isAnswering = await database.isAnswering();
        if (isAnswering) return well('database', `${kind} answers, and its schema is of this version`);
        return ill(
          'database',
          `${kind} answers no changes`,
          'Start it, or connect to the one that takes changes.',
        );
      }),
      await found('clock', () => this.clock()),
      await found(
        'files',
        async () => {
          await blobs.check();
          return well('files', 'the store of files answers, and belongs to this Loupe');
        },
        'Start the server once where it is new; else mount the disk, or reach the bucket, that holds the files.',
      ),
      ...(await this.providers()),
      await found('machine tokens', () => this.tokens()),
      await found('sent logs', () => this.sentLogs()),
    ];
  }

  private async clock(): Promise<Finding> {
    const { database, clock } = this.parts;
    if (!database.isShared) return well('clock', 'only one is used');
    const [row] = await readRows<{ readonly ms: number | string }>(
      database.reader(),
      'select extract(epoch from clock_timestamp()) * 1000 as ms',
      [],
    );
    const drift = Math.abs(Number(row?.ms) - clock.now().getTime());
    const said = `this machine and the database are ${Math.round(drift)} ms apart`;
    return drift <= MOST_DRIFT_MS
      ? well('clock', said)
      : ill('clock', said, 'Let both follow a time server (NTP).');
  }

  private async providers(): Promise<readonly Finding[]> {
    const all = await this.parts.database.reader().find(SignInProvider, {}, { orderBy: { id: 'asc' } });
    const findings: Finding[] = [];
    for (const provider of all) {
      const what = `provider ${provider.name}`;
      findings.push(
        await found(what, async () => {
          await this.parts.signInProviders.ask(provider);
          if (provider.mode === 'Only' && provider.emergencyUserId == null) {
            const remedy =
              'Name an administrator in the console who gets in by password when the provider is away.';
            return uneasy(what, 'it is the only way in, and nobody has a password', remedy);
          }
          return well(what, `${provider.issuer} answers`);
        }),
      );
    }
    return findings;
  }

  private async tokens(): Promise<Finding> {
    const { database, clock } = this.parts;
    const now = clock.now().getTime();
    const within = { $gt: new Date(now), $lt: new Date(now + SOON_DAYS * DAY_MS) };
    const ending = await database.reader().find(MachineToken, { dateExpires: within });
    if (ending.length === 0) return well('machine tokens', `none ends within ${SOON_DAYS} days`);
    const names = ending.map(({ name }) => name).join(', ');
    const remedy = 'Make new ones, and give them to their programs before.';
    return uneasy('machine tokens', `within ${SOON_DAYS} days end: ${names}`, remedy);
  }

  /** Operation logs that are sent elsewhere. */
  private async sentLogs(): Promise<Finding> {
    const what = 'sent logs';
    const deliveries = await this.parts.database.reader().find(AuditDelivery, {});
    if (deliveries.length === 0) return well(what, 'no operation log is sent elsewhere');
    const failing = deliveries.filter(({ isActive, attempts }) => isActive && attempts > 0);
    if (failing.length > 0) {
      const said = failing.map(({ organizationId, lastError }) => `${organizationId}: ${lastError ?? ''}`);
      const remedy =
        'Start the receiver or the bucket; everything is sent then, and nothing is removed before.';
      return ill(what, `do not arrive: ${said.join('; ')}`, remedy);
    }
    const off = deliveries.filter(({ isActive }) => !isActive).length;
    if (off === 0) return well(what, `${deliveries.length} arrive`);
    return uneasy(what, `${off} of ${deliveries.length} are switched off`, 'Switch them on in the console.');
  }
}
