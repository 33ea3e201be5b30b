/** What the pictures of the console show: the demo, scans of it, and what each screen needs besides. */
import sharp from 'sharp';
import { DemoHttpClient } from '../../../../demo/loader/http-client.js';
import { loadDemo } from '../../../../demo/loader/loader.js';
import { toJpeg } from '../../paint/rgb-image.js';
import { renderMagazinePage } from '../../print/magazine.js';
import { scanHeaders } from '../../../../demo/show.js';
import { simulatePhoto } from '../../simulation/photo-simulator.js';
import type { TestApp } from '../../../../test/kit/app.js';
import { seed } from '../../../../test/kit/seed.js';
import type { SeededUser } from '../../../../test/kit/seed/seed-user.js';

export interface TourContent {
  readonly user: SeededUser;
  readonly magazineId: string;
  readonly coverId: string;
  /** The page with two zones. */
  readonly recipeId: string;
  readonly photo: Buffer;
  /** Two proofs of a page, one of them with a mistake. */
  readonly prints: readonly Buffer[];
  /** Name of a document whose page is in the magazine, too. */
  readonly offprintName: string;
}

const RECIPE_PAGE = 4;
const OFFPRINT = 'Recipe card: plum tart';

/** Fills a new organization of a Loupe that has just started. */
export async function fillForTour(loupe: TestApp): Promise<TourContent> {
  const organization = await seed(loupe).organization({ name: 'Lisière Éditions', credit: 500 });
  const user = await organization.user({ mail: 'claire@lisiere.example' });
  const client = new DemoHttpClient(loupe.url);
  await client.login(organization.apiKey, user.userName, user.password);
  await loadDemo(client, organization.id, (text) => console.log(text));
  const pages = await magazinePages(user);
  const photo = await scanSomePages(loupe, organization.apiKey);
  await throwSomethingAway(user);
  await addPictures(user);
  await addApplication(user);
  const folder = await user.folder({ name: 'Offprints' });
  await folder.document(await pageAsJpeg(RECIPE_PAGE - 1), { name: OFFPRINT });
  return { user, ...pages, photo, prints: await proofs(), offprintName: OFFPRINT };
}

const pageAsJpeg = async (index: number) => toJpeg(await renderMagazinePage(index));

async function ask<Data>(user: SeededUser, query: string, variables: object): Promise<Data> {
  const answer = (await user.send('POST', '/graphql', { json: { query, variables } })) as { data: Data };
  return answer.data;
}

/** As `ask`, with a picture as the variable `file`. */
async function askWithFile<Data>(
  user: SeededUser,
  query: string,
  variables: object,
  file: Buffer,
): Promise<Data> {
  const form = new FormData();
  form.append('operations', JSON.stringify({ query, variables: { ...variables, file: null } }));
  form.append('map', JSON.stringify({ 0: ['variables.file'] }));
  form.append('0', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'picture.jpg');
  const headers = { 'GraphQL-Require-Preflight': '1' };
  const answer = (await user.send('POST', '/graphql', { form, headers })) as { data: Data };
  return answer.data;
}

async function magazinePages(user: SeededUser) {
  const query = `query ($id: ID!) { organization(id: $id) { documents(first: 10, isRecursive: true) {
    nodes { id images { id zoneCount } } } } }`;
  const { organization } = await ask<{
    organization: { documents: { nodes: { id: string; images: { id: string; zoneCount: number }[] }[] } };
  }>(user, query, { id: user.organizationId });
  const magazine = organization.documents.nodes.find(({ images }) =>
    images.some(({ zoneCount }) => zoneCount > 0),
  );
  const recipe = magazine?.images.find(({ zoneCount }) => zoneCount > 0);
  if (magazine === undefined || recipe === undefined) throw new Error('The demo has no page with zones.');
  return { magazineId: magazine.id, coverId: magazine.images[0]?.id ?? recipe.id, recipeId: recipe.id };
}

/** Scans photos of the magazine as a reader's app does. @returns the last photo */
async function scanSomePages(loupe: TestApp, apiKey: string): Promise<Buffer> {
  let photo: Buffer = Buffer.alloc(0);
  for (const index of [0, 1, 2, RECIPE_PAGE, RECIPE_PAGE]) {
    const print = await renderMagazinePage(index);
    ({ jpeg: photo } = await simulatePhoto(print, { seed: 14 + index, strength: 'medium' }));
    const form = new FormData();
    form.append('query', JSON.stringify({ Language: 'en-US' }));
    form.append('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg');
    const headers = { ...scanHeaders, ApiKey: apiKey };
    await fetch(`${loupe.url}/api/EnrichedImages`, { method: 'POST', headers, body: form });
  }
  return photo;
}

async function throwSomethingAway(user: SeededUser): Promise<void> {
  const folder = await user.folder({ name: 'Last year' });
  const old = await folder.document(await pageAsJpeg(3), { name: 'Lisière no. 10' });
  await user.send('DELETE', `/api/documents/${old.id}`);
}

async function addPictures(user: SeededUser): Promise<void> {
  const mutation = `mutation ($organizationId: ID!, $name: String!, $keywords: [String!], $file: Upload!) {
    createPicture(input: { organizationId: $organizationId, name: $name, keywords: $keywords, file: $file }) { __typename } }`;
  const labels = [
    { name: 'Label: orchard cider', keywords: ['label', 'cider'], index: 1 },
    { name: 'Postcard: the ferry', keywords: ['postcard'], index: 2 },
    { name: 'Ticket: night of the owls', keywords: ['ticket', 'owls'], index: 5 },
  ];
  for (const { index, ...input } of labels) {
    const page = await renderMagazinePage(index);
    const [widthPx, heightPx] = [page.width, page.height];
    const cut = await sharp(await toJpeg(page))
      .extract({
        left: Math.round(widthPx * 0.1),
        top: Math.round(heightPx * 0.1),
        width: Math.round(widthPx * 0.8),
        height: Math.round(heightPx * 0.5),
      })
      .jpeg()
      .toBuffer();
    await askWithFile(user, mutation, { ...input, organizationId: user.organizationId }, cut);
  }
}

async function addApplication(user: SeededUser): Promise<void> {
  const { createApplication } = await ask<{ createApplication: { id: string } }>(
    user,
    `mutation ($input: CreateApplicationInput!) {
      createApplication(input: $input) { ... on Application { id } } }`,
    { input: { name: 'Covers of the archive', kind: 'MOBILE', keepsThumbnails: true } },
  );
  const mutation = `mutation ($applicationId: ID!, $id: ID!, $file: Upload!) {
    addReference(input: { applicationId: $applicationId, id: $id, image: $file }) { __typename } }`;
  for (const index of [0, 1, 2, RECIPE_PAGE - 1, RECIPE_PAGE]) {
    const variables = { applicationId: createApplication.id, id: `lisiere-11-page-${index + 1}` };
    await askWithFile(user, mutation, variables, await pageAsJpeg(index));
  }
}

async function proofs(): Promise<Buffer[]> {
  const proof = await pageAsJpeg(RECIPE_PAGE - 1);
  const { width: widthPx, height: heightPx } = await sharp(proof).metadata();
  const patch = Buffer.from(
    `<svg width="${Math.round(widthPx / 6)}" height="${Math.round(heightPx / 40)}"><rect width="100%" height="100%" fill="#fbf6ea"/></svg>`,
  );
  const mistaken = await sharp(proof)
    .composite([{ input: patch, left: Math.round(widthPx * 0.1), top: Math.round(heightPx * 0.56) }])
    .jpeg()
    .toBuffer();
  return [proof, mistaken];
}
