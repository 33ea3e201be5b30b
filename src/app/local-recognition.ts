/** Wires recognition on files. */
import { ComparisonService } from '../applications/search/comparison.service.js';
import { LocalRecognition, MemoryReferences } from '../applications/search/local-recognition.js';
import { matchByBaseline } from '../applications/search/baseline-match.js';
import { comparePair } from '../applications/search/pair-comparison.js';
import { PdfComparisonService } from '../applications/proofs/pdf-comparison.service.js';
import { PictureSignatures } from '../applications/references/picture-signatures.js';
import type { Config } from '../config.js';
import { ImageDecoder } from '../media/image-decoder.js';
import { PdfRenderer } from '../media/pdf-renderer.js';
import { Vision } from '../vision/vision.js';

export function openLocalRecognition({ limits, vision: { threads } }: Config): LocalRecognition {
  const references = new MemoryReferences();
  const options = threads === null ? {} : { threads };
  const vision = new Vision({ feed: references, snapshotFolder: null, ...options });
  const decoder = new ImageDecoder(limits);
  const signatures = new PictureSignatures(vision, decoder);
  const comparisons = new ComparisonService(vision, decoder, { note: () => undefined });
  return new LocalRecognition({
    vision,
    references,
    signatures,
    pdfs: new PdfComparisonService(vision, new PdfRenderer(limits)),
    compare: (reference, query, options) =>
      comparePair({ vision, decoder, signatures }, reference, query, options),
    matchByOrb: (reference, query) => matchByBaseline(vision, decoder, reference, query),
    compareFinely: (reference, query, settings) =>
      comparisons.compareBytes(reference, query, undefined, settings),
  });
}
