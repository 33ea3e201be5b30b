/** Parts of stored files that players and viewers ask for by the header Range. */
import { expect, test } from 'vitest';
import { elementsOf, textMember } from '../kit/json.js';
import { jpegPicture } from '../kit/pictures.js';
import { seed } from '../kit/seed.js';
import { useTestApp } from '../kit/use-app.js';

const loupe = useTestApp();

test('a range is answered alone, one beyond the end with 416, and what is no range with the whole', async () => {
  const user = await (await seed(loupe).organization()).user();
  const document = await (await user.folder()).document(await jpegPicture(7));
  const [image] = elementsOf(await user.send('GET', `/api/documents/${document.id}/images`));
  const address = textMember(image, 'SmallThumbnail');
  const whole = Buffer.from(await (await fetch(address)).arrayBuffer());
  const end = whole.length - 1;
  const ask = async (range: string) => {
    const response = await fetch(address, { headers: { Range: range } });
    const bytes = Buffer.from(await response.arrayBuffer());
    return { status: response.status, range: response.headers.get('Content-Range'), bytes };
  };
  const part = (from: number, to: number) => ({
    status: 206,
    range: `bytes ${from}-${to}/${whole.length}`,
    bytes: whole.subarray(from, to + 1),
  });
  expect(await ask('bytes=2-9')).toEqual(part(2, 9));
  expect(await ask('bytes=2-')).toEqual(part(2, end));
  expect(await ask('bytes=-4')).toEqual(part(end - 3, end));
  expect(await ask(`bytes=0-${whole.length * 2}`)).toEqual(part(0, end));
  expect(await ask(`bytes=0-1,${whole.length}-`)).toEqual(part(0, 1));
  for (const beyond of [`bytes=${whole.length}-`, 'bytes=-0'])
    expect(await ask(beyond), beyond).toMatchObject({ status: 416, range: `bytes */${whole.length}` });
  for (const other of ['bytes=5-2', 'bytes=x', 'bytes=', 'lines=0-1', 'bytes=0-1,4-5', 'anything'])
    expect(await ask(other), other).toEqual({ status: 200, range: null, bytes: whole });
});
