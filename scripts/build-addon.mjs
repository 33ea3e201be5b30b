/**
 * Brings the native engine `build/Release/loupe.node` up to date with its sources; the set-up does that, too.
 *
 *   node scripts/build-addon.mjs            compiles what changed
 *   LOUPE_MARCH=native node scripts/…       uses every instruction of this processor (the result may not run
 *                                           on another one)
 */
import './node/require.cjs';
import { buildAddon, isAddonCurrent } from './setup/addon.mjs';
import { runCommand } from './setup/command.mjs';
import { createProgress } from './setup/progress.mjs';
import { installSystemPackages } from './setup/system.mjs';

await runCommand(async () => {
  const progress = createProgress();
  if (isAddonCurrent()) progress.print('The recognition engine is up to date.');
  else {
    await installSystemPackages(progress);
    await buildAddon(progress);
  }
});
