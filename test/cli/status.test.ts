import { describe, expect, it } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { runLoupe } from '../kit/command.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';

/** A process per command takes its time on a busy machine. */
const processesTimeoutMs = 300_000;

describe('loupe status', { timeout: processesTimeoutMs }, () => {
  const loupe = useTestApp({ environment: { LOUPE_METRICS_TOKEN: 'a-token-of-figures' } });
  const environment = { LOUPE_METRICS_TOKEN: 'a-token-of-figures' };

  it('shows what a running server does, for people and for programs', async () => {
    const user = await (await seed(loupe).organization()).user();
    await (await user.folder()).document(await jpegPicture(2));
    const shown = await runLoupe(['status', '--url', loupe.url], environment);
    expect(shown).toMatchObject({ exitCode: 0, error: '' });
    expect(shown.out).toMatch(/State +ready\n/);
    expect(shown.out).toMatch(/Jobs +0 waiting, 0 running, 0 failed/);
    const read = await runLoupe(['status', '--url', loupe.url, '--json'], environment);
    const status = read.json() as { readonly requests: number; readonly engineThreads: number };
    expect(status).toMatchObject({ state: 'ready', jobs: { Waiting: 0 }, failed: 0, indexLag: 0 });
    expect(status.requests).toBeGreaterThan(2);
    expect(status.engineThreads).toBeGreaterThan(0);
  });

  it('says what to do without the token, and ends with 1 when nobody is there', async () => {
    const stranger = await runLoupe(['status', '--url', loupe.url], {});
    expect(stranger.exitCode).toBe(1);
    expect(stranger.error).toContain('LOUPE_METRICS_TOKEN');
    const nobody = await runLoupe(['status', '--url', 'http://127.0.0.1:9'], {});
    expect(nobody.exitCode).toBe(1);
    expect(nobody.error).toContain('not reachable');
  });
});
