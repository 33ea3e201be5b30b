/** Loads the demo's documents through the platform's REST API, as a publisher's own program would. */
import { demoDocuments } from '../content/content.js';
import {
  type DemoAction,
  type DemoDocument,
  type DemoElement,
  type DemoLanguage,
  demoLanguages,
} from '../content/content.types.js';
import { readPrint } from '../prints.js';
import { type DemoHttpClient, elementsOf, textMember } from './http-client.js';

const FOLDER_NAME = 'Printed matter';

/** Told before each step. */
export type OnStep = (text: string) => void;

/**
 * Uploads every demo document below an organization with titles, actions and zones. What an interrupted load left
 * behind is removed first.
 */
export async function loadDemo(
  client: DemoHttpClient,
  organizationId: string,
  onStep: OnStep,
): Promise<void> {
  await removeLeftovers(client, organizationId);
  const folder = await client.send('POST', '/api/Folders', {
    json: { ParentId: organizationId, Name: FOLDER_NAME },
  });
  for (const document of demoDocuments) {
    await loadDocument(client, textMember(folder, 'Id'), document, onStep);
  }
}

async function removeLeftovers(client: DemoHttpClient, organizationId: string): Promise<void> {
  for (const folder of elementsOf(await client.send('GET', `/api/nodes/${organizationId}/folders`))) {
    if (textMember(folder, 'Name') !== FOLDER_NAME) continue;
    await client.send('DELETE', `/api/Folders/${textMember(folder, 'Id')}?deletechildren=true`);
  }
}

async function loadDocument(
  client: DemoHttpClient,
  folderId: string,
  document: DemoDocument,
  onStep: OnStep,
): Promise<void> {
  onStep(`Uploading ${document.name} (${document.pages.length} pages)`);
  const documentId = await upload(client, folderId, document);
  for (const language of demoLanguages) {
    if (language === document.defaultLanguage) continue;
    await client.send('PUT', '/api/DocumentLanguages', {
      json: { DocumentId: documentId, LanguageCode: language },
    });
  }
  onStep(`Writing titles and actions of ${document.name}`);
  await enrich(client, documentId, document);
  const images = elementsOf(await client.send('GET', `/api/documents/${documentId}/images`));
  for (const page of document.pages) {
    const imageId = textMember(images[page.pageIndex], 'Id');
    await client.send('PATCH', `/api/images?id=${imageId}`, { json: { Name: page.name } });
    await enrich(client, imageId, page);
    for (const zone of page.zones) {
      const created = await client.send('POST', '/api/Zones', {
        json: {
          ImageId: imageId,
          Name: zone.name,
          PositionX: zone.positionXPercent,
          PositionY: zone.positionYPercent,
          Width: zone.widthPercent,
          Height: zone.heightPercent,
        },
      });
      await enrich(client, textMember(created, 'Id'), zone);
    }
  }
  await client.send('PATCH', `/api/documents?id=${documentId}`, { json: { Status: 'Active' } });
}

/** @returns the id of the new document, whose pages are ready */
async function upload(client: DemoHttpClient, folderId: string, document: DemoDocument): Promise<string> {
  const form = new FormData();
  form.append(
    'document',
    JSON.stringify({
      Name: document.name,
      DefaultLanguage: document.defaultLanguage,
      ParentId: folderId,
    }),
  );
  form.append(
    'file',
    new Blob([new Uint8Array(await readPrint(document.fileName))], { type: document.contentType }),
    document.fileName,
  );
  return textMember(await client.send('POST', '/api/Documents?async=false', { form }), 'Id');
}

async function enrich(client: DemoHttpClient, nodeId: string, element: DemoElement): Promise<void> {
  for (const language of demoLanguages) {
    await client.send('PUT', '/api/Titles', {
      json: { NodeId: nodeId, LanguageCode: language, Value: element.title[language] },
    });
    for (const [index, action] of element.actions.entries()) {
      await client.send('POST', '/api/Actions', { json: toAction(nodeId, language, action, index) });
    }
  }
}

function toAction(nodeId: string, language: DemoLanguage, action: DemoAction, index: number): object {
  const { type, content } = action.content[language];
  return {
    NodeId: nodeId,
    LanguageCode: language,
    Name: action.name[language],
    Type: type,
    Content: JSON.stringify(content),
    Order: index + 1,
  };
}
