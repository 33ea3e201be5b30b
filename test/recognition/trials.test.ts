import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { applyHomography } from '../../packages/bench/simulation/photo/homography.js';
import { simulatePhoto, type SimulatedPhoto } from '../../packages/bench/simulation/photo-simulator.js';
import { makePage } from '../../packages/bench/simulation/synthetic-set.js';
import { GraphqlClient } from '../graphql/support.js';
import { useTestApp } from '../kit/use-app.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededDocument, SeededUser } from '../kit/seed/seed-user.js';

interface Point {
  readonly x: number;
  readonly y: number;
}

interface Trial {
  readonly code?: string;
  readonly answer: { readonly id: string; readonly title: string; readonly score: number } | null;
  readonly candidates: readonly {
    readonly element: { readonly id: string } | null;
    readonly picture: { readonly name: string } | null;
    readonly outcome: string;
    readonly recognizedBy: { readonly id: string } | null;
    readonly match: { readonly decision: string; readonly inlierCount: number };
    readonly outline: readonly Point[];
    readonly points: readonly { readonly inQuery: Point; readonly inReference: Point }[];
  }[];
  readonly keypointCount: number;
  readonly timing: Readonly<Record<string, number>> | null;
}

const TRY = `mutation ($id: ID!, $language: Locale, $photo: Upload!) {
  tryRecognition(input: { organizationId: $id, languageCode: $language, photo: $photo }) {
    ... on RecognitionTrial {
      answer { id title score }
      candidates {
        element { id }
        picture { name }
        outcome
        recognizedBy { id }
        match { decision inlierCount coveredSurface matchStrength }
        outline { x y }
        points { inQuery { x y } inReference { x y } }
      }
      keypointCount
      timing { decodeMs extractMs searchMs verifyMs }
    }
    ... on Problem { code message }
  }
}`;

/** A page that is white from there down. @param from fraction of the height */
async function whiteBelow(page: Buffer, from: number): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(page).metadata();
  const top = Math.round(height * from);
  const background = '#ffffff';
  const white = await sharp({ create: { width, height: height - top, channels: 3, background } })
    .png()
    .toBuffer();
  return sharp(page)
    .composite([{ input: white, left: 0, top }])
    .jpeg({ quality: 92 })
    .toBuffer();
}

describe('trying a photo out', () => {
  const loupe = useTestApp();
  let organization: SeededOrganization;
  let editor: SeededUser;
  let document: SeededDocument;
  let photo: SimulatedPhoto;

  beforeAll(async () => {
    organization = await seed(loupe).organization();
    editor = await organization.user({ roles: ['Editor'] });
    const page = await makePage('magazine', 31);
    document = await (await editor.folder()).document(page);
    photo = await simulatePhoto(page, { strength: 'easy', seed: 5 });
  });

  async function tryOut(bytes: Buffer, user = editor, language = 'fr-FR'): Promise<Trial> {
    const client = new GraphqlClient(loupe.url, { authorization: `Bearer ${user.token}` });
    const files = { photo: { bytes, type: 'image/jpeg', name: 'photo.jpg' } };
    const { data } = await client.upload(TRY, { id: organization.id, language }, files);
    return data!['tryRecognition'] as Trial;
  }

  const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

  it('locates the page in the photo, to a percent, with its points', async () => {
    const { candidates, keypointCount, timing } = await tryOut(photo.jpeg);
    const [first] = candidates;
    expect(first).toMatchObject({ element: { id: document.imageIds[0] }, outcome: 'NO_ACTION' });
    const corners = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ] as const;
    for (const [i, corner] of corners.entries()) {
      const [x, y] = applyHomography(photo.queryFromReference, corner);
      expect(distance(first!.outline[i]!, { x, y })).toBeLessThan(0.01);
    }
    expect(first!.points.length).toBeGreaterThan(20);
    for (const { inQuery, inReference } of first!.points) {
      const [x, y] = applyHomography(photo.queryFromReference, [inReference.x, inReference.y]);
      expect(distance(inQuery, { x, y })).toBeLessThan(0.03);
    }
    expect(keypointCount).toBeGreaterThan(first!.points.length);
    expect(Object.keys(timing!)).toEqual(['decodeMs', 'extractMs', 'searchMs', 'verifyMs']);
  });

  it('answers as a reader would be answered, without a trace', async () => {
    expect((await tryOut(photo.jpeg)).answer).toBeNull();
    await document.action({ languageCode: 'en-US' });
    await document.title('The page', { languageCode: 'en-US' });
    const { answer, candidates } = await tryOut(photo.jpeg);
    expect(answer).toMatchObject({ id: document.imageIds[0], title: 'The page' });
    expect(answer!.score).toBeGreaterThan(0.3);
    expect(candidates[0]!.outcome).toBe('ANSWERED');
    expect(await editor.send('GET', `/api/documents/${document.id}/matches`)).toEqual([]);
  });

  it('shows the answered zone first, with the one that was recognized where it has no match of its own', async () => {
    const page = await whiteBelow(await makePage('magazine', 32), 0.44);
    const other = await (await editor.folder()).document(page);
    const above = await other.zone({ x: 0, y: 0, width: 100, height: 44 });
    // Too plain to be found by itself; the middle of the photo lies in it.
    const middle = await other.zone({ x: 5, y: 46, width: 90, height: 50 });
    await other.action({ nodeId: middle, name: 'Tickets' });
    await other.title('Tickets', { nodeId: middle });
    const { answer, candidates } = await tryOut(
      (await simulatePhoto(page, { strength: 'easy', seed: 6 })).jpeg,
    );
    expect(answer).toMatchObject({ id: middle, title: 'Tickets' });
    expect(candidates[0]).toMatchObject({
      element: { id: middle },
      outcome: 'ANSWERED',
      recognizedBy: { id: above },
    });
    expect(candidates.filter(({ element }) => element?.id === middle)).toHaveLength(1);
    expect(candidates.filter(({ outcome }) => outcome === 'ANSWERED')).toHaveLength(1);
    expect(candidates.find(({ element }) => element?.id === above)?.recognizedBy).toBeNull();
  });

  it('says of a page that the photo does not show which test it failed', async () => {
    const { answer, candidates } = await tryOut(await jpegPicture(87));
    expect(answer).toBeNull();
    for (const { outcome, match } of candidates) {
      expect(outcome).toBe('REFUSED');
      expect(match.decision).not.toMatch(/^(?:CLONE|MATCH)$/);
    }
  });

  it('names pictures of picture mode, and says when there is nothing to search in', async () => {
    const empty = await seed(loupe).organization();
    const user = await empty.user();
    const client = new GraphqlClient(loupe.url, { authorization: `Bearer ${user.token}` });
    const bytes = await jpegPicture(88);
    const files = { photo: { bytes, type: 'image/jpeg', name: 'photo.jpg' } };
    const nothing = await client.upload(TRY, { id: empty.id, language: null }, files);
    expect(nothing.data!['tryRecognition']).toMatchObject({ answer: null, candidates: [] });
    const form = new FormData();
    form.set('picture', JSON.stringify({ Name: 'Poster', OrganizationId: empty.id, Data: 'free text' }));
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'poster.jpg');
    await user.send('POST', '/api/Pictures', { form });
    const found = await client.upload(TRY, { id: empty.id, language: null }, files);
    expect(found.data!['tryRecognition']).toMatchObject({
      candidates: [{ element: null, picture: { name: 'Poster' }, outcome: 'ANSWERED' }],
    });
  });
});
