import { expect, test } from 'vitest';

import { crc32c } from '../../src/vision/crc32c.js';
import { lookOf } from '../../src/vision/look.js';

test('checksums are those of RFC 3720', () => {
  expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
  expect(crc32c(Buffer.alloc(32))).toBe(0x8a9136aa);
  expect(crc32c(Buffer.alloc(32, 0xff))).toBe(0x62a8ab43);
});

test('what is no DNA has no look', () => {
  for (const text of ['', 'LOUPEDNA', 'LOUPEDNA'.padEnd(200, '\xff'), 'x'.repeat(200)]) {
    expect(lookOf(Buffer.from(text, 'latin1'))).toBeNull();
  }
});
