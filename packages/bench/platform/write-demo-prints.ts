/** `npm run demo:prints`: draws the files in `demo/prints` again, after a change of their drawing. */
import { mkdir, writeFile } from 'node:fs/promises';
import { demoMagazine } from '../../../demo/content/magazine.content.js';
import { demoPoster } from '../../../demo/content/poster.content.js';
import { PHOTO, PHOTOGRAPHED_PAGE, PRINTS } from '../../../demo/prints.js';
import { printMagazine, renderMagazinePage } from '../print/magazine.js';
import { printPoster } from '../print/poster.js';
import { simulatePhoto } from '../simulation/photo-simulator.js';

const PHOTO_SEED = 14;

const page = await renderMagazinePage(PHOTOGRAPHED_PAGE);
const photo = await simulatePhoto(page, { strength: 'medium', seed: PHOTO_SEED });
const files = {
  [demoMagazine.fileName]: await printMagazine(),
  [demoPoster.fileName]: await printPoster(),
  [PHOTO]: photo.jpeg,
};
await mkdir(PRINTS, { recursive: true });
for (const [name, bytes] of Object.entries(files)) await writeFile(new URL(name, PRINTS), bytes);
