/** Test files that `npm run proof -- stories` runs. */
import { readdirSync, readFileSync } from 'node:fs';
import { inRoot } from '../setup/paths.mjs';

/** Lengths of stories, which a test imports that is short in `npm test`. */
const LENGTHS = /from '[./]+\/kit\/seed\/stories\.js'/;

/**
 * Those that are left out of `npm test` (`*.story.test.ts`), those that are longer here, and all pages.
 *
 * @returns {string[]} paths from the folder of the project
 */
export function filesOfStories() {
  return readdirSync(inRoot('test'), { recursive: true })
    .map((path) => `test/${path}`)
    .filter(
      (file) =>
        file.endsWith('.story.test.ts') ||
        (file.endsWith('.test.ts') &&
          (file.startsWith('test/console/') || LENGTHS.test(readFileSync(inRoot(file), 'utf8')))),
    );
}
