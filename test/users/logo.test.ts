import { Readable } from 'node:stream';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Viewer } from '../../src/access/viewer.js';
import { useTestApp } from '../kit/use-app.js';
import { seed } from '../kit/seed.js';

describe('the logo of an organization', () => {
  const loupe = useTestApp();

  const setLogo = async (viewer: Viewer, id: string, bytes: Buffer) => {
    const { uploads, organizations } = loupe.app.services;
    const file = await uploads.receive(Readable.from([bytes]), {
      maxBytes: 1_000_000,
      originalName: 'logo.png',
      declaredType: 'image/png',
    });
    try {
      await organizations.setLogo(viewer, id, file);
    } finally {
      await file.discard();
    }
  };
  const picture = (background: string) =>
    sharp({ create: { width: 90, height: 40, channels: 3, background } })
      .png()
      .toBuffer();

  it('is served as it was sent, replaced by a newer one and removed again', async () => {
    const org = await seed(loupe).organization();
    const viewer = await (await org.user()).viewer();
    const { organizations, files } = loupe.app.services;
    const logoOf = async () => (await organizations.get(viewer, org.id)).logoFileId;
    const red = await picture('red');
    await setLogo(viewer, org.id, red);
    const first = (await logoOf()) ?? '';
    const served = await files.read(first, files.fileSignature(first));
    expect(served.contentType).toBe('image/png');
    expect(Buffer.concat(await served.stream().toArray())).toEqual(red);
    await setLogo(viewer, org.id, await picture('blue'));
    expect(await logoOf()).not.toBe(first);
    await expect(files.read(first, files.fileSignature(first))).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await organizations.deleteLogo(viewer, org.id);
    expect(await logoOf()).toBeNull();
  });

  it('stays as it is when the new one is no picture or the viewer may not set it', async () => {
    const org = await seed(loupe).organization();
    const viewer = await (await org.user()).viewer();
    await setLogo(viewer, org.id, await picture('green'));
    const { logoFileId } = await loupe.app.services.organizations.get(viewer, org.id);
    const cut = (await picture('red')).subarray(0, 60);
    await expect(setLogo(viewer, org.id, Buffer.from('no picture'))).rejects.toMatchObject({
      code: 'UNSUPPORTED_MEDIA',
    });
    await expect(setLogo(viewer, org.id, cut)).rejects.toMatchObject({ code: 'INVALID_IMAGE' });
    const editor = await (await org.user({ roles: ['Editor'] })).viewer();
    await expect(setLogo(editor, org.id, await picture('red'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect((await loupe.app.services.organizations.get(viewer, org.id)).logoFileId).toBe(logoFileId);
  });
});
