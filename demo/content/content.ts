import type { DemoDocument } from './content.types.js';
import { demoMagazine } from './magazine.content.js';
import { demoPoster } from './poster.content.js';

/** Every document of the demo, in the order in which they are loaded. */
export const demoDocuments: readonly DemoDocument[] = [demoMagazine, demoPoster];
