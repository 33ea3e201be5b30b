import { elementsOf, textMember } from '../../kit/json.js';
import { newPdf } from '../../kit/files/pdfs.js';
import { jpegPicture } from '../../kit/pictures.js';
import type { Send } from './recorder.js';

/** Inserts pages, throws one and a document away and brings the page back. */
export async function playTrash(send: Send, folderId: string) {
  const pdf = await newPdf([73, 74]);
  const members = { Name: 'Two pages', ParentId: folderId, DefaultLanguage: 'en-US' };
  const document = await send('upload two pages', 'POST', '/api/Documents?async=false', {
    form: { part: ['document', members], file: ['issue.pdf', 'application/pdf', pdf] },
  });
  const id = textMember(document, 'Id');
  const [first] = elementsOf(await send('pages', 'GET', `/api/documents/${id}/images`));
  const imageId = textMember(first, 'Id');
  const picture = ['page.jpg', 'image/jpeg', await jpegPicture(75)] as const;
  await send('insert a page', 'POST', `/api/documents/${id}/images`, {
    form: { part: ['document', { Order: 2, Status: 'Inactive' }], file: picture },
  });
  await send('insert it where nothing is', 'POST', `/api/documents/${id}/images`, {
    form: { part: ['document', { Order: 9 }], file: picture },
  });
  await send('replace the file of a page', 'PUT', `/api/images/${imageId}/file`, { form: { file: picture } });
  await send('preview', 'GET', `/api/Preview?elementId=${imageId}&languageCode=fr-CA`);
  await send('throw a page away', 'DELETE', `/api/images/${imageId}`);
  await send('list', 'GET', '/api/Trash');
  await send('restore', 'POST', `/api/Trash/${imageId}/Restore`);
  await send('throw it away again', 'DELETE', `/api/images/${imageId}`);
  await send('remove for good', 'DELETE', `/api/Trash/${imageId}`);
  await send('throw the document away', 'DELETE', `/api/documents/${id}`);
  await send('empty', 'POST', '/api/Trash/Empty');
}
