import { expect, test } from 'vitest';
import { startTestApp } from '../kit/app.js';
import { textMember } from '../kit/json.js';
import { selfDrawingPdf } from '../kit/files/pdfs.js';
import { seed } from '../kit/seed.js';

test('a server that gets a signal while a PDF is being drawn ends, and continues after a restart', async () => {
  const environment = {
    // Nothing but the end of the server ends the drawing within this test.
    LOUPE_PDF_MEMORY_MB: '16000',
    LOUPE_PDF_PAGE_TIMEOUT_MS: '600000',
  };
  let loupe = await startTestApp({ environment });
  try {
    const user = await (await seed(loupe).organization()).user();
    const form = new FormData();
    const place = { Name: 'Endless', DefaultLanguage: 'en-US', ParentId: user.organizationId };
    form.append('document', JSON.stringify(place));
    form.append('file', new Blob([new Uint8Array(selfDrawingPdf)], { type: 'application/pdf' }), 'file');
    const id = textMember(await user.send('POST', '/api/Documents', { form }), 'Id');
    const processing = async () => textMember(await user.send('GET', `/api/Documents/${id}`), 'Processing');
    await expect.poll(processing).toBe('Processing');
    loupe = await loupe.restart();
    expect(['Pending', 'Processing']).toContain(await processing());
  } finally {
    await loupe.close();
  }
});
