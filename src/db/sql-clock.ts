/** The present in SQL. Servers that share a database go by its clock, because theirs may disagree. */
import { raw } from '@mikro-orm/core';
import type { Clock } from '../kernel/clock.js';

export class SqlClock {
  constructor(
    private readonly isPostgres: boolean,
    private readonly clock: Clock,
  ) {}

  /** SQL of the instant some milliseconds from now; a statement that holds it takes `values`. */
  at(offsetMs = 0): string {
    return this.isPostgres ? `(now() + interval '${offsetMs} milliseconds')` : `(:now + ${offsetMs})`;
  }

  get values(): Readonly<Record<string, unknown>> {
    return this.isPostgres ? {} : { now: this.clock.now() };
  }

  /** The same as the value of a column in an update. */
  instant(offsetMs = 0): Date {
    if (this.isPostgres) return raw<Date>(this.at(offsetMs));
    return new Date(this.clock.now().getTime() + offsetMs);
  }
}
