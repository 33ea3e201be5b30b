/**
 * `npm run dependencies`: compares every dependency, and the pinned Nodes, with the newest in the registry. Ends with 1
 * when something is behind and docs/dependencies.md gives no reason.
 */
import '../node/require.cjs';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { isAtLeast } from '../node/version.cjs';
import { npmCommand } from '../node/bring.cjs';
import { MANIFESTS, readDependencyTable, wantedPackages } from '../setup/dependency-table.mjs';
import { runCommand } from '../setup/command.mjs';
import { inRoot, rootDir } from '../setup/paths.mjs';
import { SetupError } from '../setup/run.mjs';

const AT_ONCE = 6;
const run = promisify(execFile);
const readJson = (path) => JSON.parse(readFileSync(inRoot(path), 'utf8'));

/** What npm knows of a package; several values where several versions match. */
async function ask(spec, field) {
  const [command, ...first] = npmCommand(process.env);
  try {
    const { stdout } = await run(command, [...first, 'view', spec, field, '--json'], { cwd: rootDir });
    return [JSON.parse(stdout)].flat();
  } catch (error) {
    const code = /npm (?:error|ERR!) code (\S+)/.exec(error.stderr ?? '')?.[1] ?? error.message;
    throw new SetupError(`The registry has no answer for ${spec} (${code}). Check the network and repeat.`);
  }
}

const newest = (versions) => versions.reduce((best, version) => (isAtLeast(version, best) ? version : best));

/** Each question with the function that answers it, a limited number at a time. */
async function answerAll(questions) {
  const answers = [];
  const queue = questions.entries();
  const work = async () => {
    for (const [i, question] of queue) answers[i] = await question();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return answers;
}

await runCommand(async () => {
  const reasons = readDependencyTable(readFileSync(inRoot('docs/dependencies.md'), 'utf8'));
  const packages = wantedPackages(...MANIFESTS.map(readJson)).map(
    ({ name, registryName, version }) =>
      async () => {
        const [latest] = await ask(registryName, 'dist-tags.latest');
        return { name, version, latest, reason: reasons.get(name)?.heldBack ?? '' };
      },
  );
  const pins = readJson('scripts/node/pinned.json');
  const npm = async () => {
    const { version } = pins.npm;
    const latest = newest(await ask(`npm@${version.split('.')[0]}`, 'version'));
    return { name: 'npm', version, latest, reason: '' };
  };
  const nodes = Object.entries(pins.versions).map(([major, { version }]) => async () => {
    const known = await Promise.all(
      ['x64', 'arm64'].map((arch) => ask(`node-linux-${arch}@${major}`, 'version')),
    );
    // Only what both architectures have can be pinned.
    const latest = newest(known[0].filter((one) => known[1].includes(one)));
    return { name: `Node ${major}`, version, latest, reason: '' };
  });
  const rows = await answerAll([...packages, npm, ...nodes]);
  const behind = rows.filter(({ version, latest }) => version !== latest);
  for (const { name, version, latest, reason } of behind) {
    console.log(
      `${name.padEnd(32)} ${version.padEnd(10)} newest ${latest.padEnd(10)} ${reason || 'NO REASON GIVEN'}`,
    );
  }
  console.log(`${rows.length} compared, ${behind.length} behind.`);
  if (behind.some(({ reason }) => reason === '')) process.exitCode = 1;
});
