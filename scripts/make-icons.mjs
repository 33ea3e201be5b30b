/**
 * `npm run console:icons`: takes the icons that the console imports out of Tabler's package into
 * console/src/parts/icons, so that 88 MB of others need not be installed. Import a new one first, then run this.
 */
import './node/require.cjs';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmCommand } from './node/bring.cjs';
import { drawingOf, iconModule, importedIcons } from './setup/icons.mjs';
import { inRoot } from './setup/paths.mjs';

const PACKAGE = '@tabler/icons-react@3.51.0';
const target = inRoot('console/src/parts/icons');

const work = mkdtempSync(join(tmpdir(), 'loupe-icons-'));
try {
  const [command, ...first] = npmCommand(process.env);
  const packed = execFileSync(command, [...first, 'pack', PACKAGE, '--json', '--pack-destination', work]);
  const [{ filename }] = JSON.parse(packed.toString());
  execFileSync('tar', ['-xzf', join(work, filename), '-C', work]);
  const folder = join(work, 'package');
  const names = importedIcons(inRoot('console/src'));
  const icons = Object.fromEntries(names.map((name) => [name, drawingOf(folder, name)]));
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'drawings.json'), `${JSON.stringify({ source: PACKAGE, icons }, null, 2)}\n`);
  writeFileSync(join(target, 'icons.ts'), iconModule(names));
  copyFileSync(join(folder, 'LICENSE'), join(target, 'LICENSE'));
  console.log(`${names.length} icons of ${PACKAGE}.`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
