import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '../../kit/use-app.js';
import { drawPicture, jpegPicture } from '../../kit/pictures.js';
import { seed, type SeededOrganization } from '../../kit/seed.js';
import type { SeededDocument } from '../../kit/seed/seed-user.js';
import { GraphqlClient } from '../support.js';

const compare = (arguments_: string, variables: string) => `mutation (${variables}) {
  compare(input: { ${arguments_} }) {
    ... on PictureComparison {
      match { decision }
      fine { differenceCount differences { number kind inReference { left top width height } inQuery { left top } } queryFromReference }
    }
    ... on Problem { code message }
  }
}`;
const PAGE_AND_FILE = compare(
  'reference: { imageId: $id }, query: { file: $file }',
  '$id: ID!, $file: Upload!',
);

const WITH_SETTINGS = `mutation ($id: ID!, $file: Upload!, $settings: FineComparisonInput!) {
  compare(input: { reference: { imageId: $id }, query: { file: $file }, settings: $settings }) {
    ... on PictureComparison {
      fine { score differences { deltaE } coverage { sensitivity ignoredShare } }
    }
    ... on Problem { code message }
  }
}`;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

describe('a comparison of two pictures', () => {
  const loupe = useTestApp();
  let organization: SeededOrganization;
  let document: SeededDocument;

  beforeAll(async () => {
    organization = await seed(loupe).organization();
    document = await (await (await organization.user()).folder()).document(await jpegPicture(51));
  });

  const clientOf = async (role: 'Viewer' | 'Editor' | 'Administrator') =>
    new GraphqlClient(loupe.url, {
      authorization: `Bearer ${(await organization.user({ roles: [role] })).token}`,
    });
  const jpeg = (bytes: Buffer) => ({ file: { bytes, type: 'image/jpeg', name: 'a.jpg' } });

  it('numbers what differs between a page and a file, with its place, for every role', async () => {
    const patch = await sharp({ create: { width: 48, height: 36, channels: 3, background: '#ff00ff' } })
      .png()
      .toBuffer();
    const changed = await drawPicture(51)
      .composite([{ input: patch, left: 240, top: 180 }])
      .jpeg({ quality: 90 })
      .toBuffer();
    for (const role of ['Viewer', 'Editor', 'Administrator'] as const) {
      const client = await clientOf(role);
      const { data } = await client.upload(PAGE_AND_FILE, { id: document.imageIds[0] }, jpeg(changed));
      const { fine } = (
        data as { compare: { fine: { differences: { number: number; inReference: Box }[] } } }
      ).compare;
      const [first] = fine.differences;
      // What was there had edges of its own, some of them where the patch ends.
      expect(first).toMatchObject({ number: 1, kind: expect.stringMatching(/^(CHANGED|RECOLORED)$/) });
      expect(first?.inReference.left).toBeCloseTo(0.5, 1);
      expect(first?.inReference.top).toBeCloseTo(0.5, 1);
    }
  });

  it('leaves out what is to be ignored, says what was compared, and refuses senseless settings', async () => {
    const patch = await sharp({ create: { width: 48, height: 36, channels: 3, background: '#ff00ff' } })
      .png()
      .toBuffer();
    const changed = await drawPicture(51)
      .composite([{ input: patch, left: 240, top: 180 }])
      .jpeg({ quality: 90 })
      .toBuffer();
    const client = await clientOf('Viewer');
    const ask = async (settings: object) =>
      (await client.upload(WITH_SETTINGS, { id: document.imageIds[0], settings }, jpeg(changed))).data;
    const ignore = [{ left: 0.4, top: 0.4, width: 0.3, height: 0.3 }];
    expect(await ask({ ignore, sensitivity: 'SCAN' })).toMatchObject({
      compare: { fine: { score: 0, differences: [], coverage: { sensitivity: 'SCAN' } } },
    });
    const { compare: found } = (await ask({ minDeltaE: 10 })) as {
      compare: { fine: { differences: { deltaE: number }[]; coverage: { ignoredShare: number } } };
    };
    expect(found.fine.differences[0]?.deltaE).toBeGreaterThan(10);
    expect(found.fine.coverage.ignoredShare).toBe(0);
    expect(await ask({ minDeltaE: 200 })).toMatchObject({ compare: { code: 'BAD_USER_INPUT' } });
  });

  it('reports that pictures do not show the same', async () => {
    const client = await clientOf('Viewer');
    const { data } = await client.upload(
      PAGE_AND_FILE,
      { id: document.imageIds[0] },
      jpeg(await jpegPicture(52)),
    );
    expect(data).toMatchObject({ compare: { fine: null } });
  });

  it('shows nothing of others, and refuses what is no pair', async () => {
    const stranger = await (await seed(loupe).organization()).user();
    const file = jpeg(await jpegPicture(51));
    const foreign = new GraphqlClient(loupe.url, { authorization: `Bearer ${stranger.token}` });
    const refused = await foreign.upload(PAGE_AND_FILE, { id: document.imageIds[0] }, file);
    expect(refused.data).toMatchObject({ compare: { code: 'NOT_FOUND' } });
    const nobody = await new GraphqlClient(loupe.url, { 'GraphQL-Require-Preflight': '1' }).upload(
      PAGE_AND_FILE,
      { id: document.imageIds[0] },
      file,
    );
    expect(nobody.data).toMatchObject({ compare: { code: 'UNAUTHENTICATED' } });
    const text = await (
      await clientOf('Viewer')
    ).upload(PAGE_AND_FILE, { id: document.imageIds[0] }, jpeg(Buffer.from('no picture')));
    expect(text.data).toMatchObject({ compare: { code: 'UNSUPPORTED_MEDIA' } });
  });
});
