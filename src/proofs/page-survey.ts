/**
 * The first look at all pages of two files: what pairs them, and their thumbnails. Pages that are made of the same things in both files
 * are drawn once, small, and never looked at again.
 */
import type { Raster } from '../engine-host/types.js';
import type { PageKey } from '../media/pdf/pdf-messages.js';
import type { PageContents, PdfPages } from '../media/pdf/pdf-renderer.js';
import { sharp } from '../media/pictures/sharp.js';
import type { PageMatter } from './also-differs.js';
import type { Picture } from './compared-pdfs.js';
import { geometryOf } from './page-geometry.js';
import { digestOf, printOf, type SurveyedPage } from './page-pairs.js';
import { drawPage } from './pdf-pages.js';

const THUMBNAIL_SIDE_PX = 240;
const THUMBNAIL_QUALITY = 80;
/** Pixels a side, of those that pages are usually drawn with, that are enough to tell a page from others of its design. */
const KNOWN_FINER = 0.5;

export interface PageSurvey extends SurveyedPage, PageMatter {
  /** null unless it is asked for. */
  readonly thumbnail: Picture | null;
}

export interface SurveyOptions {
  readonly needsThumbnails: boolean;
  /** @param share of all pages, 0 to 1 */
  readonly onProgress: (share: number) => void;
}

/** A page from afar. */
interface PageLook extends Pick<PageSurvey, 'print' | 'thumbnail'> {
  readonly widthMm: number;
  readonly heightMm: number;
}

interface KnownPage {
  readonly look: PageLook;
  readonly contents: PageContents;
}

/** Both files are read at the same time, by a process each. @throws LoupeError INVALID_IMAGE */
export async function surveyBoth(
  [first, second]: readonly [PdfPages, PdfPages],
  { needsThumbnails, onProgress }: SurveyOptions,
): Promise<readonly [readonly PageSurvey[], readonly PageSurvey[]]> {
  const files = first === second ? [first] : [first, second];
  const total = files.reduce((sum, { pageCount }) => sum + pageCount, 0);
  let done = 0;
  const onSurveyed = (): void => onProgress((done += 1) / total);
  const keys = await Promise.all(files.map((pages) => pages.keys()));
  const inFirst = keysOf(keys[0]);
  const inBoth = new Set([...keysOf(keys[1] ?? keys[0])].filter((key) => inFirst.has(key)));
  const surveyor = new Surveyor(inBoth, needsThumbnails);
  const [before = [], after = before] = await Promise.all(
    files.map(async (pages, file) => {
      const surveys: PageSurvey[] = [];
      for (let index = 0; index < pages.pageCount; index += 1) {
        surveys.push(await surveyor.survey(pages, index, keys[file]?.[index] ?? null));
        onSurveyed();
      }
      return surveys;
    }),
  );
  return [before, after];
}

const keysOf = (keys: readonly (PageKey | null)[] = []): ReadonlySet<string> =>
  new Set(keys.flatMap((page) => page?.key ?? []));

class Surveyor {
  /** By the pixels of pages. */
  private readonly looks = new Map<string, Promise<PageLook>>();
  /** By the keys of pages that both files have. */
  private readonly known = new Map<string, Promise<KnownPage>>();

  constructor(
    private readonly inBoth: ReadonlySet<string>,
    private readonly needsThumbnails: boolean,
  ) {}

  /** @param index from 0 @throws LoupeError INVALID_IMAGE */
  async survey(pages: PdfPages, index: number, key: PageKey | null): Promise<PageSurvey> {
    if (key === null || !this.inBoth.has(key.key))
      return surveyOf(await this.lookAt(pages, index), await pages.contents(index));
    const known = this.known.get(key.key) ?? this.readKnown(pages, index, key.key);
    this.known.set(key.key, known);
    const { look, contents } = await known;
    // Links lead to pages by their numbers in the file.
    return surveyOf(look, key.hasAnnotations ? await pages.contents(index) : contents);
  }

  private async readKnown(pages: PdfPages, index: number, key: string): Promise<KnownPage> {
    const drawn = await drawPage(pages, index, { finer: KNOWN_FINER, area: null });
    return { look: await this.lookOf(drawn, key), contents: await pages.contents(index) };
  }

  private async lookAt(pages: PdfPages, index: number): Promise<PageLook> {
    const drawn = await drawPage(pages, index);
    const digest = digestOf(drawn.raster);
    const look = this.looks.get(digest) ?? this.lookOf(drawn, digest);
    this.looks.set(digest, look);
    return look;
  }

  private async lookOf({ raster, ...size }: Drawn, digest: string): Promise<PageLook> {
    const thumbnail = this.needsThumbnails ? await thumbnailOf(raster) : null;
    return { print: await printOf(raster, digest), thumbnail, ...size };
  }
}

type Drawn = Awaited<ReturnType<typeof drawPage>>;

function surveyOf({ print, thumbnail, ...size }: PageLook, { words, facts }: PageContents): PageSurvey {
  return { print, thumbnail, words: words.map(({ text }) => text), facts, geometry: geometryOf(size, facts) };
}

export async function thumbnailOf({ data: pixels, width, height }: Raster): Promise<Picture> {
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize({ width: THUMBNAIL_SIDE_PX, height: THUMBNAIL_SIDE_PX, fit: 'inside' })
    .jpeg({ quality: THUMBNAIL_QUALITY })
    .toBuffer({ resolveWithObject: true });
  return { jpeg: data, width: info.width, height: info.height };
}
