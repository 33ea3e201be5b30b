/** Makes the pictures that recognition asks of pages and zones that were published before such pictures were kept. */
import { storePictures } from '../../applications/references/reference-pictures.js';
import type { Database } from '../../db/database.js';
import { giveWay } from '../../db/in-parts.js';
import { marks, readRows } from '../../db/rows.js';
import { LoupeError } from '../../kernel/errors.js';
import type { FileStore } from '../../media/file-store.js';
import type { ImageDecoder, RectPercent } from '../../media/image-decoder.js';

/** References that are looked at together. */
const BATCH = 50;

interface LackingRow {
  readonly key: number | string;
  /** The page, or the page of the zone. */
  readonly imageId: string;
  readonly x: number | null;
  readonly y: number | null;
  readonly width: number | null;
  readonly height: number | null;
}

const LACKING = `
  select reference."key", coalesce(zone_node.parent_id, reference.external_id) as "imageId",
         zone.position_xpercent as x, zone.position_ypercent as y,
         zone.width_percent as width, zone.height_percent as height
    from reference
    join application on application.id = reference.application_id and application.purpose = 'content'
    left join reference_picture on reference_picture.reference_key = reference."key"
    left join zone on zone.id = reference.external_id
    left join node zone_node on zone_node.id = zone.id
   where reference."key" > ? and reference.external_id is not null and reference_picture.reference_key is null
   order by reference."key" limit ${BATCH}`;

export class OlderPictures {
  constructor(
    private readonly database: Database,
    private readonly files: Pick<FileStore, 'ownedBy' | 'read'>,
    private readonly decoder: Pick<ImageDecoder, 'contentPicture' | 'crop'>,
  ) {}

  /**
   * Makes those that are missing, a page at a time. Pages whose file cannot be read are left out: recognition answers by keypoints.
   *
   * @param isWanted asked before each page
   * @returns how many were made
   */
  async make(isWanted: () => boolean): Promise<number> {
    let [made, after] = [0, 0];
    while (isWanted()) {
      const rows = await readRows<LackingRow>(this.database.reader(), LACKING, [after]);
      for (const row of rows) {
        if (!isWanted()) return made;
        if (await this.makeOne(row)) made += 1;
        await giveWay();
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < BATCH) return made;
      after = Number(last.key);
    }
    return made;
  }

  private async makeOne(row: LackingRow): Promise<boolean> {
    const picture = await this.pictureOf(row);
    if (picture === null) return false;
    const key = Number(row.key);
    return this.database.transaction(async ({ em }) => {
      // A concurrent replacement or removal of the reference has already written its picture, or none.
      const still = await readRows(
        em,
        `select reference."key" from reference
           left join reference_picture on reference_picture.reference_key = reference."key"
          where reference."key" in (${marks([key])}) and reference.external_id is not null
            and reference_picture.reference_key is null`,
        [key],
      );
      if (still.length === 0) return false;
      await storePictures(em, [{ key, picture }]);
      return true;
    });
  }

  private async pictureOf(row: LackingRow): Promise<Buffer | null> {
    const [original] = await this.files.ownedBy(this.database.reader(), [row.imageId], ['Original']);
    if (original === undefined) return null;
    try {
      const page = await this.files.read(original);
      const place = placeOf(row);
      return await this.decoder.contentPicture(place === null ? page : await this.decoder.crop(page, place));
    } catch (error) {
      if (error instanceof LoupeError) return null;
      throw error;
    }
  }
}

function placeOf({ x, y, width, height }: LackingRow): RectPercent | null {
  if (x === null || y === null || width === null || height === null) return null;
  return { xPercent: x, yPercent: y, widthPercent: width, heightPercent: height };
}
