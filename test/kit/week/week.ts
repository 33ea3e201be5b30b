/**
 * A simulated week of three publishers with five editors at once: documents in three languages, corrections, two editors
 * of one title, a deletion by mistake that is restored, credits that run out, and readers every day. Everything goes
 * over HTTP; the ledger beside it knows what must be there in the end.
 */
import { createRandom, type Random } from '../../../packages/bench/random.js';
import type { TestApp } from '../app.js';
import type { SimulatedClock } from '../seed/month.js';
import { seed as seedOf } from '../seed.js';
import type { SeededUser } from '../seed/seed-user.js';
import { auditOrganization } from './audit.js';
import { WeekEditor } from './editors.js';
import { isFound, isShown, type LedgerDocument, type LedgerOrganization } from './ledger.js';
import { WeekReaders } from './readers.js';

const DAYS = 7;
const MS_PER_DAY = 86_400_000;
const MS_PER_VISIT = 61_000;
/** Editors of each publisher; of one that counts pages, for which share of them it has credits. */
const HOUSES = [
  { editors: 2, creditShare: null },
  { editors: 2, creditShare: 0.9 },
  { editors: 1, creditShare: 0.5 },
];
const EDITORS = HOUSES.reduce((sum, { editors }) => sum + editors, 0);
const MEAN_PAGES = 2;

export interface WeekOptions {
  readonly documents: number;
  readonly visits: number;
  readonly seed: number;
}

export interface WeekReport {
  readonly documents: number;
  readonly scans: number;
  readonly clicks: number;
  readonly entries: number;
  /** Activations and restorations that the credits did not suffice for. */
  readonly refusedForCredit: number;
  /** Corrections of a title that came second. */
  readonly cameSecond: number;
  readonly restored: number;
  /** Whatever did not agree. */
  readonly problems: readonly string[];
}

interface House {
  readonly organization: LedgerOrganization;
  readonly user: SeededUser;
  readonly editors: readonly WeekEditor[];
}

export async function simulateWeek(
  loupe: TestApp,
  clock: SimulatedClock,
  options: WeekOptions,
): Promise<WeekReport> {
  return new Week(loupe, clock, options).run();
}

class Week {
  private readonly random: Random;
  private readonly readers: WeekReaders;
  private readonly problems: string[] = [];
  private refusedForCredit = 0;
  private cameSecond = 0;
  private restored = 0;
  private pictureSeed = 5_000;

  constructor(
    private readonly loupe: TestApp,
    private readonly clock: SimulatedClock,
    private readonly options: WeekOptions,
  ) {
    this.random = createRandom(options.seed);
    this.readers = new WeekReaders(loupe, clock, this.random);
  }

  async run(): Promise<WeekReport> {
    const houses = await Promise.all(HOUSES.map((_, at) => this.open(at)));
    const perDay = Math.ceil(this.options.documents / DAYS);
    const visitsPerDay = Math.ceil(this.options.visits / DAYS);
    let made = 0;
    for (let day = 0; day < DAYS; day += 1) {
      const today = Math.min(perDay, this.options.documents - made);
      await this.publish(houses, made, today);
      made += today;
      await this.correct(houses);
      const mistakes = await this.makeMistakes(houses);
      await this.readAll(houses, Math.ceil(visitsPerDay / 2));
      await this.repair(mistakes);
      await this.readAll(houses, Math.floor(visitsPerDay / 2));
      this.clock.timeMs += MS_PER_DAY - ((this.clock.timeMs - this.startMs) % MS_PER_DAY);
    }
    for (const { user, organization } of houses) {
      const { name } = organization.documents[0] ?? { name: organization.id };
      const found = await auditOrganization(user, organization);
      this.problems.push(...found.map((problem) => `${name.slice(0, 7)}: ${problem}`));
    }
    return this.report(houses);
  }

  private readonly startMs = new Date('2026-03-02T00:00:00Z').getTime();

  private async open(at: number): Promise<House> {
    this.clock.timeMs = this.startMs;
    const { editors, creditShare } = HOUSES[at] ?? { editors: 1, creditShare: null };
    const pages = (this.options.documents * editors * MEAN_PAGES) / EDITORS;
    const credit = creditShare === null ? null : Math.ceil(pages * creditShare);
    const made = await seedOf(this.loupe).organization(
      credit === null ? { name: `House ${at}` } : { name: `House ${at}`, accountType: 'Prepaid', credit },
    );
    const users = await Promise.all(Array.from({ length: editors }, () => made.user()));
    const organization: LedgerOrganization = {
      id: made.id,
      apiKey: made.apiKey,
      credit,
      documents: [],
      entries: [],
      unrecognized: 0,
    };
    const [user] = users;
    if (user === undefined) throw new Error('A house needs an editor.');
    return { organization, user, editors: users.map((each) => new WeekEditor(each, organization)) };
  }

  /** Every editor makes documents at the same time; most are activated at once. */
  private async publish(houses: readonly House[], from: number, count: number): Promise<void> {
    const desks = houses.flatMap(({ editors }, house) => editors.map((editor) => ({ editor, house })));
    const piles = desks.map((): (() => Promise<void>)[] => []);
    for (let at = from; at < from + count; at += 1) {
      const desk = desks[at % desks.length];
      if (desk === undefined) continue;
      const seeds = Array.from({ length: this.random.integer(1, 3) }, () => (this.pictureSeed += 1));
      const hasZone = this.random.chance(0.3);
      const isHeldBack = this.random.chance(0.1);
      piles[at % desks.length]?.push(async () => {
        const document = await desk.editor.publish(`House ${desk.house} issue ${at}`, seeds, hasZone);
        if (!isHeldBack) await this.activate(desk.editor, document);
      });
    }
    await Promise.all(
      piles.map(async (pile) => {
        for (const task of pile) await task();
      }),
    );
  }

  private async activate(editor: WeekEditor, document: LedgerDocument): Promise<void> {
    if (!(await editor.activate(document))) this.refusedForCredit += 1;
  }

  /** Of each house a document gets a corrected last page, and another one a title that two editors want to correct. */
  private async correct(houses: readonly House[]): Promise<void> {
    for (const { organization, editors } of houses) {
      const shown = organization.documents.filter(isShown);
      if (shown.length === 0) continue;
      const [editor = null, second = editor] = editors;
      if (editor === null || second === null) continue;
      await editor.reprint(this.random.pick(shown), (this.pictureSeed += 1));
      const contested = this.random.pick(shown);
      const tag = await editor.titleTag(contested);
      const both = await Promise.all([
        editor.correct(contested, `Corrected ${this.pictureSeed} by one`, tag),
        second.correct(contested, `Corrected ${this.pictureSeed} by the other`, tag),
      ]);
      this.cameSecond += both.filter((isFirst) => !isFirst).length;
      if (both.filter((isFirst) => isFirst).length !== 1) {
        this.problems.push(`${contested.name}: of two corrections ${both.join(' and ')} were taken`);
      }
    }
  }

  /** A document of each house is thrown away by mistake. */
  private async makeMistakes(houses: readonly House[]) {
    const mistakes: { readonly editor: WeekEditor; readonly document: LedgerDocument }[] = [];
    for (const { organization, editors } of houses) {
      const shown = organization.documents.filter(isShown);
      if (shown.length < 2) continue;
      const [editor, document] = [this.random.pick(editors), this.random.pick(shown)];
      await editor.throwAway(document);
      mistakes.push({ editor, document });
    }
    return mistakes;
  }

  /** It comes back, unless the credits went elsewhere meanwhile; sometimes another document is taken from sale. */
  private async repair(
    mistakes: readonly { readonly editor: WeekEditor; readonly document: LedgerDocument }[],
  ): Promise<void> {
    for (const { editor, document } of mistakes) {
      const canAfford = editor.canAfford(document);
      const isBack = await editor.restore(document);
      if (isBack) this.restored += 1;
      else this.refusedForCredit += 1;
      if (!isBack && (canAfford || document.status === 'Inactive')) {
        this.problems.push(`${document.name} could not be restored although the credits suffice`);
      }
      if (isBack && document.status === 'Active' && this.random.chance(0.2))
        await editor.deactivate(document);
    }
  }

  private async readAll(houses: readonly House[], visits: number): Promise<void> {
    for (let visit = 0; visit < visits; visit += 1) {
      const { organization } = this.random.pick(houses);
      const found = organization.documents.filter(isFound);
      const others = organization.documents.filter((document) => !isFound(document));
      const isAstray = others.length > 0 && this.random.chance(0.1);
      const pile = isAstray ? others : found;
      if (pile.length === 0) continue;
      this.clock.timeMs += MS_PER_VISIT;
      this.problems.push(...(await this.readers.visit(organization, this.random.pick(pile))));
    }
  }

  private report(houses: readonly House[]): WeekReport {
    const organizations = houses.map(({ organization }) => organization);
    const documents = organizations.flatMap((organization) => organization.documents);
    const scans = documents.flatMap((document) => document.scans);
    return {
      documents: documents.length,
      scans: scans.length,
      clicks: scans.reduce((sum, scan) => sum + scan.clicks, 0),
      entries: organizations.reduce((sum, { entries }) => sum + entries.length, 0),
      refusedForCredit: this.refusedForCredit,
      cameSecond: this.cameSecond,
      restored: this.restored,
      problems: this.problems,
    };
  }
}
