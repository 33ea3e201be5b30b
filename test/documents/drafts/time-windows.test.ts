/** Time windows through drafts, publishing, undo, the history, files, tables and REST. */
import { expect, test } from 'vitest';
import { elementsOf, memberOf, textMember } from '../../kit/json.js';
import { UPPER_LEFT, draftBench } from './draft-bench.js';

const bench = draftBench();
const WINTER = 'from 2026-12-01T00:00 until 2026-12-25T00:00 on Mon,Fri at 07:00-09:00';
const GIVEN = {
  from: '2026-12-01',
  until: '2026-12-24',
  days: ['FRIDAY', 'MONDAY'],
  hours: [{ from: '07:00', until: '09:00' }],
};

const windowsOf = async () => {
  const answer = await bench.ask(
    `query ($id: ID!) { node(id: $id) { ... on Image {
       timeWindow { text }
       titles { timeWindow { text } } actions { timeWindow { text } } zones { timeWindow { text } }
       document { timeWindow { from until days hours { from until } text } }
     } } }`,
    { id: bench.pageId },
  );
  return memberOf(memberOf(answer, 'data'), 'node');
};
const update = async (kind: 'Document' | 'Image' | 'Zone', id: string, timeWindow: unknown) =>
  bench.mutate(
    `update${kind}(input: { id: $id, patch: { timeWindow: $timeWindow } })`,
    '$id: ID!, $timeWindow: TimeWindowInput',
    `... on ${kind} { id }`,
    { id, timeWindow },
  );
const action = async () => {
  const { id } = await bench.user.viewer().then((viewer) =>
    bench.loupe.app.services.actions.create(viewer, {
      nodeId: bench.pageId,
      languageCode: 'en-US',
      name: 'Read',
      type: 'URL',
      content: '{"Url":"https://loupe.example/"}',
    }),
  );
  return id;
};
const send = async (method: string, path: string, json?: object) =>
  bench.user.send(method, path, json === undefined ? {} : { json });

test('GraphQL sets, answers and removes a window, and refuses one that contradicts itself', async () => {
  await update('Document', bench.document.id, GIVEN);
  await update('Image', bench.pageId, GIVEN);
  expect(await windowsOf()).toMatchObject({
    timeWindow: { text: WINTER },
    document: {
      timeWindow: {
        from: '2026-12-01T00:00',
        until: '2026-12-25T00:00',
        days: ['MONDAY', 'FRIDAY'],
        hours: [{ from: '07:00', until: '09:00' }],
        text: WINTER,
      },
    },
  });
  await update('Document', bench.document.id, null);
  expect(await windowsOf()).toMatchObject({ document: { timeWindow: null }, timeWindow: { text: WINTER } });
  const refused = await update('Image', bench.pageId, { from: '2026-12-25', until: '2026-12-01' });
  expect(refused).toMatchObject({
    code: 'BAD_USER_INPUT',
    fields: [{ path: 'timeWindow', messages: ['must end after it begins'] }],
  });
});

test('a draft holds windows, publishing puts them in force, and undo takes them back', async () => {
  const actionId = await action();
  const zoneId = await bench.document.zone({ imageId: bench.pageId });
  await bench.start();
  const edited = await bench.edit([
    { change: { updateAction: { id: actionId, patch: { timeWindow: GIVEN } } } },
    {
      change: {
        setTitle: { nodeId: bench.pageId, languageCode: 'en-US', value: 'Spring', timeWindow: GIVEN },
      },
    },
    { updateZone: { id: zoneId, patch: { timeWindow: GIVEN } } },
    { createZone: { imageId: bench.pageId, ...UPPER_LEFT, timeWindow: GIVEN } },
  ]);
  expect(memberOf(edited, 'draft')).toMatchObject({ changeCount: 4 });
  expect(await bench.changesOf()).toContainEqual(
    expect.objectContaining({
      kind: 'ZONE',
      changes: [{ kind: 'Zone', field: 'timeWindow', before: null, after: WINTER }],
    }),
  );
  const none = {
    titles: [{ timeWindow: null }],
    actions: [{ timeWindow: null }],
    zones: [{ timeWindow: null }],
  };
  expect(await windowsOf()).toMatchObject(none);
  const published = await bench.publish();
  const text = { timeWindow: { text: WINTER } };
  expect(await windowsOf()).toMatchObject({ titles: [text], actions: [text], zones: [text, text] });
  await bench.mutate('undoTextChange(input: { id: $id })', '$id: ID!', '... on Done { __typename }', {
    id: textMember(published, 'undoId'),
  });
  expect(await windowsOf()).toMatchObject(none);
});

test('a draft refuses a window that holds no moment, with its place', async () => {
  const actionId = await action();
  await bench.start();
  const timeWindow = { from: '2026-12-01', until: '2026-12-02', days: ['SUNDAY'] };
  expect(
    await bench.edit([{ change: { updateAction: { id: actionId, patch: { timeWindow } } } }]),
  ).toMatchObject({ code: 'BAD_USER_INPUT', fields: [{ path: 'edits.0.timeWindow' }] });
});

test('files carry windows there and back, and refuse wrong ones with their member', async () => {
  const actionId = await action();
  await send('PATCH', `/api/Actions/${actionId}`, { TimeWindow: WINTER });
  await send('PATCH', `/api/Documents/${bench.document.id}`, { TimeWindow: 'on Sat,Sun' });
  await send('PATCH', `/api/Images/${bench.pageId}`, { TimeWindow: 'at 08:00-20:00' });
  await send('PATCH', '/api/Titles', { NodeId: bench.pageId, LanguageCode: 'en-US', TimeWindow: WINTER });
  const before = await windowsOf();
  for (const format of ['Json', 'Xml']) {
    const path = `/services/Automation/Export?documentId=${bench.document.id}&format=${format.toLowerCase()}`;
    const file = textMember(await send('GET', path), format);
    await send('PATCH', `/api/Documents/${bench.document.id}`, { TimeWindow: null });
    await send('PUT', '/services/Automation/Import', { DocumentId: bench.document.id, [format]: file });
    expect(await windowsOf()).toEqual(before);
    const wrong = file.replace('on Sat,Sun', 'on Someday');
    const refused = await bench.user.request('PUT', '/services/Automation/Import', {
      json: { DocumentId: bench.document.id, [format]: wrong },
    });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('TimeWindow')]);
  }
});

test('clients that do not know windows leave them as they are when they replace something', async () => {
  const actionId = await action();
  const zoneId = await bench.document.zone({ imageId: bench.pageId });
  await send('PATCH', `/api/Actions/${actionId}`, { TimeWindow: WINTER });
  await send('PATCH', `/api/Zones/${zoneId}`, { TimeWindow: WINTER });
  await send('PATCH', `/api/Images/${bench.pageId}`, { TimeWindow: WINTER });
  await send('PUT', `/api/Actions/${actionId}`, {
    NodeId: bench.pageId,
    LanguageCode: 'en-US',
    Name: 'Other',
  });
  await send('PUT', `/api/Zones/${zoneId}`, { PositionX: 0, PositionY: 0, Width: 20, Height: 20 });
  await send('PUT', `/api/Images/${bench.pageId}`, { Name: 'One', Order: 1, Status: 'Inactive' });
  await send('PUT', '/api/Titles', { NodeId: bench.pageId, LanguageCode: 'en-US', Value: 'Other' });
  const text = { timeWindow: { text: WINTER } };
  expect(await windowsOf()).toMatchObject({ ...text, actions: [text], zones: [text] });
});

test('the table of actions holds windows, and changes them', async () => {
  const actionId = await action();
  const head = 'ActionId,ElementId,LanguageCode,Name,Type,Address,TimeWindow';
  const row = `${actionId},${bench.pageId},en-US,Read,URL,https://loupe.example/,"on Fri, Mon"`;
  const csv = `${head}\n${row}\n`;
  const form = new FormData();
  form.append('file', new Blob([csv], { type: 'text/csv' }), 'actions.csv');
  const path = `/services/Automation/Spreadsheet?documentId=${bench.document.id}`;
  await bench.user.send('PUT', path, { form });
  expect(elementsOf(memberOf(await windowsOf(), 'actions'))).toEqual([
    { timeWindow: { text: 'on Mon,Fri' } },
  ]);
});
