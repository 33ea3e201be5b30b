import { describe, expect, it } from 'vitest';
import { toSharp } from '../paint/rgb-image.js';
import { magazinePageCount, printMagazine, renderMagazinePage } from '../print/magazine.js';
import { paintPictures } from '../print/magazine/pictures.js';

const printingTimeoutMs = 180_000;

describe('the demo magazine', { timeout: printingTimeoutMs }, () => {
  it('is a PDF of at least six pages in A4', async () => {
    const pdf = (await printMagazine()).toString('latin1');
    expect(pdf.startsWith('%PDF-')).toBe(true);
    expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(magazinePageCount);
    expect(magazinePageCount).toBeGreaterThanOrEqual(6);
    expect(pdf).toContain('/MediaBox [0 0 595 842]');
  });

  it('holds pictures that are painted alike every time', async () => {
    const pdf = await printMagazine();
    for (const picture of Object.values(await paintPictures())) expect(pdf.includes(picture)).toBe(true);
  });

  it('renders every page with detail in every part of it', async () => {
    for (let page = 0; page < magazinePageCount; page++) {
      const image = await renderMagazinePage(page, 600);
      expect([image.width, image.height]).toEqual([600, 849]);
      for (let quarter = 0; quarter < 4; quarter++) {
        const region = {
          left: (quarter % 2) * 300,
          top: Math.floor(quarter / 2) * 424,
          width: 300,
          height: 424,
        };
        const { channels } = await toSharp(image).extract(region).stats();
        expect(Math.max(...channels.map((channel) => channel.stdev))).toBeGreaterThan(20);
      }
    }
  });

  it('refuses a page that it does not have', async () => {
    await expect(renderMagazinePage(magazinePageCount)).rejects.toThrow(RangeError);
    await expect(renderMagazinePage(-1)).rejects.toThrow(RangeError);
  });
});
