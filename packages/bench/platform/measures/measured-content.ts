/** Content that is read and scanned while reads are measured: a folder of 50 documents; one has titles and an action. */
import { DemoHttpClient, textMember } from '../../../../demo/loader/http-client.js';
import { toJpeg } from '../../paint/rgb-image.js';
import { renderMagazinePage } from '../../print/magazine.js';
import { jpegPicture } from '../../../../test/kit/pictures.js';

const DOCUMENTS = 50;

export interface Published {
  readonly folderId: string;
  /** Its page is the first of the demo: drawn pages resemble each other as those of one form do. */
  readonly documentId: string;
}

export async function publishForMeasuring(
  url: string,
  token: string,
  organizationId: string,
): Promise<Published> {
  const client = new DemoHttpClient(url);
  const headers = { Authorization: `Bearer ${token}` };
  const send = async (method: string, path: string, body: { json?: object; form?: FormData }) =>
    client.send(method, path, { ...body, headers });
  const folder = await send('POST', '/api/Folders', { json: { Name: 'Folder', ParentId: organizationId } });
  const folderId = textMember(folder, 'Id');
  let documentId = '';
  for (let at = 0; at < DOCUMENTS; at += 1) {
    const form = new FormData();
    const Name = `Document ${at + 1}`;
    const place = { Name, DefaultLanguage: 'en-US', ParentId: folderId, Status: 'Active' };
    form.append('document', JSON.stringify(place));
    const picture =
      at === 0 ? await toJpeg(await renderMagazinePage(0)) : await jpegPicture(at + 1, 640, 480);
    form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'page.jpg');
    const id = textMember(await send('POST', '/api/Documents?async=false', { form }), 'Id');
    if (at === 0) documentId = id;
  }
  for (const LanguageCode of ['en-US', 'fr-FR']) {
    await send('PUT', '/api/Titles', { json: { NodeId: documentId, LanguageCode, Value: 'A title' } });
  }
  await send('POST', '/api/Actions', {
    json: {
      NodeId: documentId,
      LanguageCode: 'en-US',
      Name: 'More',
      Type: 'URL',
      Content: JSON.stringify({ Url: 'https://loupe.example/', ContentType: 'text/html' }),
    },
  });
  return { folderId, documentId };
}
