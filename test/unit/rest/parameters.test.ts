import { describe, expect, it } from 'vitest';
import { LoupeError } from '../../../src/kernel/errors.js';
import { FormParameters } from '../../../src/rest/shared/form-parameters.js';
import { Parameters } from '../../../src/rest/shared/parameters.js';

const reading = (value: string) => new Parameters({ it: value });

function refusalOf(read: () => unknown): LoupeError {
  try {
    read();
  } catch (error) {
    if (error instanceof LoupeError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('the parameters of a call', () => {
  it.each([
    ['0', 0],
    ['12', 12],
    [' 12 ', 12],
    ['+12', 12],
    ['-12', -12],
    ['999999999', 999_999_999],
  ])('reads %j as a whole number', (text, number) => {
    expect(reading(text).wholeNumber('it')).toBe(number);
  });

  it.each(['1.5', '1e3', '0x10', 'ten', ' ', '+', '1 2', '1234567890'])(
    'refuses %j as a whole number, by name',
    (text) => {
      const { code, fields } = refusalOf(() => reading(text).wholeNumber('it'));
      expect({ code, fields }).toEqual({
        code: 'BAD_USER_INPUT',
        fields: { it: ['must be a whole number'] },
      });
    },
  );

  it('takes no negative count', () => {
    expect(reading('+3').count('it')).toBe(3);
    expect(refusalOf(() => reading('-1').count('it')).fields).toEqual({
      it: ['must be a whole number, 0 or more'],
    });
  });

  it.each([
    ['0.5', 0.5],
    [' .5 ', 0.5],
    ['1e-1', 0.1],
    ['-2', -2],
  ])('reads %j as a decimal', (text, number) => {
    expect(reading(text).decimal('it')).toBe(number);
  });

  it.each([' ', '0,5', 'half', 'NaN'])('refuses %j as a decimal', (text) => {
    expect(refusalOf(() => reading(text).decimal('it')).fields).toEqual({ it: ['must be a number'] });
  });

  it.each([
    ['true', true],
    [' TRUE ', true],
    ['1', true],
    ['False', false],
    ['0', false],
  ])('reads %j as a flag', (text, flag) => {
    expect(reading(text).flag('it')).toBe(flag);
  });

  it.each(['yes', ' ', '2'])('refuses %j as a flag', (text) => {
    expect(refusalOf(() => reading(text).flag('it')).fields).toEqual({ it: ['must be true or false'] });
  });

  it.each([
    ['2026-11-21', '2026-11-20T23:00:00Z'],
    ['20261121', '2026-11-20T23:00:00Z'],
    ['2026-11-21T09:30', '2026-11-21T08:30:00Z'],
    ['20261121T093000', '2026-11-21T08:30:00Z'],
    ['2026-07-21T09:30:00.5', '2026-07-21T07:30:00.5Z'],
    [' 2026-11-21T09:30:00Z ', '2026-11-21T09:30:00Z'],
    ['2026-11-21T09:30:00-05:00', '2026-11-21T14:30:00Z'],
    ['2026-11-21T09:30:00 01:00', '2026-11-21T08:30:00Z'],
    ['20261121T0930+01', '2026-11-21T08:30:00Z'],
    ['2024-02-29', '2024-02-28T23:00:00Z'],
  ])(
    'reads %j as an instant, in the time zone of the organization where none is written',
    (text, instant) => {
      expect(reading(text).instant('it', 'Europe/Paris')).toEqual(new Date(instant));
    },
  );

  it.each([
    '5',
    '2026',
    '2026-11',
    '2026-02-31',
    '2026-13-01',
    '2025-02-29',
    '11/21/2026',
    '21.11.2026',
    'yesterday',
    '2026-11-21T25:00',
    '2026-11-21T09:30:00+99:00',
    '2026-11-21 09:30',
    '2026-11-21T09:30[Europe/Paris]',
    '-2026-11-21',
    '1763713800',
  ])('refuses %j as an instant, by name', (text) => {
    expect(refusalOf(() => reading(text).instant('it', 'UTC')).fields).toEqual({
      it: [expect.stringMatching(/^must be an ISO 8601 day or time/)],
    });
  });

  it('reads periods whose days belong to them whole, however long a day is', () => {
    const period = (from: string, to: string) => new Parameters({ from, to }).period('Europe/Paris');
    const of = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });
    expect(period('2026-11-21', '2026-11-21')).toEqual(of('2026-11-20T23:00:00Z', '2026-11-21T23:00:00Z'));
    // The night in which clocks are set back has 25 hours.
    expect(period('2026-10-25', '2026-10-25')).toEqual(of('2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'));
    expect(period('2026-11-21T00:00Z', '2026-11-22T00:00Z')).toEqual(
      of('2026-11-21T00:00:00Z', '2026-11-22T00:00:00Z'),
    );
    expect(new Parameters({}).period('UTC')).toEqual({ from: null, to: null });
  });

  it('takes what is empty for absent, whatever it should be', () => {
    const parameters = new Parameters({ it: '' });
    expect(parameters.wholeNumber('it')).toBeUndefined();
    expect(parameters.count('it')).toBeUndefined();
    expect(parameters.decimal('it')).toBeUndefined();
    expect(parameters.flag('it')).toBeUndefined();
    expect(parameters.instant('it', 'UTC')).toBeNull();
  });

  it('distinguishes a list that was sent empty from one that was not sent', () => {
    const parameters = new Parameters({ Keywords: ['', 'a'], 'keywords[]': 'b', none: '' });
    expect(parameters.list('keywords')).toEqual(['a', 'b']);
    expect(parameters.list('none')).toEqual([]);
    expect(parameters.list('other')).toBeUndefined();
  });

  it('refuses what is missing in the words of the surface', () => {
    const platform = new Parameters({}, (name) => new LoupeError('BAD_USER_INPUT', `add ${name}`));
    expect(refusalOf(() => platform.required('it')).message).toBe('add it');
    const engine = refusalOf(() => new Parameters({}).required('it'));
    expect(engine).toMatchObject({ code: 'MISSING_PARAMETER', fields: { it: ['is missing'] } });
    const file = refusalOf(() => new FormParameters({}).requiredFile('image'));
    expect(file).toMatchObject({ code: 'MISSING_PARAMETER', fields: { image: ['is missing'] } });
  });

  it('reads a signature in plain and in URL-safe base64, and with blanks for pluses', async () => {
    const bytes = Buffer.from([0x03, 0xff, 0xfe, 0xfa]);
    for (const dna of ['A//++g==', 'A__--g', 'A//  g==', 'A//++g==\n']) {
      expect(await new FormParameters({ dna }).dna()).toEqual(bytes);
    }
    expect(await new FormParameters({}).dna()).toBeUndefined();
  });
});
