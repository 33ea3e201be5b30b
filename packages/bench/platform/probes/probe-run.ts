/** Sends the probes of a row as everybody, and judges the answers. */
import type { Row } from '../../../../test/access/row.js';
import { send, type Sent } from '../../../../test/access/send.js';
import type { Target } from '../../../../test/access/target.js';
import { placesOf, type ProbePlace, wholeCall } from './probe-calls.js';
import { FOREIGN_WORD, type Tenants } from './probe-tenants.js';
import type { Prober } from './probers.js';
import { idsByTable, idsIn, inventedLike, newRows, shapeOf } from './secrets-of-tenant.js';

const PATIENCE_MS = 20_000;
const SLOW_SECONDS = 30;
const TOLD_EVERY = 5000;
const DEPTHS = [2, 1, 0, -1];

export class ProbeRun {
  /** Operations at fault by what was wrong. */
  readonly faults = new Map<string, number>();
  private readonly statuses = new Map<string, number>();
  private readonly operations = new Set<string>();
  private readonly ids: readonly (readonly [kind: string, id: string])[];
  private readonly secretIds: ReadonlySet<string>;
  private readonly nearSecretIds: ReadonlySet<string>;
  /** Without those of people beside it, who may change what is theirs. */
  private readonly ownedIds: ReadonlySet<string>;
  /** Places whose answers say nothing of ids, for what else they need. */
  readonly unreached: string[] = [];
  private count = 0;
  private places = 0;
  private next = 0;

  constructor(
    private readonly tenants: Tenants,
    private readonly probers: readonly Prober[],
    private readonly otherKinds: number,
  ) {
    const rows = newRows(tenants.before, tenants.after);
    const known = new Set(idsIn(Object.values(tenants.before).join('\n')));
    const { target } = tenants.foreign.world;
    const ofTarget = Object.entries(target) as readonly (readonly [string, string])[];
    this.ids = [
      ...ofTarget,
      ...[...idsByTable(rows)].map(([table, found]) => [table, found.at(-1) ?? ''] as const),
    ];
    this.secretIds = new Set(
      [...rows.values()]
        .flat()
        .flatMap(idsIn)
        .filter((id) => !known.has(id)),
    );
    const ofNeighbours = new Set(tenants.neighbourIds);
    this.ownedIds = new Set([...this.secretIds].filter((id) => !ofNeighbours.has(id)));
    this.nearSecretIds = new Set(ofTarget.flatMap(([, id]) => idsIn(id)));
  }

  /** Rows that speak of something of the foreign organization. */
  foreignRows(content: Readonly<Record<string, string>>): ReadonlySet<string> {
    const lines = Object.entries(content).flatMap(([table, text]) =>
      text.split('\n').map((line) => `${table} ${line}`),
    );
    return new Set(lines.filter((line) => idsIn(line).some((id) => this.ownedIds.has(id))));
  }

  async probe(row: Row): Promise<void> {
    const { world } = this.tenants.own;
    const depth = await this.depthOf(row);
    const places = placesOf(row, world.target, depth);
    this.operations.add(row.operation);
    this.places += places.length;
    const started = performance.now();
    const counted = this.count;
    for (const prober of this.probers) {
      if (places.length === 0 && row.endsLogin !== true)
        await this.ask(row, prober, wholeCall(row, world.target, depth), '');
      for (const place of places) await this.probePlace(place, prober);
    }
    const seconds = (performance.now() - started) / 1000;
    if (seconds > SLOW_SECONDS)
      process.stdout.write(`${row.operation}: ${this.count - counted} probes in ${seconds.toFixed(0)} s\n`);
    if (Math.floor(this.count / TOLD_EVERY) > Math.floor(counted / TOLD_EVERY))
      process.stdout.write(`${this.count} probes\n`);
  }

  fault(kind: string, text: string): void {
    const known = this.faults.get(kind) ?? 0;
    this.faults.set(kind, known + 1);
    process.stdout.write(`${kind}: ${text}\n`);
  }

  report(): void {
    const told = (map: ReadonlyMap<string, number>) =>
      [...map].map(([name, count]) => `${name} ${count}`).join(', ') || 'none';
    process.stdout.write(
      `${this.count} probes of ${this.operations.size} operations at ${this.places} places for ids, as ${this.probers.length} callers ` +
        `with ids of ${this.ids.length} kinds\nanswers: ${told(this.statuses)}\nfaults: ${told(this.faults)}\n`,
    );
  }

  /** Documents may cost so much: as deep as an administrator may look. */
  private async depthOf(row: Row): Promise<number> {
    const { world } = this.tenants.own;
    const { kind } = row.call(world.target);
    if (kind === 'rest') return -1;
    for (const depth of DEPTHS) {
      const call = wholeCall(row, { ...world.target, ...noTarget(world.target) }, depth);
      const { body } = await this.send(row, world.headers.anonymous, call);
      if (!/GRAPHQL_(VALIDATION|PARSE)_FAILED/.test(body)) return depth;
      if (depth === -1) this.fault('not asked', `${row.operation}: ${body.slice(0, 300)}`);
    }
    return -1;
  }

  private async probePlace(place: ProbePlace, prober: Prober): Promise<void> {
    const [, sameKind = ''] = this.ids.find(([kind]) => kind === place.kind) ?? [];
    const others = Array.from({ length: this.otherKinds }, () => {
      this.next = (this.next + 7) % this.ids.length;
      return this.ids[this.next] ?? (['', ''] as const);
    });
    const asked = [[place.kind, sameKind] as const, ...others];
    const target = await this.targetFor(place);
    for (const each of asked) await this.compare(place, prober, target, each);
  }

  private async compare(
    place: ProbePlace,
    prober: Prober,
    target: Target,
    [kind, id]: readonly [string, string],
  ): Promise<void> {
    const where = `${place.name} = ${kind}`;
    const asked = async (asks: string) => {
      const sent = await this.ask(place.row, prober, place.call(target, asks), where);
      return { sent, shape: shapeOf(sent.status, sent.body, asks) };
    };
    const invented = inventedLike(id);
    const first = await asked(id);
    const { outcome, body } = first.sent;
    const isOwn = kind === place.kind && prober.name === 'administrator';
    if (isOwn && outcome.startsWith('other') && !/NOT_FOUND|must|is no /.test(body))
      this.unreached.push(`${place.row.operation} ${place.name}: ${body.slice(0, 200)}`);
    if (first.shape === (await asked(invented)).shape) return;
    // They may differ for what the first one has changed.
    const [missing, again] = [(await asked(invented)).shape, (await asked(id)).shape];
    if (missing === again) return;
    this.fault(
      'told apart',
      `${place.row.operation} as ${prober.name}, ${where}\n    foreign:  ${apart(again, missing)}\n    invented: ${apart(missing, again)}`,
    );
  }

  private async targetFor({ row, hasOthers }: ProbePlace): Promise<Target> {
    const { world } = this.tenants.own;
    if (!hasOthers || row.fresh === undefined) return world.target;
    // Where an organization may have no more of them, the last one stays.
    const made = await row.fresh(world).catch(() => ({}));
    return { ...world.target, ...made };
  }

  private async ask(row: Row, prober: Prober, call: ReturnType<Row['call']>, where: string): Promise<Sent> {
    const sent = await this.send(row, prober.headers, call);
    this.count += 1;
    const { outcome, status, body } = sent;
    const code = /"code":"([A-Z_]+)"/.exec(body)?.[1] ?? String(status);
    const answer = outcome.startsWith('other') ? code : outcome;
    this.statuses.set(answer, (this.statuses.get(answer) ?? 0) + 1);
    const named = `${row.operation} as ${prober.name}, ${where}`;
    const request = sent.request.toLowerCase();
    const secret = prober.isNear ? this.nearSecretIds : this.secretIds;
    const leaked = idsIn(sent.text).find((each) => secret.has(each) && !request.includes(each));
    if (leaked !== undefined) this.fault('leak', `${named}: ${leaked} in ${sent.text.slice(0, 500)}`);
    else if (sent.text.toLowerCase().includes(FOREIGN_WORD) && !request.includes(FOREIGN_WORD))
      this.fault('leak', `${named}: ${sent.text.slice(0, 500)}`);
    if (sent.status >= 500 || sent.body.includes('INTERNAL'))
      this.fault(
        'failed',
        `${named}: ${sent.status} ${sent.body.slice(0, 300)} for ${sent.request.slice(0, 500)}`,
      );
    return sent;
  }

  private async send(row: Row, headers: Prober['headers'], call: ReturnType<Row['call']>): Promise<Sent> {
    const { url } = this.tenants.own.world.loupe;
    const late = new Promise<Sent>((done) => {
      const answer: Sent = { outcome: 'other: late', status: 0, text: '', body: 'late', request: '' };
      setTimeout(done, PATIENCE_MS, answer).unref();
    });
    return Promise.race([send(url, headers, row, call), late]);
  }
}

/** A text from shortly before the place where it is not like another. */
function apart(text: string, other: string): string {
  const at = [...text].findIndex((letter, index) => letter !== other[index]);
  return text.slice(Math.max(0, at - 120), at + 200);
}

/** Ids of nothing. */
function noTarget(target: Target): Target {
  return Object.fromEntries(
    Object.entries(target).map(([key, id]: [string, string]) => [key, inventedLike(id)]),
  ) as unknown as Target;
}
