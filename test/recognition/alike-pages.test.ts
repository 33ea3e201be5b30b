/** Pages of one design: last month's newsletter and this month's, the tents of a restaurant's tables, the invoices of a year. */
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { designPage } from '../../packages/bench/benchmark/designs/design.js';
import { designs } from '../../packages/bench/benchmark/designs/designs.js';
import { toJpeg, type RgbImage } from '../../packages/bench/paint/rgb-image.js';
import { useTestApp } from '../kit/use-app.js';
import { lengthOfStory } from '../kit/seed/stories.js';
import { newPublisher, type TestPublisher } from './publisher.js';

const loupe = useTestApp();

const PRINTED = [0, 1, 2];
const UNKNOWN = [1000, 1001];

describe.each(
  lengthOfStory({
    short: ['price list', 'certificate'],
    long: ['table tent', 'invoice', 'price list', 'certificate'],
  }),
)('pages of one design, each a %s', (name) => {
  let publisher: TestPublisher;
  const pages = new Map<number, RgbImage>();
  const idOf = new Map<number, string>();

  const pageOf = (number: number): RgbImage => {
    const page = pages.get(number);
    if (page === undefined) throw new Error(`Page ${number} was not drawn.`);
    return page;
  };

  beforeAll(async () => {
    publisher = await newPublisher(loupe);
    const design = designs.find((one) => one.name === name);
    if (design === undefined) throw new Error(`There is no design ${name}.`);
    for (const number of [...PRINTED, ...UNKNOWN]) pages.set(number, await designPage(design, number));
    for (const number of PRINTED) {
      const { page } = await publisher.print(pageOf(number), `${name} ${number}`);
      await publisher.addLink(page.id, `${name} ${number}`);
      idOf.set(number, page.id);
    }
  });

  it('a photo is answered by the page that it shows', async () => {
    const answers: (string | undefined)[] = [];
    for (const number of PRINTED) {
      const answer = await publisher.photograph(pageOf(number), { strength: 'medium', seed: 40 + number });
      answers.push(answer?.id);
    }
    expect(answers).toEqual(PRINTED.map((number) => idOf.get(number)));
  });

  it('a photo of a page that is not there is answered by none', async () => {
    for (const number of UNKNOWN) {
      expect(await publisher.photograph(pageOf(number), { strength: 'easy', seed: number })).toBeNull();
    }
  });

  it('a copy of a page that is not there is answered by none, and one of a page that is there by it', async () => {
    expect(await publisher.scan(await toJpeg(pageOf(UNKNOWN[0] ?? 0), 80))).toBeNull();
    const small = await sharp(await toJpeg(pageOf(1), 90))
      .resize({ width: 600 })
      .jpeg()
      .toBuffer();
    expect((await publisher.scan(small))?.id).toBe(idOf.get(1));
  });
});

describe('the only page of its design', () => {
  it('answers photos of itself, and none of other pages of the design', async () => {
    const publisher = await newPublisher(loupe);
    const answers: Record<string, readonly (string | null)[]> = {};
    for (const name of ['menu', 'newsletter', 'coupon']) {
      const design = designs.find((one) => one.name === name);
      if (design === undefined) throw new Error(`There is no design ${name}.`);
      const [own, other] = [await designPage(design, 0), await designPage(design, 1000)];
      const { page } = await publisher.print(own, name);
      await publisher.addLink(page.id, name);
      const answerOf = async (shown: RgbImage, seed: number) => {
        const answer = await publisher.photograph(shown, { strength: 'medium', seed });
        return answer === null ? null : answer.id === page.id ? 'itself' : 'another page';
      };
      answers[name] = [await answerOf(own, 5), await answerOf(other, 6)];
    }
    expect(answers).toEqual({
      menu: ['itself', null],
      newsletter: ['itself', null],
      coupon: ['itself', null],
    });
  });
});
