/** Keys of references for the wire: sorted, the distance to the next one in as few bytes as it needs (LEB128). */

export function packKeys(keys: Uint32Array): Uint8Array {
  const sorted = Uint32Array.from(keys).sort();
  const bytes = new Uint8Array(sorted.length * 5);
  let length = 0;
  let last = 0;
  for (const key of sorted) {
    let distance = key - last;
    last = key;
    while (distance >= 128) {
      bytes[length++] = (distance % 128) + 128;
      distance = Math.floor(distance / 128);
    }
    bytes[length++] = distance;
  }
  return bytes.subarray(0, length);
}

/** @throws RangeError for bytes that are no list of keys */
export function unpackKeys(bytes: Uint8Array): Uint32Array {
  const keys = new Uint32Array(bytes.filter((byte) => byte < 128).length);
  let count = 0;
  let last = 0;
  let distance = 0;
  let weight = 1;
  for (const byte of bytes) {
    distance += (byte % 128) * weight;
    weight *= 128;
    if (byte >= 128) continue;
    last += distance;
    if (last >= 2 ** 32) throw new RangeError('A list of keys holds a number that is no key.');
    keys[count++] = last;
    distance = 0;
    weight = 1;
  }
  if (weight !== 1) throw new RangeError('A list of keys ends within a number.');
  return keys;
}
