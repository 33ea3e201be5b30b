/** Pages for calls that use one up, many to a document, since a PDF takes its time. */
import { newPdf } from '../kit/files/pdfs.js';
import { SeededFolder } from '../kit/seed/seed-user.js';
import type { Target } from './target.js';
import type { World } from './world.js';

/** Pages that nobody has used yet; all belong to one document, which keeps its last. */
const unusedPages = new WeakMap<World, string[]>();
const PAGES_AT_ONCE = 8;

/** A page that may be thrown away. */
export async function makePage(world: World): Promise<Pick<Target, 'imageId'>> {
  const known = unusedPages.get(world) ?? [];
  if (known.length < 2) {
    const folder = new SeededFolder(world.administrator, world.target.folderId);
    const seeds = Array.from({ length: PAGES_AT_ONCE }, (_, index) => 73 + index);
    const pdf = await newPdf(seeds, { widthPt: 240 });
    const { imageIds } = await folder.document(pdf, { contentType: 'application/pdf' });
    known.splice(0, known.length, ...imageIds);
    unusedPages.set(world, known);
  }
  return { imageId: known.pop()! };
}
