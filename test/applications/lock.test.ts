import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../src/app.js';
import { startTestApp, type TestApp } from '../kit/app.js';

let loupe: TestApp;

beforeAll(async () => {
  loupe = await startTestApp();
});

afterAll(async () => {
  await loupe.close();
});

it('a second server on the same data folder is refused with what to do about it', async () => {
  const second = createApp(loupe.config, { logger: pino({ level: 'silent' }) });
  await expect(second).rejects.toMatchObject({ name: 'ConfigError' });
  await expect(second).rejects.toThrow(/in use by another Loupe.*LOUPE_DATA/);
});
