/** Rules lead readers of scans and short addresses to different addresses, and what came of it is counted. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { ActionView } from '../../src/content/views.js';
import { newRandomId } from '../../src/kernel/ids.js';
import type { ScanDevice } from '../../src/readers/record-device.js';
import { useTestApp } from '../kit/use-app.js';
import { useScene } from '../short-addresses/scene.js';
import { device } from './publisher.js';

const loupe = useTestApp();
const scene = useScene(loupe);
const OWN = 'https://lisiere.example/shop';
const PHONE = 'https://lisiere.example/app';
const OTHER = 'https://lisiere.example/other';
const IPHONE = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)' };

let action: ActionView;
beforeEach(async () => {
  action = await scene.link(scene.page.id, 'shop');
});
const rule = async (rules: string | null) =>
  scene.publisher.services.actions.patch(scene.publisher.editor, action.id, { rules });
/** By the id of the page, as apps ask a second time; photos go the same way. */
const look = async (from: Partial<ScanDevice> = {}) => {
  const { services, reader, editor } = scene.publisher;
  return services.recognition.byId(reader ?? editor, scene.page.id, 'en-US', { ...device, ...from });
};
const address = async (from: Partial<ScanDevice> = {}) => {
  const content = (await look(from))?.actions[0]?.content ?? '{}';
  return (JSON.parse(content) as { readonly Url?: string }).Url;
};
const compared = async () =>
  scene.publisher.services.addressComparisons.of(scene.publisher.editor, action.id, {});

describe('a scan', () => {
  it('gets the address of its platform, at once after a change', async () => {
    expect(await address({ platform: 'Ios' })).toBe(OWN);
    await rule(`iOS ${PHONE}`);
    expect(await address({ platform: 'Ios' })).toBe(PHONE);
    expect(await address({ platform: 'Android' })).toBe(OWN);
    expect(await address()).toBe(OWN);
    await rule(null);
    expect(await address({ platform: 'Ios' })).toBe(OWN);
    expect(await compared()).toBeNull();
  });

  it('knows the platform by what apps and browsers send', async () => {
    await rule(`iOS ${PHONE}`);
    const over = async (headers: Readonly<Record<string, string>>) => {
      const of = {
        ApplicationName: 'Reader',
        ApplicationVersion: '1',
        DeviceName: 'D',
        DeviceSystemVersion: '1',
        SdkVersion: '1',
      };
      const apiKey = { ApiKey: scene.publisher.organization.apiKey ?? '' };
      const path = `${loupe.url}/api/EnrichedImages/${scene.page.id}`;
      const response = await fetch(path, { headers: { ...of, ...apiKey, ...headers } });
      return response.text();
    };
    expect(await over({ DeviceSystemVersionName: 'iOS' })).toContain(PHONE);
    expect(await over({ DeviceSystemVersionName: 'Android', ...IPHONE })).toContain(OWN);
    expect(await over(IPHONE)).toContain(PHONE);
    expect(await over({ 'user-agent': 'okhttp/4' })).toContain(OWN);
  });

  it('stays in its share for a session, and both are counted with their clicks', async () => {
    await rule(`50%=B ${OTHER}`);
    const { services, reader, editor } = scene.publisher;
    const seen = new Map<string, number>();
    for (let at = 0; at < 30; at += 1) {
      const sessionId = newRandomId();
      const [first, again] = [await address({ sessionId }), await address({ sessionId })];
      expect(again).toBe(first);
      seen.set(first ?? '', (seen.get(first ?? '') ?? 0) + 1);
      if (first === OTHER)
        await services.clicks.record(reader ?? editor, action.id, { ...device, sessionId });
    }
    const of = (url: string) => seen.get(url) ?? 0;
    expect(await compared()).toMatchObject({
      addresses: [
        { variant: 'A', percent: 50, sessions: of(OWN), openedSessions: 0, clicks: 0, low: 0 },
        { variant: 'B', percent: 50, sessions: of(OTHER), openedSessions: of(OTHER), clicks: of(OTHER) },
      ],
      leader: 'B',
      isDecided: false,
    });
    await rule(null);
    expect(await compared()).toMatchObject({ addresses: [{ percent: null }, { percent: null }] });
  });
});

describe('a short address', () => {
  it('obeys them, and counts what it opened', async () => {
    await rule(`iOS ${PHONE} 99%=B ${OTHER}`);
    const { code } = await scene.make({ actionId: action.id });
    expect(await scene.visit(`/s/${code}`, IPHONE)).toMatchObject({ status: 302, location: PHONE });
    const places = [];
    for (let at = 0; at < 20; at += 1) places.push((await scene.visit(`/s/${code}`)).location);
    const others = places.filter((place) => place === OTHER).length;
    expect(others).toBeGreaterThan(10);
    const { addresses = [] } = (await compared()) ?? {};
    expect(addresses.map(({ variant, clicks, sessions }) => [variant, clicks, sessions])).toEqual([
      ['A', 20 - others, 0],
      ['B', others, 0],
    ]);
  });

  it('leads a reader of its page where the page said', async () => {
    await scene.link(scene.page.id, 'second');
    await rule(`99%=B ${OTHER}`);
    const { code } = await scene.make({ elementId: scene.page.id });
    const { text } = await scene.visit(`/s/${code}`);
    const path = new RegExp(`href="[^"]*?(/s/${code}/actions/${action.id}[^"]*)"`).exec(text)?.[1] ?? '';
    const { location } = await scene.visit(path);
    expect((await scene.visit(path)).location).toBe(location);
    const { addresses = [] } = (await compared()) ?? {};
    const opened = addresses.find(({ variant }) => variant === (location === OTHER ? 'B' : 'A'));
    expect(opened).toMatchObject({ sessions: 1, openedSessions: 1, clicks: 2 });
  });

  it('never leads into a private network by a rule', async () => {
    await rule('iOS http://192.168.0.1/');
    await expect(scene.make({ actionId: action.id })).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    await rule(null);
    const { code } = await scene.make({ actionId: action.id });
    await rule('iOS http://192.168.0.1/');
    expect(await scene.visit(`/s/${code}`, IPHONE)).toMatchObject({ status: 200, location: null });
    const followed = await scene.visit(`/s/${code}/actions/${action.id}`, IPHONE);
    expect(followed).toMatchObject({ status: 404, location: null });
    expect((await scene.visit(`/s/${code}`)).status).toBe(302);
  });
});

describe('changes', () => {
  it('keep rules that nobody speaks of, as long as an address is opened', async () => {
    const { services, editor } = scene.publisher;
    const rules = (await rule(`iOS ${PHONE}`)).rules;
    const { nodeId, languageCode, name } = action;
    const put = { nodeId, languageCode, name, type: 'URL', content: '{"Url":"https://new.example/"}' };
    expect(await services.actions.replace(editor, action.id, put)).toMatchObject({ rules });
    expect(await services.actions.patch(editor, action.id, { name: 'Other' })).toMatchObject({ rules });
    const call = { type: 'TEL', content: '{"Number":"117"}' };
    expect(await services.actions.patch(editor, action.id, call)).toMatchObject({ rules: null });
  });

  it('never make the own address the same as a share', async () => {
    await rule(`50% ${OTHER}`);
    const same = { type: 'URL', content: JSON.stringify({ Url: OTHER }) };
    await expect(
      scene.publisher.services.actions.patch(scene.publisher.editor, action.id, same),
    ).rejects.toMatchObject({
      code: 'BAD_USER_INPUT',
      fields: { rules: [expect.stringContaining('differ')] },
    });
  });
});

it('the preview shows the reader of a platform and of a share, and says why', async () => {
  await rule(`iOS ${PHONE} 20% ${OTHER}`);
  const { services, editor } = scene.publisher;
  const shown = async (options: { platform?: 'Ios' | 'Desktop'; variant?: string }) => {
    const { actions } = await services.readerPreviews.preview(editor, scene.page.id, 'en-US', options);
    return [JSON.parse(actions[0]?.content ?? '{}'), actions[0]?.choice?.reason, actions[0]?.choice?.variant];
  };
  expect(await shown({ platform: 'Ios', variant: 'B' })).toEqual([{ Url: PHONE }, 'OfPlatform', null]);
  expect(await shown({ platform: 'Desktop', variant: 'B' })).toEqual([{ Url: OTHER }, 'OfShare', 'B']);
  expect(await shown({})).toEqual([{ Url: OWN }, 'OfRest', 'A']);
});
