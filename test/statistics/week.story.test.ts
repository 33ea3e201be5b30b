import { expect, test } from 'vitest';
import { startTestApp } from '../kit/app.js';
import { SimulatedClock } from '../kit/seed/month.js';
import { lengthOfStory } from '../kit/seed/stories.js';
import { simulateWeek } from '../kit/week/week.js';

const length = lengthOfStory({ short: { documents: 5, visits: 14 }, long: { documents: 60, visits: 400 } });

test(
  'after a week of three publishers everything is as a ledger beside it says',
  { timeout: 300_000 },
  async () => {
    const clock = new SimulatedClock();
    const loupe = await startTestApp({ clock });
    try {
      const report = await simulateWeek(loupe, clock, { ...length, seed: 7 });
      expect(report.problems).toEqual([]);
      expect(report).toMatchObject({ documents: length.documents });
      for (const count of [
        report.scans,
        report.clicks,
        report.restored,
        report.cameSecond,
        report.refusedForCredit,
      ]) {
        expect(count).toBeGreaterThan(0);
      }
    } finally {
      await loupe.close();
    }
  },
);
