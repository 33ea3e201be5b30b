/**
 * `npm run release`: makes everything that a release has from a commit with a tag, into the folder `release`. See
 * docs/releasing.md.
 *
 *   npm run release                     of the tag of this commit
 *   npm run release -- --check          looks only whether it can be released
 *   npm run release -- --no-container   where there is no docker
 */
import './node/require.cjs';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { packFolder } from './release/archive.mjs';
import { checkRelease, versionsIn } from './release/checks.mjs';
import { listOfParts } from './release/sbom.mjs';
import { setUp, setUpToPack } from './setup.mjs';
import { runCommand } from './setup/command.mjs';
import { inRoot, rootDir, schemaFile } from './setup/paths.mjs';
import { currentSystems, noteFile, readNote } from './setup/prebuilt.mjs';
import { createProgress } from './setup/progress.mjs';
import { findProgram, runStep, SetupError } from './setup/run.mjs';

const target = inRoot('release');

/** Systems whose engine nobody who has the release compiles. */
const PREBUILT = ['linux-x64', 'linux-arm64'];

const git = (...args) => execFileSync('git', args, { cwd: rootDir, encoding: 'utf8' }).trim();

function asked(...args) {
  try {
    return execFileSync('git', args, {
      cwd: rootDir,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}

/** @throws SetupError where this commit is not one to release */
function check() {
  const tags = (asked('tag', '--points-at', 'HEAD') ?? '').split('\n').filter((name) => name !== '');
  const tag = tags.find((name) => /^v\d/.test(name)) ?? tags[0];
  const previous = asked('describe', '--tags', '--abbrev=0', '--match=v[0-9]*', 'HEAD^');
  const changelog = readFileSync(inRoot('CHANGELOG.md'), 'utf8');
  const release = checkRelease({ tag, previous, changelog, versions: versionsIn(rootDir) });
  if (git('status', '--porcelain') !== '')
    throw new SetupError('There are changes that are not committed: a release is made of a commit alone.');
  const current = currentSystems();
  const system = PREBUILT.find((name) => !current.includes(name));
  if (system !== undefined)
    throw new SetupError(
      `The prebuilt engine of ${system} was made of other sources: npm run prebuilt -- --arch ${system.split('-')[1]}, and commit it.`,
    );
  return { ...release, tag, date: new Date(Number(git('log', '-1', '--format=%ct')) * 1000) };
}

const node = (progress, title, ...args) =>
  runStep(progress, { title, command: process.execPath, args, log: 'release.log' });

/** The image of the container as a file that `docker load` reads; undefined where it cannot be made. */
async function container(progress, version, isWanted) {
  if (!isWanted) return 'left out';
  if (findProgram('docker') === undefined)
    throw new SetupError('There is no docker: name --no-container, or install it.');
  const run = (title, ...args) => runStep(progress, { title, command: 'docker', args, log: 'container.log' });
  const image = `loupe:${version}`;
  await run('Building the container', 'build', '-f', 'deploy/Containerfile', '-t', image, '.');
  await run('Saving the container', 'save', '-o', join(target, `loupe-${version}-container.tar`), image);
  return image;
}

function writeSums() {
  const names = readdirSync(target)
    .filter((name) => name !== 'SHA256SUMS')
    .sort();
  const sums = names.map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(target, name)))
        .digest('hex')}  ${name}\n`,
  );
  writeFileSync(join(target, 'SHA256SUMS'), sums.join(''));
  return names;
}

async function make(progress, { version, notes, date }, hasContainer) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  await setUp(progress);
  await node(progress, 'Packing the archive', 'scripts/pack.mjs', '--archive', target);
  await setUpToPack(progress, { withEngine: true });
  await node(progress, 'Packing the engine', 'scripts/packages/pack-engine.mjs', target);
  await node(progress, 'Packing the client', 'scripts/packages/build-client.mjs', '--pack', target);
  await node(progress, 'Packing the scanner', 'scripts/packages/build-scan.mjs', '--pack', target);
  packFolder(join(target, `loupe-chart-${version}.tgz`), dirname(inRoot('deploy/helm/loupe')), 'loupe');
  copyFileSync(schemaFile, join(target, 'schema.graphql'));
  await node(
    progress,
    'Writing the OpenAPI document',
    '--import',
    'tsx',
    'scripts/contracts/write-openapi.ts',
    join(target, 'openapi.json'),
  );
  writeFileSync(join(target, 'sbom.cyclonedx.json'), await listOfParts(date, readNote()));
  for (const system of PREBUILT) copyFileSync(noteFile(system), join(target, `engine-${system}.json`));
  writeFileSync(join(target, 'NOTES.md'), `${notes}\n`);
  await container(progress, version, hasContainer);
}

await runCommand(async () => {
  const { values } = parseArgs({
    options: { check: { type: 'boolean' }, 'no-container': { type: 'boolean' } },
  });
  const progress = createProgress();
  const release = check();
  progress.print(`${release.tag} can be released.`);
  if (values.check) return;
  // npm, tar and gzip take it as the time of all files.
  process.env.SOURCE_DATE_EPOCH = String(release.date.getTime() / 1000);
  await make(progress, release, values['no-container'] !== true);
  for (const name of writeSums()) progress.print(`  release/${name}`);
  progress.print('  release/SHA256SUMS');
});
