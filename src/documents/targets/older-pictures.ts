/** Makes the pictures that recognition asks of pages and zones that were published before such pictures were kept. */
import { storePictures } from '../../engine/references/pictures/reference-pictures.js';
import type { Database } from '../../db/database.js';
import { giveWay } from '../../db/in-parts.js';
import { marks, readRows } from '../../db/rows.js';
import { LoupeError } from '../../kernel/errors.js';
import { isId } from '../../kernel/ids.js';
import type { FileStore } from '../../media/blobs/file-store.js';
import type { ImageDecoder, RectPercent } from '../../media/pictures/image-decoder.js';

/** References that are looked at together. */
const BATCH = 50;

interface LackingRow {
  readonly key: number | string;
  /** Of the page or zone. Text, where ids of elements have a type of their own on PostgreSQL: it is no column to join by. */
  readonly externalId: string;
}

/** Where a zone lies. */
interface ZoneRow {
  readonly id: string;
  readonly imageId: string;
  readonly x: number | null;
  readonly y: number | null;
  readonly width: number | null;
  readonly height: number | null;
}

interface Lacking {
  readonly key: number;
  /** The page, or the page of the zone. */
  readonly imageId: string;
  /** Of a zone its part of the page. */
  readonly place: RectPercent | null;
}

const LACKING = `
  select reference."key", reference.external_id as "externalId"
    from reference
    join application on application.id = reference.application_id and application.purpose = 'content'
    left join reference_picture on reference_picture.reference_key = reference."key"
   where reference."key" > ? and reference.external_id is not null and reference_picture.reference_key is null
   order by reference."key" limit ${BATCH}`;

const zonesOf = (ids: readonly string[]) => `
  select zone.id, node.parent_id as "imageId",
         zone.position_xpercent as x, zone.position_ypercent as y,
         zone.width_percent as width, zone.height_percent as height
    from zone join node on node.id = zone.id where zone.id in (${marks(ids)})`;

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
      for (const lacking of await this.placed(rows)) {
        if (!isWanted()) return made;
        if (await this.makeOne(lacking)) made += 1;
        await giveWay();
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < BATCH) return made;
      after = Number(last.key);
    }
    return made;
  }

  private async placed(rows: readonly LackingRow[]): Promise<readonly Lacking[]> {
    if (rows.length === 0) return [];
    const ids = rows.map(({ externalId }) => externalId).filter(isId);
    const zones = ids.length === 0 ? [] : await readRows<ZoneRow>(this.database.reader(), zonesOf(ids), ids);
    const zoneById = new Map(zones.map((zone) => [zone.id, zone]));
    return rows.map(({ key, externalId }) => {
      const zone = zoneById.get(externalId);
      return {
        key: Number(key),
        imageId: zone?.imageId ?? externalId,
        place: zone === undefined ? null : placeOf(zone),
      };
    });
  }

  private async makeOne({ key, imageId, place }: Lacking): Promise<boolean> {
    const picture = await this.pictureOf(imageId, place);
    if (picture === null) return false;
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

  private async pictureOf(imageId: string, place: RectPercent | null): Promise<Buffer | null> {
    if (!isId(imageId)) return null;
    const [original] = await this.files.ownedBy(this.database.reader(), [imageId], ['Original']);
    if (original === undefined) return null;
    try {
      const page = await this.files.read(original);
      return await this.decoder.contentPicture(place === null ? page : await this.decoder.crop(page, place));
    } catch (error) {
      if (error instanceof LoupeError) return null;
      throw error;
    }
  }
}

function placeOf({ x, y, width, height }: ZoneRow): RectPercent | null {
  if (x === null || y === null || width === null || height === null) return null;
  return { xPercent: x, yPercent: y, widthPercent: width, heightPercent: height };
}
