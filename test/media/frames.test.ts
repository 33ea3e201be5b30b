import { expect, test } from 'vitest';
import { encodeFrameHead, FrameReader } from '../../src/media/pictures/frames.js';

const frames = Buffer.concat([
  encodeFrameHead({ kind: 'ready' }, 0),
  encodeFrameHead({ kind: 'picture', width: 3 }, 5),
  Buffer.from('abcde'),
  encodeFrameHead({}, 1),
  Buffer.from('z'),
]);

test.each([1, 3, 8, 9, 1000])('frames are put together from chunks of %d bytes', (size) => {
  const reader = new FrameReader(5);
  const found = [];
  for (let at = 0; at < frames.length; at += size) {
    found.push(...reader.push(Buffer.from(frames.subarray(at, at + size))));
  }
  expect(found.map(({ message, bytes }) => [message, bytes.toString()])).toEqual([
    [{ kind: 'ready' }, ''],
    [{ kind: 'picture', width: 3 }, 'abcde'],
    [{}, 'z'],
  ]);
});

test('a frame that announces more than is expected is refused before memory is taken for it', () => {
  expect(() => new FrameReader(4).push(Buffer.from(frames))).toThrow(RangeError);
});
