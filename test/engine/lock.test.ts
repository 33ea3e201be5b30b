import { pino } from 'pino';
import { expect, it } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { createApp } from '../../src/app.js';

const loupe = useTestApp();

it('a second server on the same data folder is refused with what to do about it', async () => {
  const second = createApp(loupe.config, { logger: pino({ level: 'silent' }) });
  await expect(second).rejects.toMatchObject({ name: 'ConfigError' });
  await expect(second).rejects.toThrow(/in use by another Loupe.*LOUPE_DATA/);
});
