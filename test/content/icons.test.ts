import { expect, test } from 'vitest';
import { useTestApp } from '../kit/use-app.js';
import { takeInventory } from '../kit/leftovers.js';
import { drawPicture, upload } from '../kit/pictures.js';
import { newPublisher } from '../kit/publisher.js';

const loupe = useTestApp();

test('icons go with the element that they belong to and with all that is below it, pictures included', async () => {
  const { services } = loupe.app;
  const { viewer, organization } = await newPublisher(services);
  const before = await takeInventory(loupe);
  const folder = await services.folders.create(viewer, { parentId: organization.id, name: 'Issues' });
  const below = await services.folders.create(viewer, { parentId: folder.id, name: 'Summer' });
  for (const nodeId of [folder.id, below.id]) {
    const png = await drawPicture(3, 32, 32).png().toBuffer();
    const icon = await services.icons.create(
      viewer,
      { nodeId },
      await upload(services.uploads, png, 'icon.png'),
    );
    expect(icon.nodeId).toBe(nodeId);
  }
  await services.folders.delete(viewer, folder.id, { deleteChildren: true });
  await services.trash.purge(viewer, folder.id);
  const { 'rows of OperationRecord': _noted, ...left } = await takeInventory(loupe);
  expect({ ...left, 'rows of OperationRecord': before['rows of OperationRecord'] }).toEqual(before);
});
