import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { demoDocuments } from '../../demo/content/content.js';
import { demoLanguages, type DemoElement } from '../../demo/content/content.types.js';
import { magazinePageCount, printMagazine, renderMagazinePage } from '../../packages/bench/print/magazine.js';
import { demoMagazine } from '../../demo/content/magazine.content.js';
import { toSharp } from '../../packages/bench/paint/rgb-image.js';
import { demoPoster } from '../../demo/content/poster.content.js';
import { readPrint } from '../../demo/prints.js';
import { posterWidthPx, printPoster } from '../../packages/bench/print/poster.js';

const printingTimeoutMs = 180_000;
const pages = demoDocuments.flatMap((document) => document.pages);
const elements: DemoElement[] = [...demoDocuments, ...pages, ...pages.flatMap((page) => page.zones)];

describe('the demo content', { timeout: printingTimeoutMs }, () => {
  it('has one entry for each page of the magazine, in order', () => {
    expect(demoMagazine.pages.map((page) => page.pageIndex)).toEqual([...Array(magazinePageCount).keys()]);
  });

  it('gives every element a title in both languages, all different', () => {
    for (const language of demoLanguages) {
      const titles = elements.map((element) => element.title[language]);
      expect(titles.every((title) => title.length > 0)).toBe(true);
      expect(new Set(titles).size).toBe(titles.length);
    }
  });

  it('gives every page and zone at least one action, named in both languages', () => {
    for (const element of elements.filter((one) => !demoDocuments.some((document) => document === one))) {
      expect(element.actions.length).toBeGreaterThan(0);
      for (const action of element.actions) {
        expect(action.name['en-US']).not.toBe(action.name['fr-FR']);
        expect(action.content['en-US'].type).toBe(action.content['fr-FR'].type);
      }
    }
  });

  it('uses eight kinds of action and keeps their mandatory members', () => {
    const contents = elements.flatMap((element) =>
      element.actions.flatMap((action) => demoLanguages.map((language) => action.content[language])),
    );
    expect(new Set(contents.map((content) => content.type)).size).toBe(8);
    for (const { type, content } of contents) {
      if (type === 'MAIL') expect(content.Address).toContain('@');
      if (type === 'URL') expect(new URL(content.Url).protocol).toBe('https:');
      if (type === 'VCALENDAR') expect(Date.parse(content.End)).toBeGreaterThan(Date.parse(content.Start));
    }
  });

  it('frames two zones with detail of their own on the recipe page', async () => {
    const recipe = demoMagazine.pages.find((page) => page.zones.length > 0);
    expect(recipe?.zones).toHaveLength(2);
    const image = await renderMagazinePage(recipe?.pageIndex ?? -1, 600);
    for (const zone of recipe?.zones ?? []) {
      const region = {
        left: Math.round((zone.positionXPercent / 100) * image.width),
        top: Math.round((zone.positionYPercent / 100) * image.height),
        width: Math.round((zone.widthPercent / 100) * image.width),
        height: Math.round((zone.heightPercent / 100) * image.height),
      };
      const { entropy, channels } = await toSharp(image).extract(region).stats();
      expect(entropy).toBeGreaterThan(3);
      expect(Math.max(...channels.map((channel) => channel.stdev))).toBeGreaterThan(25);
    }
  });

  it('ships the files that are drawn now', async () => {
    const again = 'The drawing has changed. Run: npm run demo:prints';
    expect((await readPrint(demoMagazine.fileName)).equals(await printMagazine()), again).toBe(true);
    const pixelsOf = (jpeg: Buffer) => sharp(jpeg).raw().toBuffer();
    const shipped = await pixelsOf(await readPrint(demoPoster.fileName));
    const drawn = await pixelsOf(await printPoster());
    // Another processor may round a pixel otherwise.
    const differing = drawn.filter((value, at) => Math.abs(value - (shipped[at] ?? -255)) > 3).length;
    expect(differing, again).toBe(0);
  });

  it('prints the poster as a JPEG of its stated size', async () => {
    const { width, height, format } = await sharp(await printPoster()).metadata();
    expect({ width, height, format }).toEqual({ width: posterWidthPx, height: 1700, format: 'jpeg' });
  });
});
