/**
 * How many pages an organization may have made on a day (UTC), so that one of them cannot keep a server busy for ever.
 * Where there is no limit nothing is counted.
 */
import { MS_PER_DAY, type Clock } from '../../kernel/clock.js';
import type { Database, EntityManager } from '../../db/database.js';
import { LoupeError } from '../../kernel/errors.js';
import { PostponedError } from '../../jobs/job-runner.js';
import { PagesOfDay } from './image.entity.js';

/** Counts of earlier days are of no use. */
const KEEP_DAYS = 7;

export class PageAllowance {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    /** Pages of an organization on a day; null for as many as it likes. */
    private readonly limit: number | null,
  ) {}

  /** For pages that are made at once. @throws LoupeError RATE_LIMITED when fewer than `pages` are left today */
  async require(organizationId: string, pages = 1): Promise<void> {
    const left = await this.left(organizationId);
    if (pages <= left) return;
    const rest = left === 0 ? '' : ` The file has ${pages}, and ${left} are left for today.`;
    throw new LoupeError('RATE_LIMITED', `${this.limitSentence}${rest} Try again after ${this.tomorrow}.`);
  }

  /** For what can wait. @throws PostponedError until tomorrow when no page is left for today */
  async requireOrPostpone(organizationId: string): Promise<void> {
    if ((await this.left(organizationId)) > 0) return;
    const delayMs = MS_PER_DAY - (this.clock.now().getTime() % MS_PER_DAY);
    throw new PostponedError(delayMs, `${this.limitSentence} The other pages follow after ${this.tomorrow}.`);
  }

  /** Counts pages in the transaction in which they are made. */
  async count(em: EntityManager, organizationId: string, pages = 1): Promise<void> {
    if (this.limit === null) return;
    const { today } = this;
    await em.execute(
      `insert into pages_of_day (organization_id, day, pages) values (?, ?, ?)
       on conflict (organization_id, day) do update set pages = pages_of_day.pages + excluded.pages`,
      [organizationId, today, pages],
    );
    await em.nativeDelete(PagesOfDay, { organizationId, day: { $lt: today - KEEP_DAYS } });
  }

  private async left(organizationId: string): Promise<number> {
    if (this.limit === null) return Infinity;
    const where = { organizationId, day: this.today };
    const row = await this.database.reader().findOne(PagesOfDay, where);
    return Math.max(0, this.limit - (row?.pages ?? 0));
  }

  private get today(): number {
    return Math.floor(this.clock.now().getTime() / MS_PER_DAY);
  }

  private get tomorrow(): string {
    return `${new Date((this.today + 1) * MS_PER_DAY).toISOString().slice(0, 16)}Z`;
  }

  private get limitSentence(): string {
    return `Your organization may have ${this.limit} pages made on a day.`;
  }
}
