import { describe, expect, it } from 'vitest';
import { Moment } from '../../../src/kernel/windows/moment.js';
import { openings, staysUntil } from '../../../src/kernel/windows/openings.js';
import { readTimeWindow } from '../../../src/kernel/windows/time-window.js';
import { checkedTimeWindow, type GivenTimeWindow } from '../../../src/kernel/windows/time-window.rules.js';

const ZURICH = 'Europe/Zurich';
const spans = (text: string, from: string, to: string, zone = ZURICH) =>
  openings(readTimeWindow(text), zone, new Date(from), new Date(to)).map(
    ({ start, end }) => `${start.toISOString().slice(0, 16)}/${end.toISOString().slice(0, 16)}`,
  );

describe('a time window', () => {
  it.each<[GivenTimeWindow, string | null]>([
    ['at 7:00-8:00', 'refused'],
    ['at 22:00-02:00,07:00-09:00', 'at 07:00-09:00,22:00-02:00'],
    [
      'UNTIL 2026-12-24 on fri, Monday from 2026-12-01',
      'from 2026-12-01T00:00 until 2026-12-25T00:00 on Mon,Fri',
    ],
    [{ from: '2026-12-01', until: '2026-12-24T18:30' }, 'from 2026-12-01T00:00 until 2026-12-24T18:30'],
    [{ hours: [{ from: '18:00', until: '24:00' }] }, 'at 18:00-24:00'],
    [{ days: ['Sunday', 'Saturday', 'Sunday'] }, 'on Sat,Sun'],
    ['on Mon,Tue,Wed,Thu,Fri,Sat,Sun', null],
    ['', null],
    [{}, null],
    [null, null],
    [undefined, null],
  ])('%j is stored as %j', (given, stored) => {
    if (stored === 'refused') expect(() => checkedTimeWindow(given, ZURICH)).toThrow('must be written as in');
    else expect(checkedTimeWindow(given, ZURICH)).toBe(stored);
    if (typeof stored === 'string' && stored !== 'refused')
      expect(checkedTimeWindow(stored, ZURICH)).toBe(stored);
  });

  it.each<[string, GivenTimeWindow]>([
    ['must end after it begins', 'from 2026-12-25 until 2026-12-23'],
    ['must end after it begins', 'from 2026-12-25T10:00 until 2026-12-25T10:00'],
    ['must hold a moment', 'from 2026-12-01 until 2026-12-02 on Sun'],
    ['must hold a moment', 'from 2026-12-01T10:00 until 2026-12-01T18:00 at 20:00-22:00'],
    ['must hold a moment', 'from 2026-03-29T02:10 until 2026-03-29T02:50'],
    ['must have ranges of hours that do not overlap', 'at 07:00-09:00,08:00-10:00'],
    ['must have ranges of hours that do not overlap', 'at 22:00-02:00,01:00-03:00'],
    ['must be written as in', 'at 09:00-09:00'],
    ['must be written as in', 'from 2026-02-30'],
    ['must be written as in', 'from 2026-12-01T00:00Z'],
    ['must be written as in', 'on Someday'],
    ['must be written as in', 'tomorrow'],
    ['must be written as in', 'from 2026-12-01 from 2026-12-02'],
    ['must be written as in', 'from 9999-12-01 until 9999-12-31'],
    ['must be written as in', `at ${'07:00-08:00,'.repeat(40)}`],
    ['must have at most 12', { hours: Array.from({ length: 13 }, (_, at) => hour(at)) }],
  ])('is refused: %s (%j)', (problem, given) => {
    expect(() => checkedTimeWindow(given, ZURICH)).toThrow(problem);
  });

  it('is open from its begin until its end, by the clocks of its zone', () => {
    const days = 'from 2026-12-24T00:00 until 2026-12-27T00:00';
    expect(spans(days, '2026-12-01T00:00Z', '2027-01-01T00:00Z')).toEqual([
      '2026-12-23T23:00/2026-12-26T23:00',
    ]);
    expect(spans(days, '2026-12-01T00:00Z', '2027-01-01T00:00Z', 'Pacific/Auckland')).toEqual([
      '2026-12-23T11:00/2026-12-26T11:00',
    ]);
  });

  it('is open on its days at its hours, which may go past midnight', () => {
    expect(spans('on Fri at 22:00-02:00', '2026-12-01T00:00Z', '2026-12-14T00:00Z', 'UTC')).toEqual([
      '2026-12-04T22:00/2026-12-05T02:00',
      '2026-12-11T22:00/2026-12-12T02:00',
    ]);
    expect(spans('on Sat,Sun', '2026-12-01T00:00Z', '2026-12-10T00:00Z', 'UTC')).toEqual([
      '2026-12-05T00:00/2026-12-07T00:00',
    ]);
    expect(spans('at 07:00-09:00,17:00-19:00', '2026-12-01T08:00Z', '2026-12-01T18:00Z', 'UTC')).toEqual([
      '2026-12-01T08:00/2026-12-01T09:00',
      '2026-12-01T17:00/2026-12-01T18:00',
    ]);
  });

  it('does not come in an hour that summer time skips, and comes twice in one that it doubles', () => {
    expect(spans('at 02:00-02:30', '2026-03-28T00:00Z', '2026-03-31T00:00Z')).toEqual([
      '2026-03-28T01:00/2026-03-28T01:30',
      '2026-03-30T00:00/2026-03-30T00:30',
    ]);
    expect(spans('at 02:00-02:30', '2026-10-25T00:00Z', '2026-10-26T00:00Z')).toEqual([
      '2026-10-25T00:00/2026-10-25T00:30',
      '2026-10-25T01:00/2026-10-25T01:30',
    ]);
    // Half of the hour before the change belongs to it, and the rest of the doubled one.
    expect(spans('at 01:30-02:15', '2026-10-25T00:00Z', '2026-10-26T00:00Z')).toEqual([
      '2026-10-25T00:00/2026-10-25T00:15',
      '2026-10-25T01:00/2026-10-25T01:15',
    ]);
  });

  it('begins and ends in such an hour at one moment, so that two that meet there do not overlap', () => {
    for (const [local, instant] of [
      ['2026-03-29T02:30', '2026-03-29T01:00'],
      ['2026-10-25T02:30', '2026-10-25T00:30'],
    ]) {
      const [from, to] = ['2026-03-01T00:00Z', '2026-11-30T00:00Z'];
      expect(spans(`until ${local}`, from, to)).toEqual([`2026-03-01T00:00/${instant}`]);
      expect(spans(`from ${local}`, from, to)).toEqual([`${instant}/2026-11-30T00:00`]);
    }
  });

  it('knows until when it stays as it is', () => {
    const until = (text: string, at: string) =>
      staysUntil(readTimeWindow(text), 'UTC', new Date(at))?.toISOString().slice(0, 16) ?? null;
    const campaign = 'from 2026-12-01T00:00 until 2026-12-08T00:00';
    expect(until(campaign, '2026-11-01T00:00Z')).toBe('2026-12-01T00:00');
    expect(until(campaign, '2026-12-01T00:00Z')).toBe('2026-12-08T00:00');
    expect(until(campaign, '2026-12-08T00:00Z')).toBeNull();
    expect(until('on Fri at 07:00-09:00', '2026-12-04T08:00Z')).toBe('2026-12-04T09:00');
    expect(until('on Fri at 07:00-09:00', '2026-12-04T09:00Z')).toBe('2026-12-11T07:00');
    expect(until(`${campaign} on Fri`, '2026-12-05T00:00Z')).not.toBeNull();
  });

  it('is asked at one moment together with others, which names the first change', () => {
    const moment = new Moment(new Date('2026-12-04T08:00Z'), 'UTC');
    expect(moment.shows(null)).toBe(true);
    expect(moment.changesAt).toBeNull();
    expect(moment.shows('from 2026-12-10T00:00')).toBe(false);
    expect(moment.shows('until 2026-12-05T00:00')).toBe(true);
    expect(moment.shows('until 2026-12-03T00:00')).toBe(false);
    expect(moment.changesAt).toEqual(new Date('2026-12-05T00:00Z'));
  });
});

function hour(at: number) {
  const two = String(at).padStart(2, '0');
  return { from: `${two}:00`, until: `${two}:30` };
}
