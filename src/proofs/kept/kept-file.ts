/** A comparison as bytes (MessagePack): everything that reports and the screen show of it. */
import { decode, encode } from '@msgpack/msgpack';
import type { ComparedPage } from '../compared-pdfs.js';
import type { ReportContent } from '../report/report-content.js';
import { LoupeError } from '../../kernel/errors.js';
import type { Proof, ProofPage } from './proof.js';

/**
 * Approvals hold such files for good: members are only ever added to this format, and readers take a missing one for absent.
 */
const FORMAT = 2;
export const KEPT_CONTENT_TYPE = 'application/msgpack';

export interface KeptProof {
  readonly content: ReportContent;
  /** Page by page. */
  readonly pictures: readonly ProofPage['pictures'][];
}

interface Written extends KeptProof {
  readonly format: number;
}

export function writeKept({ content, pictures }: KeptProof): Buffer {
  // The pages of the comparison are those of the report.
  const { pages: _pages, ...comparison } = content.comparison;
  const bytes = encode({ format: FORMAT, content: { ...content, comparison }, pictures });
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** @throws LoupeError NOT_FOUND where another Loupe wrote it */
export function readKept(bytes: Buffer): KeptProof {
  const { format, content, pictures } = withBuffers(decode(bytes)) as Written;
  if (format !== FORMAT)
    throw new LoupeError('NOT_FOUND', 'An older Loupe kept this comparison. Compare the files again.');
  const pages: readonly ComparedPage[] = content.pages.map(({ page }) => page);
  return { content: { ...content, comparison: { ...content.comparison, pages } }, pictures };
}

/** A kept comparison as callers get it. @param keptId null where it is shown to somebody else */
export function proofOf({ content, pictures }: KeptProof, keptId: string | null = null): Proof {
  const { record, comparison, pages, decisions, signature } = content;
  return {
    keptId,
    record,
    decisions,
    signature,
    comparison,
    pages: pages.map(({ page, thumbnails }, at) => ({
      page,
      thumbnails,
      pictures: page.status === 'changed' ? (pictures[at] ?? null) : null,
    })),
    report: null,
  };
}

/** Pictures are read as plain bytes, and dates as dates. */
function withBuffers(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  if (Array.isArray(value)) return value.map(withBuffers);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withBuffers(member)]));
}
