/** What a comparison in detail may be asked for on the engine's management interface. */
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { useTestApp } from '../../kit/use-app.js';
import { memberOf } from '../../kit/json.js';
import { jpegPicture } from '../../kit/pictures.js';
import { Management } from '../support/management.js';

const loupe = useTestApp();
let engine: Management;

beforeAll(async () => {
  engine = await Management.open(loupe);
});

describe('a comparison in detail', () => {
  test('refuses settings that make no sense, all at once', async () => {
    const { queryKey } = await engine.newApplication();
    const pair = { reference: await jpegPicture(63), query: await jpegPicture(64), fine: 'true' };
    const senseless = { sensitivity: 'sharp', minDeltaE: '-1', minSize: '1e9', ignore: '0.5,0.5,0.6,0.1' };
    const refused = await engine.post(queryKey, 'compare', { ...pair, ...senseless });
    expect(refused.body).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' });
    for (const name of Object.keys(senseless)) expect(JSON.stringify(refused.body)).toContain(name);
    const unread = await engine.post(queryKey, 'compare', { ...pair, ignore: 'the logo' });
    expect(unread.body).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' });
  });

  test('of two uploads leaves out what is to be ignored', async () => {
    const { queryKey } = await engine.newApplication();
    const reference = await jpegPicture(63);
    const patch = { create: { width: 40, height: 30, channels: 3, background: '#ff0000' } } as const;
    const query = await sharp(reference)
      .composite([{ input: patch, left: 200, top: 150 }])
      .png()
      .toBuffer();
    const fineOf = async (settings: Record<string, string>) =>
      memberOf(
        (await engine.post(queryKey, 'compare', { reference, query, fine: 'true', ...settings })).body,
        'fine',
      );
    expect(memberOf(await fineOf({}), 'score')).toBeGreaterThan(0);
    expect(await fineOf({ ignore: '0.3,0.2,0.5,0.6' })).toMatchObject({ score: 0, differences: [] });
  });

  test('sets a baseline beside its answer', async () => {
    const { queryKey } = await engine.newApplication();
    const pair = { reference: await jpegPicture(63), query: await jpegPicture(63) };
    const { body } = await engine.post(queryKey, 'compare', { ...pair, baseline: 'orb' });
    expect(body).toMatchObject({
      match: { decision: 'Clone' },
      baseline: { queryFromReference: [1, 0, 0, 0, 1, 0, 0, 0, 1].map((entry) => expect.closeTo(entry, 2)) },
    });
    expect(memberOf(memberOf(body, 'baseline'), 'inlierCount')).toBeGreaterThan(20);
    expect((await engine.post(queryKey, 'compare', pair)).body).toMatchObject({ baseline: null });
    const refused = await engine.post(queryKey, 'compare', { ...pair, baseline: 'sift' });
    expect(refused.body).toMatchObject({ status: 400, code: 'BAD_USER_INPUT' });
    expect(JSON.stringify(refused.body)).toContain('orb');
  });
});
