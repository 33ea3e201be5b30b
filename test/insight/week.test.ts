import { expect, test } from 'vitest';
import { startTestApp } from '../kit/app.js';
import { SimulatedClock } from '../kit/month.js';
import { simulateWeek } from '../kit/week/week.js';

test(
  'after a week of three publishers everything is as a ledger beside it says',
  { timeout: 300_000 },
  async () => {
    const clock = new SimulatedClock();
    const loupe = await startTestApp({ clock });
    try {
      const report = await simulateWeek(loupe, clock, { documents: 10, visits: 40, seed: 7 });
      expect(report.problems).toEqual([]);
      expect(report).toMatchObject({ documents: 10 });
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
