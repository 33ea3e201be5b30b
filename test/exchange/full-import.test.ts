import { beforeAll, describe, expect, it } from 'vitest';
import { multipartBody, rawRequest, type RawPart } from '../rest/support/raw.js';
import { useTestApp } from '../kit/use-app.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';

interface DocumentBody {
  readonly Id: string;
  readonly ParentId: string;
  readonly Name: string;
  readonly Status: string;
  readonly Pages: number;
  readonly ActionCount: number;
}

/** Sent as the field's JavaScript client sends it: three parts that are all attachments, unquoted names. */
describe('a full import', () => {
  const loupe = useTestApp();
  let organization: SeededOrganization;
  let editor: SeededUser;

  beforeAll(async () => {
    organization = await seed(loupe).organization({ accountType: 'Prepaid', credit: 2 });
    editor = await organization.user();
  });

  const part = (name: string, type: string, body: Buffer | string): RawPart => ({
    headers: [
      `Content-Disposition: attachment; name=${name}; filename="${name}.dat"`,
      `Content-Type: ${type}`,
    ],
    body,
  });
  const send = async (parts: readonly RawPart[], activate = 'true') => {
    const answer = await rawRequest(loupe.url, {
      method: 'POST',
      path: `/services/Automation/FullImport?activate=${activate}&typemime=image%2Fjpeg`,
      headers: {
        Authorization: `bearer ${editor.token}`,
        'Content-Type': 'multipart/form-data; boundary="XXX1234567890123XXX"',
      },
      body: multipartBody('XXX1234567890123XXX', parts),
    });
    return { status: answer.status, body: JSON.parse(answer.text) as DocumentBody };
  };
  const actions = (name: string) => `<?xml version="1.0" encoding="utf-8"?>
<Document DefaultLanguage="fr-FR" Name="${name}">
  <Titles><Title LanguageCode="fr-FR">Bonjour</Title></Titles>
  <Actions><Action LanguageCode="fr-FR" Name="Lire" Type="URL"><Content>{"Url":"https://loupe.example/"}</Content></Action></Actions>
</Document>`;
  const nodesBelow = async () =>
    (await loupe.app.services.nodes.children(await editor.viewer(), organization.id)).length;

  it('makes a document in the folders that it names, with its actions, active when asked', async () => {
    const parts = [
      part('pathfile', 'text/plain', 'Numéros/Été 2026'),
      part('docfile', 'image/jpeg', await jpegPicture(71)),
      part('actionsfile', 'text/xml', actions('Une')),
    ];
    const { status, body } = await send(parts);
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ Name: 'Une', Status: 'Active', Pages: 1, ActionCount: 1 }),
    ]);
    const path = await loupe.app.services.nodes.path(await editor.viewer(), body.Id);
    expect(path.map(({ name }) => name)).toEqual([organization.name, 'Numéros', 'Été 2026', 'Une']);
    const again = await send(parts, 'false');
    expect(again.body).toMatchObject({ ParentId: body.ParentId, Status: 'Inactive' });
    const inParent = [
      part('pathfile', 'text/plain', organization.id),
      part('docfile', 'image/jpeg', await jpegPicture(72)),
      part(
        'actionsfile',
        'application/json',
        '{"DefaultLanguage":"en-US","Name":"Two","Titles":[{"LanguageCode":"en-US","Value":""}]}',
      ),
    ];
    expect((await send(inParent, 'false')).body).toMatchObject({ ParentId: organization.id, Name: 'Two' });
  });

  it('reads texts in the charset that they declare, and refuses what is no text', async () => {
    const docfile = part('docfile', 'image/jpeg', await jpegPicture(74));
    const xml = actions('Ev\xe9nement').replace('utf-8', 'ISO-8859-1');
    const place = Buffer.from('Ann\xe9e', 'latin1');
    const parts = (type: string) => [
      part('pathfile', type, place),
      docfile,
      part('actionsfile', 'text/xml', Buffer.from(xml, 'latin1')),
    ];
    const { status, body } = await send(parts('text/plain; charset=windows-1252'), 'false');
    expect([status, body]).toEqual([201, expect.objectContaining({ Name: 'Evénement' })]);
    const path = await loupe.app.services.nodes.path(await editor.viewer(), body.Id);
    expect(path.map(({ name }) => name)).toContain('Année');
    const before = await nodesBelow();
    expect((await send(parts('text/plain'))).status).toBe(400);
    expect(await nodesBelow()).toBe(before);
  });

  it('leaves nothing behind when any of it is refused', async () => {
    const before = await nodesBelow();
    const picture = part('docfile', 'image/jpeg', await jpegPicture(73));
    const place = part('pathfile', 'text/plain', 'New folder');
    const twoPages = actions('N').replace('</Document>', '<Images><Image/><Image/></Images></Document>');
    for (const [parts, status] of [
      [[place, picture, part('actionsfile', 'text/xml', '<Document/>')], 400],
      [[place, picture, part('actionsfile', 'text/xml', twoPages)], 400],
      [[place, picture], 400],
      [[place, part('actionsfile', 'text/xml', actions('N'))], 400],
      [
        [place, part('docfile', 'image/jpeg', 'no image'), part('actionsfile', 'text/xml', actions('N'))],
        415,
      ],
      [
        [
          part('pathfile', 'text/plain', '0193b2a0-0000-7000-8000-000000000000'),
          picture,
          part('actionsfile', 'text/xml', actions('N')),
        ],
        404,
      ],
    ] as const) {
      expect((await send(parts)).status).toBe(status);
      expect(await nodesBelow()).toBe(before);
    }
  });

  it('that lacks the credits to be active leaves nothing behind', async () => {
    const made = [];
    for (const picture of [74, 75]) {
      const docfile = part('docfile', 'image/jpeg', await jpegPicture(picture));
      made.push(await send([docfile, part('actionsfile', 'text/xml', actions('Paid'))]));
    }
    expect(made.map(({ status }) => status)).toEqual([201, 403]);
    const documents = await loupe.app.services.documents.list(await editor.viewer(), {
      parentId: organization.id,
    });
    expect(documents.filter(({ name }) => name === 'Paid')).toHaveLength(1);
  });
});
