/** `npm run lint:words`: fails when a text of the project holds one of the phrases that it does not use. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { inRoot, rootDir } from './setup/paths.mjs';
import { isExempt, wordFaults } from './support/banned-words.mjs';

/** Files with a zero byte are no texts. */
const isText = (bytes) => !bytes.subarray(0, 8000).includes(0);

const names = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: rootDir,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
});
const faults = names
  .split('\0')
  .filter(
    (name) => name !== '' && !isExempt(name) && existsSync(inRoot(name)) && statSync(inRoot(name)).isFile(),
  )
  .flatMap((name) => {
    const bytes = readFileSync(inRoot(name));
    return isText(bytes) ? wordFaults(name, bytes.toString('utf8')) : [];
  });

/** Comments begin with the noun or the verb. Fewer are left with each change, never more: lower the number when you mend some. */
const MAX_RELATIVE_SUBJECTS = 714;
const RELATIVE_SUBJECT = /(?:\/\*\*|^ *\*|\/\/) *(?:What|Who|None|Nothing|Whatever) /gm;
const sources = names
  .split('\0')
  .filter(
    (name) =>
      /\.(ts|tsx|mjs|cjs|cc|h)$/.test(name) && !name.includes('/generated/') && existsSync(inRoot(name)),
  );
const count = sources.reduce(
  (sum, name) => sum + (readFileSync(inRoot(name), 'utf8').match(RELATIVE_SUBJECT)?.length ?? 0),
  0,
);
if (count > MAX_RELATIVE_SUBJECTS)
  faults.push(
    `${count} comments begin with "What", "Who" or "None"; ${MAX_RELATIVE_SUBJECTS} at most. Begin with the noun or the verb.`,
  );
for (const fault of faults) console.error(fault);
if (faults.length > 0) process.exitCode = 1;
