/**
 * People who have a document open, on this server or another one. Nothing of it is stored: servers tell each other who is there, and
 * forget those of whom they hear nothing more.
 */
import type { Database } from '../db/database.js';
import type { Clock } from '../kernel/clock.js';
import { newId } from '../kernel/ids.js';

/** Servers tell of their own people this often. */
const TELL_EVERY_MS = 10_000;
/** Somebody of another server is gone after so long without a notice. */
const GONE_AFTER_MS = 30_000;

export interface PresentPerson {
  readonly id: string;
  readonly name: string;
}

interface Seat extends PresentPerson {
  readonly documentId: string;
  /** Milliseconds since 1970 after which it is empty; null for one of this server, which is left by hand. */
  untilMs: number | null;
}

interface Notice {
  readonly server: string;
  readonly seat: string;
  readonly documentId: string;
  readonly id: string;
  readonly name: string;
  /** `ask`: has come, and wants to know who else is there. */
  readonly what: 'ask' | 'here' | 'gone';
}

export class DocumentPresence {
  /** By the name of the seat: one for each window. */
  private readonly seats = new Map<string, Seat>();
  private readonly ownName = newId();
  private telling: NodeJS.Timeout | undefined;

  constructor(
    private readonly servers: Pick<Database, 'notify' | 'onNotice'>,
    private readonly clock: Clock,
    /** Called when somebody came to a document or left it. */
    private readonly onChange: (documentId: string) => void,
  ) {
    servers.onNotice('loupe_presence', (payload) => this.hear(payload));
  }

  /** Takes a seat at a document. @returns leaves it */
  enter(documentId: string, { id, name }: PresentPerson): () => void {
    const seat = newId();
    this.seats.set(seat, { documentId, id, name, untilMs: null });
    this.tell(seat, 'ask');
    this.telling ??= setInterval(() => this.tellOfAll(), TELL_EVERY_MS).unref();
    this.onChange(documentId);
    return () => {
      if (!this.seats.has(seat)) return;
      this.tell(seat, 'gone');
      this.seats.delete(seat);
      if (!this.own().some(() => true)) this.stop();
      this.onChange(documentId);
    };
  }

  /** Each once, in the order of their names. */
  at(documentId: string): readonly PresentPerson[] {
    const now = this.clock.now().getTime();
    const people = new Map<string, PresentPerson>();
    for (const [seat, { untilMs, id, name, ...at }] of this.seats) {
      if (untilMs !== null && untilMs < now) this.seats.delete(seat);
      else if (at.documentId === documentId) people.set(id, { id, name });
    }
    return [...people.values()].toSorted((a, b) => a.name.localeCompare(b.name));
  }

  close(): void {
    for (const [seat] of this.own()) this.tell(seat, 'gone');
    this.stop();
  }

  private stop(): void {
    clearInterval(this.telling);
    this.telling = undefined;
  }

  private own(): readonly (readonly [string, Seat])[] {
    return [...this.seats].filter(([, { untilMs }]) => untilMs === null);
  }

  private tellOfAll(): void {
    for (const [seat] of this.own()) this.tell(seat, 'here');
  }

  private tell(seat: string, what: Notice['what']): void {
    const held = this.seats.get(seat);
    if (held === undefined) return;
    const { documentId, id, name } = held;
    const notice: Notice = { server: this.ownName, seat, documentId, id, name: name.slice(0, 200), what };
    void this.servers.notify('loupe_presence', JSON.stringify(notice));
  }

  private hear(payload: string): void {
    const notice = readNotice(payload);
    if (notice === null || notice.server === this.ownName) return;
    const { seat, documentId, id, name, what } = notice;
    const isKnown = this.seats.has(seat);
    if (what === 'gone') this.seats.delete(seat);
    else this.seats.set(seat, { documentId, id, name, untilMs: this.clock.now().getTime() + GONE_AFTER_MS });
    if (what === 'ask')
      for (const [own, held] of this.own()) if (held.documentId === documentId) this.tell(own, 'here');
    if (isKnown === (what === 'gone')) this.onChange(documentId);
  }
}

/** null for an empty notice, and for one of a server of another version. */
function readNotice(payload: string): Notice | null {
  if (payload === '') return null;
  try {
    const notice = JSON.parse(payload) as Partial<Notice>;
    const { server, seat, documentId, id, name, what } = notice;
    const isWhole = [server, seat, documentId, id, name].every((each) => typeof each === 'string');
    return isWhole && (what === 'ask' || what === 'here' || what === 'gone') ? (notice as Notice) : null;
  } catch {
    return null;
  }
}
