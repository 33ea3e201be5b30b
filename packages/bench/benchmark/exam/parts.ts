/**
 * The two parts of development data, once and for all: what constants may be fitted on, and what none of them has seen.
 *
 * A picture belongs to the part that the checksum of its reference's name gives it, so that all photos of one reference lie
 * in one part, on every machine, whatever else is added to a set.
 */
import { createHash } from 'node:crypto';

/** `fit`: for choosing constants and looking at what goes wrong. `unseen`: for reported figures, and for nothing else. */
export type Part = 'fit' | 'unseen';

export const parts: readonly Part[] = ['fit', 'unseen'];

/** @param name  of the reference that a picture shows, as `set/id`; of the picture itself where it shows none */
export function partOf(name: string): Part {
  return checksumOf(name, 'part') % 2 === 0 ? 'fit' : 'unseen';
}

/** A number below 2^32 that a name and a purpose give. */
export function checksumOf(name: string, purpose: string): number {
  return createHash('sha256').update(`${purpose}\n${name}`).digest().readUInt32BE(0);
}
