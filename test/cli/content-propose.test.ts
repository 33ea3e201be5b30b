/** Proposals of a file on the command line. */
import { expect, test, vi } from 'vitest';
import { newId } from '../../src/kernel/ids.js';
import { runLoupe } from '../kit/command.js';
import { leafletOf } from '../kit/files/leaflets.js';
import { seed } from '../kit/seed.js';
import { useTestApp } from '../kit/use-app.js';

const loupe = useTestApp({ environment: { LOUPE_PROPOSALS: 'true' } });

test('proposals are listed, accepted and refused', async () => {
  const user = await (await seed(loupe).organization({ credit: 5 })).user();
  const folder = await user.folder();
  const page = {
    title: 'Harbor',
    lines: ['Call +41 44 668 18 00', 'https://boats.ch/a', 'https://boats.ch/b'],
  };
  const { id } = await folder.document(await leafletOf([page]), { contentType: 'application/pdf' });
  const run = (...options: readonly string[]) =>
    runLoupe(['content', 'propose', id, ...options], loupe.environment);
  const listed = await vi.waitFor(
    async () => {
      const rows = (await run('--json')).json() as readonly { kind: string }[];
      expect(rows).not.toEqual([]);
      return rows;
    },
    { timeout: 20_000, interval: 100 },
  );
  expect(listed.map(({ kind }) => kind)).toEqual(['Title', 'Phone', 'Link', 'Link']);
  expect((await run('--kind', 'link')).out).toContain('https://boats.ch/a');
  expect((await run('--kind', 'phone', '--accept', '--json')).json()).toEqual({ accepted: 1 });
  expect((await run('--kind', 'Link', '--dismiss', '--json')).json()).toEqual({ dismissed: 2 });
  const rest = (await run('--json')).json() as readonly { kind: string }[];
  expect(rest.map(({ kind }) => kind)).toEqual(['Title']);
  const wrong = await run('--kind', 'sentence');
  expect(wrong.error).toMatch(/one of Link, Mail.*"sentence"/);
  expect((await run('--accept', '--dismiss')).exitCode).not.toBe(0);
  expect((await runLoupe(['content', 'propose', 'x'], loupe.environment)).error).toMatch(/id of a document/);
  const unknown = await runLoupe(['content', 'propose', newId()], loupe.environment);
  expect(unknown.error).toMatch(/not found|no document/i);
});
