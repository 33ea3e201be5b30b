/** Codes of short addresses, and digital links of products. */
import { describe, expect, it } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { useScene } from './scene.js';

const loupe = useTestApp();
const scene = useScene(loupe);

describe('a code', () => {
  it('that a publisher chooses is taken once, also by two at once', async () => {
    expect(await scene.make({ elementId: scene.page.id, code: ' Spring-2027 ' })).toMatchObject({
      code: 'spring-2027',
    });
    for (const code of ['spring-2027', 'SPRING-2027'])
      await expect(scene.make({ elementId: scene.page.id, code })).rejects.toMatchObject({
        fields: { code: [expect.stringContaining('taken')] },
      });
    for (const code of ['', 'ab', 'a b', '-ab', 'a--b', 'ab-', 'ünder', 'a/b', 'a.b', 'x'.repeat(41)])
      await expect(scene.make({ elementId: scene.page.id, code }), code).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
      });
    const both = await Promise.allSettled(
      [1, 2].map(async () => scene.make({ elementId: scene.page.id, code: 'twin' })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is given to each page once', async () => {
    const { shortAddresses } = scene.publisher.services;
    expect(await shortAddresses.createOfPages(scene.publisher.editor, scene.document.id)).toHaveLength(1);
    expect(await shortAddresses.createOfPages(scene.publisher.editor, scene.document.id)).toEqual([]);
  });

  it('needs one target that readers can be shown', async () => {
    const { id } = await scene.link(scene.page.id, 'plants');
    for (const given of [
      {},
      { elementId: scene.page.id, actionId: id },
      { elementId: scene.publisher.folder.id },
    ])
      await expect(scene.make(given)).rejects.toMatchObject({ code: 'BAD_USER_INPUT' });
    for (const given of [{ elementId: 'x' }, { actionId: 'x' }])
      await expect(scene.make(given)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('leads nowhere once it is deleted', async () => {
    await scene.link(scene.page.id, 'plants');
    const { id, code } = await scene.make({ elementId: scene.page.id });
    await scene.publisher.services.shortAddresses.remove(scene.publisher.editor, id);
    expect((await scene.visit(`/s/${code}`)).status).toBe(404);
    await expect(
      scene.publisher.services.shortAddresses.find(scene.publisher.editor, id),
    ).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('a digital link', () => {
  const gtin = (at: number) => {
    const digits = `${4_012_345_000_000 + at}`.slice(0, 12);
    const sum = [...digits].reduce((all, digit, i) => all + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
    return `${digits}${(10 - (sum % 10)) % 10}`;
  };

  it('opens the kind of link that is asked for, and lists them', async () => {
    const number = gtin(100);
    const [info, recipe] = [
      await scene.link(scene.page.id, 'info'),
      await scene.link(scene.page.id, 'recipe'),
    ];
    await scene.make({ actionId: info.id, gtin: number });
    const made = await scene.make({ actionId: recipe.id, gtin: number, linkType: 'recipeInfo' });
    const at = async (rest: string, headers = {}) => scene.visit(`/01/${rest}`, headers);
    for (const path of [number, `0${number}`, `${number}/10/LOT1/21/42`, `${number}?linkType=gs1:safetyInfo`])
      expect((await at(path)).location, path).toBe('https://lisiere.example/info');
    for (const type of ['gs1:recipeInfo', 'https%3A%2F%2Fgs1.org%2Fvoc%2FrecipeInfo', 'recipeInfo'])
      expect((await at(`${number}?linkType=${type}`)).location).toBe('https://lisiere.example/recipe');
    for (const answer of [
      await at(`${number}?linkType=linkset`),
      await at(number, { accept: 'application/linkset+json' }),
    ]) {
      const { linkset } = JSON.parse(answer.text) as { linkset: Record<string, unknown>[] };
      expect(linkset[0]).toMatchObject({
        anchor: `${loupe.url}/01/0${number}`,
        'https://gs1.org/voc/recipeInfo': [{ href: `${loupe.url}/s/${made.code}` }],
        'https://gs1.org/voc/defaultLink': [expect.anything()],
      });
    }
    await expect(scene.make({ actionId: info.id, gtin: number })).rejects.toMatchObject({
      fields: { gtin: [expect.any(String)] },
    });
  });

  it.each([
    '4012345000101',
    '401234500010',
    'abc',
    '00000000',
    '4012345000108/99/x',
    '4012345000108/21/1/10/2',
  ])('of %s is refused', async (path) => {
    expect((await scene.visit(`/01/${path}`)).status).toBe(400);
  });

  it('needs a number with its check digit', async () => {
    for (const number of ['4012345000101', '1', 'x', '4012345000100 1'])
      await expect(scene.make({ elementId: scene.page.id, gtin: number })).rejects.toMatchObject({
        fields: { gtin: [expect.any(String)] },
      });
    await expect(scene.make({ elementId: scene.page.id, linkType: 'pip' })).rejects.toMatchObject({
      fields: { linkType: [expect.any(String)] },
    });
  });
});

it('the statistics of a page have its scans and its address side by side', async () => {
  const { services, editor, reader } = scene.publisher;
  await scene.link(scene.page.id, 'plants');
  const { code } = await scene.make({ elementId: scene.page.id });
  const scanned = { sessionId: null, host: null, headers: { SdkName: 'Camera app' } };
  for (let at = 0; at < 3; at += 1) await services.recognition.byId(reader, scene.page.id, 'en-US', scanned);
  for (let at = 0; at < 2; at += 1)
    expect(await scene.visit(`/s/${code}`)).toMatchObject({ status: 200, location: null });
  const { total, rows } = await services.statistics.count(editor, { elementId: scene.page.id, by: ['Sdk'] });
  const counted = Object.fromEntries(rows.map(({ keys: [key], matches }) => [key?.name, matches]));
  expect(total.matches).toBe(5);
  expect(Object.values(counted).toSorted()).toEqual([2, 3]);
  expect(counted['Short address']).toBe(2);
});
