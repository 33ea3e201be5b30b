import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkRelease, notesOf, versionsIn } from '../../../scripts/release/checks.mjs';
import { inRoot } from '../../../scripts/setup/paths.mjs';

const changelog = (notes = '- New.') =>
  `# Changelog\n\n## Unreleased\n\n- Later.\n\n## 1.2.0\n\n${notes}\n\n## 1.1.0\n\n- Old.\n`;
const versions = (other: Readonly<Record<string, string>> = {}) =>
  new Map(Object.entries({ 'package.json': '1.2.0', 'packages/client/package.json': '1.2.0', ...other }));

const release = (changes: Readonly<Record<string, unknown>> = {}) => ({
  tag: 'v1.2.0',
  previous: 'v1.1.0',
  changelog: changelog(),
  versions: versions(),
  ...changes,
});

describe('a release', () => {
  it('has the notes of its version', () => {
    expect(checkRelease(release())).toEqual({ version: '1.2.0', notes: '- New.' });
    expect(notesOf(changelog(), '1.1.0')).toBe('- Old.');
    expect(notesOf(changelog(), '1.1')).toBeUndefined();
  });

  it.each([
    ['without a tag', { tag: undefined }, 'no tag'],
    ['under a tag that names no version', { tag: 'nightly' }, 'nightly names no version'],
    [
      'under the tag of another version',
      { tag: 'v1.3.0' },
      'v1.3.0 does not fit its version: package.json says 1.2.0',
    ],
    [
      'with a part of another version',
      { versions: versions({ 'packages/client/package.json': '1.1.0' }) },
      'packages/client/package.json says 1.1.0',
    ],
    ['without notes', { changelog: '# Changelog\n\n## Unreleased\n\n- Later.\n' }, 'says nothing of 1.2.0'],
    ['older than the one before', { previous: 'v1.2.1' }, '1.2.0 cannot follow 1.2.1'],
    [
      'that breaks something in a minor version',
      { changelog: changelog('### Breaking\n\n- Gone.') },
      'cannot follow 1.1.0, since it breaks something',
    ],
  ])('%s is refused', (_, changes, sentence) => {
    expect(() => checkRelease(release(changes))).toThrow(sentence);
  });

  it('may break something in a minor version before 1.0, and never in a patch', () => {
    const breaking = (version: string) => ({
      tag: `v${version}`,
      changelog: `## ${version}\n\n### Breaking\n\n- Gone.\n`,
      versions: new Map([['package.json', version]]),
    });
    expect(checkRelease(release({ ...breaking('0.3.0'), previous: 'v0.2.4' })).version).toBe('0.3.0');
    expect(() => checkRelease(release({ ...breaking('0.2.5'), previous: 'v0.2.4' }))).toThrow(
      'breaks something',
    );
  });

  it('of this tree would have one version in all of its parts', () => {
    const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string };
    expect(new Set(versionsIn(inRoot()).values())).toEqual(new Set([version]));
  });
});
