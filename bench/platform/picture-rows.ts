/** Writes the rows of many pictures directly: what uploads would leave in the database, but for thumbnails. */
import type { Services } from '../../src/app/services.js';
import { Application } from '../../src/applications/application.entity.js';
import { Reference } from '../../src/applications/references/reference.entity.js';
import { ReferenceKeyword } from '../../src/applications/references/reference-keyword.entity.js';
import { newId } from '../../src/kernel/ids.js';
import { Picture } from '../../src/pictures/picture.entity.js';
import { appearanceOf } from '../../src/vision/dna.js';
import type { Raster } from '../../src/vision/types.js';

const BATCH = 250;
const EXTRACTIONS_AT_ONCE = 8;

export interface PictureRows {
  readonly organizationId: string;
  readonly rows: number;
  /** Different pictures; row n shows picture n modulo this. */
  readonly distinct: number;
  readonly rgbOf: (seed: number) => Raster;
}

/** Keywords of a row: `of-2` on half of the rows, `of-100` on every hundredth. */
function keywordsOf(row: number): string[] {
  return [2, 100].filter((step) => row % step === 0).map((step) => `of-${step}`);
}

export async function writePictureRows(services: Services, input: PictureRows): Promise<void> {
  const { organizationId, rows } = input;
  const applicationId = await services.database.transaction(
    async ({ em }) => (await services.applications.createFor(em, organizationId, 'pictures')).id,
  );
  const facts = await extractAll(services, input);
  const now = new Date();
  const dates = { dateCreated: now, dateModified: now };
  for (let from = 0; from < rows; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, rows - from) }, (_, i) => {
      const keywords = keywordsOf(from + i);
      return { row: from + i, key: from + i + 1, id: newId(), keywords };
    });
    await services.database.transaction(async ({ em }) => {
      const pictures = batch.map(({ row, id, keywords }) => {
        const objectId = newId().replaceAll('-', '');
        return { id, objectId, organizationId, name: `Picture ${row}`, data: null, keywords, ...dates };
      });
      const references = batch.map(({ row, key, id, keywords }) => {
        const signature = facts[row % facts.length] ?? {
          dna: Buffer.alloc(0),
          appearance: null,
          keypointCount: 0,
        };
        const place = { key, applicationId, externalId: id, ordinal: 0, sequence: key, isPresent: true };
        return { ...place, ...signature, gradeValue: null, gradeReason: null, keywords, ...dates };
      });
      const words = batch.flatMap(({ key, keywords }) =>
        keywords.map((keyword) => ({ referenceKey: key, keyword, applicationId })),
      );
      await em.insertMany(Picture, pictures);
      await em.insertMany(Reference, references);
      await em.insertMany(ReferenceKeyword, words);
      await em.nativeUpdate(Application, { id: applicationId }, { sequence: from + batch.length });
    });
  }
}

async function extractAll(services: Services, { distinct, rgbOf }: PictureRows) {
  const facts: { dna: Buffer; appearance: Buffer | null; keypointCount: number }[] = [];
  for (let from = 0; from < distinct; from += EXTRACTIONS_AT_ONCE) {
    const seeds = Array.from({ length: Math.min(EXTRACTIONS_AT_ONCE, distinct - from) }, (_, i) => from + i);
    const extractions = await Promise.all(
      seeds.map((seed) => services.vision.extract(rgbOf(seed), 'reference')),
    );
    for (const { dna, keypointCount } of extractions)
      facts.push({ dna, appearance: appearanceOf(dna), keypointCount });
  }
  return facts;
}
