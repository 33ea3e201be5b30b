/** Rules of an action's address: what is stored of them, what is refused, and whom they lead where. */
import { describe, expect, it } from 'vitest';
import { checkedRules, type GivenRules } from '../../../src/content/actions/address-rules.check.js';
import { readAddressRules } from '../../../src/kernel/rules/address-rules.js';
import { platformOf } from '../../../src/readers/reader-platform.js';
import { choiceIn } from '../../../src/readers/recorded-choices.js';
import { allRuled, chooseAddress, ruled } from '../../../src/recognition/reader-choice.js';
import type { EnrichedActionView } from '../../../src/recognition/views.js';
import { intervalOf, leadOf } from '../../../src/statistics/comparison-of-shares.js';

const OWN = { type: 'URL', content: '{"Url":"https://own.example/"}' } as const;
const stored = (rules: GivenRules) => checkedRules(rules, OWN);

describe('what is stored', () => {
  it.each([
    [null, null],
    ['', null],
    [[], null],
    ['ios https://a.example/', 'iOS https://a.example/'],
    ['IOS,ANDROID\n https://a.example/ ', 'iOS,Android https://a.example/'],
    [
      'Desktop https://a.example/ 30% https://b.example/',
      'Desktop https://a.example/ 30%=B https://b.example/',
    ],
    ['10% https://a.example/ 20%=B https://b.example/', '10%=C https://a.example/ 20%=B https://b.example/'],
    ['5%=Été https://a.example/', '5%=Été https://a.example/'],
    ['Android market://details?id=x', 'Android market://details?id=x'],
  ])('%j is %j', (given, text) => {
    expect(stored(given)).toBe(text);
    expect(stored(text)).toBe(text);
  });

  it('is the same from members as from text', () => {
    const given = [
      { kind: 'platform', platforms: ['Ios'], url: 'https://a.example/' },
      { kind: 'share', percent: 30, url: 'https://b.example/' },
    ] as const;
    expect(stored(given)).toBe('iOS https://a.example/ 30%=B https://b.example/');
  });
});

it.each([
  ['half a rule', 'iOS', 'must be written as'],
  ['an unknown platform', 'Symbian https://a.example/', 'must be written as'],
  ['a share without its sign', '30 https://a.example/', 'must be written as'],
  ['a half address', 'iOS a.example', 'whole addresses'],
  ['code', 'iOS javascript:alert(1)', 'whole addresses'],
  ['data', '10% data:text/html,x', 'whole addresses'],
  ['code that is wrapped', 'Android intent:javascript:alert(1)#Intent;end', 'whole addresses'],
  ['a platform twice', 'iOS https://a.example/ Android,iOS https://b.example/', 'each platform once'],
  ['a platform twice in one', 'iOS,iOS https://a.example/', 'each platform once'],
  ['a share of none', '0% https://a.example/', 'from 1 to 99'],
  ['a share of all', '100% https://a.example/', 'from 1 to 99'],
  ['shares that leave nothing', '50% https://a.example/ 50% https://b.example/', 'at least 1 percent'],
  ['shares beyond all', '60% https://a.example/ 60% https://b.example/', 'at least 1 percent'],
  ['A/B of one address', '50% https://own.example/', 'differ'],
  ['A/B of one address in other letters', '50% HTTPS://OWN.example', 'differ'],
  ['two shares of one address', '20% https://a.example/ 20% https://a.example/', 'differ'],
  ['the name of the own address', '20%=a https://a.example/', 'each share once'],
  ['a name twice', '20%=X https://a.example/ 20%=x https://b.example/', 'each share once'],
  ['a name that is none', '20%=a;b https://a.example/', '20 letters'],
  ['a share before a platform', '20% https://a.example/ iOS https://b.example/', 'before those by share'],
  ['too many', Array.from({ length: 11 }, (_, at) => `1% https://${at}.example/`).join(' '), 'at most 10'],
  ['a long address', `iOS https://a.example/${'x'.repeat(2000)}`, 'at most 2000'],
  ['a long text', 'x '.repeat(5000), 'at most 8000'],
])('%s is refused', (_, given, message) => {
  expect(() => stored(given)).toThrow(
    expect.objectContaining({ fields: { rules: [expect.stringContaining(message)] } }),
  );
});

it('actions of other types have none', () => {
  expect(() => checkedRules('iOS https://a.example/', { type: 'TEL', content: '{"Number":"1"}' })).toThrow(
    expect.objectContaining({ fields: { rules: [expect.stringContaining('open an address')] } }),
  );
  expect(checkedRules(null, { type: 'TEL', content: '{}' })).toBeNull();
});

describe('platforms', () => {
  it.each([
    ['iOS', 'Ios'],
    ['iPadOS', 'Ios'],
    ['Android', 'Android'],
    ['"Android"', 'Android'],
    ['"macOS"', 'Desktop'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605', 'Ios'],
    ['Mozilla/5.0 (iPad; CPU OS 15_0 like Mac OS X)', 'Ios'],
    ['Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537', 'Android'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Desktop'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', 'Desktop'],
    ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0)', 'Desktop'],
    ['curl/8', null],
    ['Periodicals', null],
  ])('%s is %s', (text, platform) => expect(platformOf([undefined, text])).toBe(platform));
});

describe('whom they lead where', () => {
  const action: EnrichedActionView = {
    ...{ id: 'a1', iconFileId: null, priority: null, order: null, name: 'Shop', style: null },
    type: 'URL',
    content: '{"url":"https://own.example/","IsEmbeddedWebView":true}',
    rules: 'iOS https://ios.example/ 30%=B https://b.example/ 20%=C https://c.example/',
  };
  const reader = (at: number, platform: 'Ios' | 'Desktop' | null = null) => ({
    sessionId: `session ${at}`,
    platform,
  });

  it('keeps a session in its share, and spreads sessions as the shares say', () => {
    const variants = Array.from({ length: 10_000 }, (_, at) => ruled(action, reader(at)).variant);
    expect(Array.from({ length: 10_000 }, (_, at) => ruled(action, reader(at)).variant)).toEqual(variants);
    const shareOf = (variant: string) => variants.filter((each) => each === variant).length / 10_000;
    expect([shareOf('A'), shareOf('B'), shareOf('C')]).toEqual([
      expect.closeTo(0.5, 1),
      expect.closeTo(0.3, 1),
      expect.closeTo(0.2, 1),
    ]);
    // In another action a session stands elsewhere.
    const other = Array.from({ length: 1000 }, (_, at) => ruled({ ...action, id: 'a2' }, reader(at)).variant);
    expect(other).not.toEqual(variants.slice(0, 1000));
  });

  it('changes the address alone, and names the variant that is counted', () => {
    const ofPhone = ruled(action, reader(1, 'Ios'));
    expect(JSON.parse(ofPhone.action.content)).toEqual({
      Url: 'https://ios.example/',
      IsEmbeddedWebView: true,
    });
    expect(ofPhone.variant).toBeNull();
    const { actions, choices } = allRuled(
      [action, { ...action, id: 'a2', rules: null }],
      reader(1, 'Desktop'),
    );
    expect(['A', 'B', 'C']).toContain(choiceIn(choices, 'a1'));
    expect([choiceIn(choices, 'a2'), actions[1]?.content]).toEqual(['', action.content]);
  });

  it('says why', () => {
    const rules = readAddressRules(action.rules ?? '');
    expect(chooseAddress(rules, { platform: 'Ios', variant: 'B' })).toMatchObject({ reason: 'OfPlatform' });
    expect(chooseAddress(rules, { platform: null, variant: 'b' })).toMatchObject({
      reason: 'OfShare',
      variant: 'B',
    });
    expect(chooseAddress(rules, { platform: 'Desktop', variant: null })).toMatchObject({
      reason: 'OfRest',
      variant: 'A',
    });
    expect(chooseAddress(rules.slice(0, 1), { platform: null, variant: null })).toMatchObject({
      reason: 'NoRule',
      variant: null,
    });
  });
});

describe('whether it is decided', () => {
  it('gives the interval of Wilson', () => {
    expect(intervalOf({ sessions: 0, opened: 0 })).toEqual({ low: 0, high: 1 });
    expect(intervalOf({ sessions: 100, opened: 0 })).toMatchObject({
      low: 0,
      high: expect.closeTo(0.037, 3) as number,
    });
    expect(intervalOf({ sessions: 100, opened: 50 })).toMatchObject({
      low: expect.closeTo(0.404, 3) as number,
    });
  });

  it('decides a large difference, and neither a small nor an early one', () => {
    expect(
      leadOf([
        { sessions: 400, opened: 40 },
        { sessions: 400, opened: 100 },
      ]),
    ).toMatchObject({ leader: 1, isDecided: true });
    expect(
      leadOf([
        { sessions: 400, opened: 40 },
        { sessions: 400, opened: 48 },
      ]),
    ).toMatchObject({ isDecided: false });
    expect(
      leadOf([
        { sessions: 3, opened: 0 },
        { sessions: 3, opened: 3 },
      ]),
    ).toMatchObject({ isDecided: false });
    expect(
      leadOf([
        { sessions: 400, opened: 40 },
        { sessions: 0, opened: 0 },
      ]),
    ).toBeNull();
  });
});
