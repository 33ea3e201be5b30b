import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { renderMagazinePage } from '../../packages/bench/print/magazine.js';
import { ingredientsBox, tartBox } from '../../demo/content/magazine.content.js';
import type { RgbImage } from '../../packages/bench/paint/rgb-image.js';
import { toJpeg } from '../../packages/bench/paint/rgb-image.js';
import type { ImageView } from '../../src/documents/views.js';
import { useTestApp } from '../kit/use-app.js';
import { newPublisher, type TestPublisher } from './publisher.js';
import sharp from 'sharp';

const RECIPE = 3;
const easy = { strength: 'easy', seed: 11 } as const;

describe('zones', () => {
  const loupe = useTestApp();
  let recipe: RgbImage;
  let publisher: TestPublisher;
  let page: ImageView;

  beforeAll(async () => {
    recipe = await renderMagazinePage(RECIPE);
  });
  beforeEach(async () => {
    publisher = await newPublisher(loupe);
    page = (await publisher.print(recipe)).page;
    await publisher.addLink(page.id, 'page');
  });

  const addZone = async (box: typeof tartBox, name: string) => {
    const zone = await publisher.services.zones.create(publisher.editor, { imageId: page.id, name, ...box });
    await publisher.addLink(zone.id, name);
    return zone;
  };

  it('take the place of their page and show its actions and the document’s with their own', async () => {
    const { services, editor } = publisher;
    expect((await publisher.photograph(recipe, easy))?.id).toBe(page.id);
    await publisher.addLink(page.documentId, 'document');
    const zone = await addZone(tartBox, 'tart');
    expect(zone).toMatchObject({ status: 'Active', imageId: page.id, order: 1, ...tartBox });
    expect(await services.images.get(editor, page.id)).toMatchObject({ status: 'Inactive', zoneCount: 1 });
    const answer = await publisher.photograph(recipe, easy);
    expect(answer).toMatchObject({ id: zone.id, documentId: page.documentId, order: 1 });
    expect(answer?.actions.map((action) => action.name).sort()).toEqual(['document', 'page', 'tart']);
  });

  it('are chosen by what the photo is centered on', async () => {
    const tart = await addZone(tartBox, 'tart');
    const ingredients = await addZone(ingredientsBox, 'ingredients');
    for (const [zone, box] of [
      [tart, tartBox],
      [ingredients, ingredientsBox],
    ] as const) {
      const photo = await cut(recipe, box);
      expect((await publisher.scan(photo))?.id).toBe(zone.id);
    }
  });

  it('give the page back to readers when the last one is deleted', async () => {
    const { services, editor } = publisher;
    const tart = await addZone(tartBox, 'tart');
    const ingredients = await addZone(ingredientsBox, 'ingredients');
    await services.zones.delete(editor, tart.id);
    expect((await services.images.get(editor, page.id)).status).toBe('Inactive');
    expect(await services.zones.list(editor, page.id)).toMatchObject([{ id: ingredients.id, order: 1 }]);
    await services.zones.delete(editor, ingredients.id);
    expect((await services.images.get(editor, page.id)).status).toBe('Active');
    expect((await publisher.photograph(recipe, easy))?.id).toBe(page.id);
  });

  it('refuse geometry outside the image and leave the page as it was', async () => {
    const { services, editor } = publisher;
    const good = { positionXPercent: 20, positionYPercent: 20, widthPercent: 40, heightPercent: 60 };
    for (const [wrong, field] of [
      [{ positionXPercent: -1 }, 'positionXPercent'],
      [{ positionYPercent: 20.5 }, 'positionYPercent'],
      [{ widthPercent: 0 }, 'widthPercent'],
      [{ widthPercent: 81 }, 'widthPercent'],
      [{ heightPercent: 101 }, 'heightPercent'],
    ] as const) {
      const input = { imageId: page.id, ...good, ...wrong };
      await expect(services.zones.create(editor, input)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        fields: { [field]: [expect.any(String)] },
      });
    }
    await expect(services.zones.create(editor, { ...good, imageId: page.documentId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    expect(await services.zones.list(editor, page.id)).toEqual([]);
    expect((await services.images.get(editor, page.id)).status).toBe('Active');
  });

  it('follow new geometry, and keep default styles', async () => {
    const { services, editor } = publisher;
    const zone = await addZone(tartBox, 'tart');
    const moved = await services.zones.patch(editor, zone.id, {
      ...ingredientsBox,
      actionStyle: '{"bold":1}',
    });
    expect(moved).toMatchObject({ ...ingredientsBox, name: 'tart' });
    const answer = await publisher.scan(await cut(recipe, ingredientsBox));
    expect(answer?.id).toBe(zone.id);
    const styles = Object.fromEntries((answer?.actions ?? []).map(({ name, style }) => [name, style]));
    expect(styles).toEqual({ tart: '{"bold":1}', page: null });
    expect(await services.properties.list(editor, zone.id)).toMatchObject([
      { type: 'Style', name: 'ActionStyle', value: '{"bold":1}' },
    ]);
  });
});

/** A part of the page, scanned as a picture of its own. */
async function cut(picture: RgbImage, box: typeof tartBox): Promise<Buffer> {
  const page = sharp(await toJpeg(picture, 95));
  const { width = 0, height = 0 } = await page.metadata();
  return page
    .extract({
      left: Math.round((width * box.positionXPercent) / 100),
      top: Math.round((height * box.positionYPercent) / 100),
      width: Math.round((width * box.widthPercent) / 100),
      height: Math.round((height * box.heightPercent) / 100),
    })
    .jpeg({ quality: 80 })
    .toBuffer();
}
