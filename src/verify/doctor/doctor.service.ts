/** Examines an installation from inside: its database, clocks, files, providers of single sign-on, and machine tokens. */
import type { Database } from '../../db/database.js';
import { readRows } from '../../db/rows.js';
import { type SentLog, sentLogWaits } from '../../audit/delivery/sent-log-waits.js';
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
const UNITS = [
  [DAY_MS, 'day'],
  [3_600_000, 'hour'],
  [60_000, 'minute'],
] as const;
/** An entry is sent within some 15 seconds, and tried again within 30 minutes. */
const LONGEST_WAIT_MS = 3_600_000;
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
    const logs = await sentLogWaits(this.parts.database.reader(), this.parts.clock.now());
    if (logs.length === 0) return well(what, 'no operation log is sent elsewhere');
    const active = logs.filter(({ isActive }) => isActive);
    const failing = active.filter(({ lastError }) => lastError !== null);
    if (failing.length > 0) {
      const remedy =
        'Start the receiver or the bucket; everything is sent then, and nothing is removed before.';
      const said = failing.map((log) => `${log.organizationId}: ${log.lastError ?? ''} (${waitOf(log)})`);
      return ill(what, `do not arrive: ${said.join('; ')}`, remedy);
    }
    const late = active.filter(({ waitsMs }) => (waitsMs ?? 0) > LONGEST_WAIT_MS);
    if (late.length > 0) {
      const remedy =
        'Start a server with the role worker (LOUPE_ROLES), or read what the log of the one that runs says of “operation-log” and “sent-logs”.';
      const said = late.map((log) => `${log.organizationId}: ${waitOf(log)}`);
      return uneasy(what, `are late: ${said.join('; ')}`, remedy);
    }
    const off = logs.filter(({ isActive }) => !isActive);
    if (off.length === 0) return well(what, `${logs.length} arrive; ${waitOf(oldestOf(logs))}`);
    const said = `${off.length} of ${logs.length} are switched off; ${waitOf(oldestOf(off))}`;
    return uneasy(what, said, 'Switch them on in the console, or end them there.');
  }
}

const oldestOf = (logs: readonly SentLog[]): SentLog | undefined =>
  logs.toSorted((one, other) => (other.waitsMs ?? -1) - (one.waitsMs ?? -1))[0];

function waitOf(log: SentLog | undefined): string {
  const waitsMs = log?.waitsMs ?? null;
  return waitsMs === null
    ? 'every entry was sent'
    : `the oldest entry that was not sent has waited for ${durationOf(waitsMs)}`;
}

/** In the largest unit that fits. */
function durationOf(ms: number): string {
  const [size, unit] = UNITS.find(([least]) => ms >= least) ?? [1000, 'second'];
  const count = Math.floor(ms / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
