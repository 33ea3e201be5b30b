/** Wires documents, their pages and the jobs that make them. */
import type { Secrets } from '../access/secrets.js';
import type { CreditLedger } from '../credits/credit-ledger.js';
import { PdfComparisonService } from '../proofs/pdf-comparison.service.js';
import type { OperationLog } from '../audit/operation-log.js';
import { JobRunner } from '../jobs/job-runner.js';
import { Tesseract } from '../media/ocr/tesseract.js';
import { PdfRenderer } from '../media/pdf/pdf-renderer.js';
import { ActivationPlanService } from '../documents/activation-plan.service.js';
import { DocumentCover } from '../documents/document-cover.js';
import { DocumentProcessor, PROCESS_DOCUMENT } from '../documents/document-processor.js';
import { DocumentWatch } from '../documents/document-watch.js';
import { DocumentReader } from '../documents/document-reader.js';
import { EarlierFileService } from '../documents/earlier-file.service.js';
import { FileReplacement } from '../documents/file-replacement.js';
import { DocumentService } from '../documents/document.service.js';
import { ImageService } from '../documents/pages/image.service.js';
import type { NodeRemoval } from '../tree/node-removal.js';
import { OlderTexts } from '../documents/page-texts/older-texts.js';
import { PageImages } from '../documents/pages/page-images.js';
import { PageMatcher } from '../documents/pages/page-matcher.js';
import { PageSignatures } from '../documents/pages/page-signatures.js';
import { PageAllowance } from '../documents/pages/page-allowance.js';
import { PageSources } from '../documents/pages/page-source.js';
import { PdfTurns } from '../documents/pages/pdf-turns.js';
import { PageWriter } from '../documents/pages/page-writer.js';
import { PageFileChange } from '../documents/pages/page-file-change.js';
import { PageFileService } from '../documents/pages/page-file.service.js';
import { PictureComparisonService } from '../documents/pages/picture-comparison.service.js';
import { ApprovalService } from '../proofs/kept/approval.service.js';
import { DecisionService } from '../proofs/kept/decision.service.js';
import { KeptAccess } from '../proofs/kept/kept-access.js';
import { ProfileService } from '../proofs/kept/profile.service.js';
import { ComparisonLinkService } from '../proofs/kept/comparison-link.service.js';
import { KeptComparisons } from '../proofs/kept/kept-comparisons.js';
import { ProofService } from '../proofs/kept/proof.service.js';
import { PreviewLinkService } from '../documents/preview-link.service.js';
import { type ReaderPreview, ReaderPreviewService } from '../recognition/reader-preview.service.js';
import type { PreviewPlace } from '../recognition/previewed-element.js';
import { ProposalReading, proposeLater, PROPOSE_FROM_FILE } from '../documents/proposals/proposal-reading.js';
import { ReplacementPlanService } from '../documents/replacement-plan.service.js';
import { TargetService } from '../documents/targets/target.service.js';
import { TrashBin } from '../documents/trash/trash-bin.js';
import { TrashRestorer } from '../documents/trash/trash-restorer.js';
import type { TreeBasics } from './content-services.js';
import type { CoreServices, Foundations } from './core-services.js';

/** What documents and zones share. */
export interface DocumentBasics {
  readonly jobs: JobRunner;
  readonly targets: TargetService;
  readonly pageImages: PageImages;
  readonly pageSignatures: PageSignatures;
  readonly cover: DocumentCover;
  readonly trashBin: TrashBin;
  readonly restorer: TrashRestorer;
}

export interface DocumentServices extends DocumentBasics {
  /** null where no words are read. */
  readonly olderTexts: OlderTexts | null;
  readonly pageSources: PageSources;
  readonly documents: DocumentService;
  readonly earlierFiles: EarlierFileService;
  readonly previewLinks: PreviewLinkService<ReaderPreview, PreviewPlace>;
  readonly activationPlans: ActivationPlanService;
  readonly replacementPlans: ReplacementPlanService;
  readonly images: ImageService;
  readonly pageFiles: PageFileService;
  readonly pageFileChange: PageFileChange;
  readonly pictureComparisons: PictureComparisonService;
  readonly proofs: ProofService;
  readonly keptComparisons: KeptComparisons;
  readonly comparisonLinks: ComparisonLinkService;
  readonly comparisonProfiles: ProfileService;
  readonly comparisonDecisions: DecisionService;
  readonly comparisonApprovals: ApprovalService;
  readonly documentWatch: DocumentWatch;
}

export function createDocumentBasics(
  { database, clock, logger }: Foundations,
  { fileStore, imageDecoder, thumbnailer, vision, referenceStore }: CoreServices,
  { nodeStore: nodes, guardedNodes: guarded, titleWriter: titles }: TreeBasics,
  creditLedger: CreditLedger,
): DocumentBasics {
  const pageSignatures = new PageSignatures(imageDecoder, vision);
  const targets = new TargetService(referenceStore, creditLedger, clock);
  const cover = new DocumentCover(fileStore, thumbnailer);
  return {
    jobs: new JobRunner(database, clock, logger),
    targets,
    cover,
    trashBin: new TrashBin({ nodes, targets, cover, clock }),
    restorer: new TrashRestorer({ nodes, guarded, titles, targets, cover }),
    pageImages: new PageImages(database, fileStore, imageDecoder, thumbnailer, pageSignatures),
    pageSignatures,
  };
}

export interface DocumentSurroundings {
  readonly core: CoreServices;
  readonly tree: TreeBasics;
  readonly removal: NodeRemoval;
  readonly operations: OperationLog;
  readonly secrets: Secrets;
}

export function createDocuments(
  { config, database, clock }: Foundations,
  basics: DocumentBasics,
  { core, tree, removal, operations, secrets }: DocumentSurroundings,
): DocumentServices {
  const { jobs, targets, pageImages: pages, pageSignatures, cover, trashBin: trash } = basics;
  const { fileStore: files } = core;
  const { nodeStore: nodes, guardedNodes: guarded, titleWriter: titles, languages } = tree;
  const renderer = new PdfRenderer(config.limits);
  const turns = new PdfTurns();
  const sources = new PageSources(
    pageSignatures,
    renderer,
    turns,
    core.imageDecoder,
    config.limits.maxPdfPages,
  );
  const allowance = new PageAllowance(database, clock, config.pagesPerDay);
  const reader = new DocumentReader(files);
  const keptComparisons = new KeptComparisons(database, clock, files);
  const keptAccess = new KeptAccess(keptComparisons, guarded);
  const comparisonProfiles = new ProfileService({ database, clock, guarded, operations });
  const watch = new DocumentWatch(database);
  const matcher = new PageMatcher({
    vision: core.vision,
    signatures: pageSignatures,
    targets,
    files,
    decoder: core.imageDecoder,
  });
  const writer = new PageWriter({ database, nodes, titles, pages, targets });
  jobs.register(
    PROPOSE_FROM_FILE,
    new ProposalReading({
      database,
      clock,
      jobs,
      files,
      sources,
      decoder: core.imageDecoder,
      ocr: config.hasOcr ? new Tesseract() : null,
      watch,
      usage: core.usage,
    }),
  );
  jobs.register(
    PROCESS_DOCUMENT,
    new DocumentProcessor({
      database,
      trash,
      matcher,
      writer,
      files,
      sources,
      pages,
      cover,
      targets,
      watch,
      allowance,
      proposals: config.hasProposals
        ? (transaction, document, pageCount) => proposeLater(jobs, transaction, document, pageCount)
        : null,
    }),
  );
  const shared = { database, nodes, guarded, reader, targets };
  const pageFileChange = new PageFileChange({ ...shared, writer, pages, files, cover, operations });
  const replacements = new FileReplacement({ nodes, operations, targets, jobs, clock });
  return {
    ...basics,
    olderTexts: config.hasProposals ? new OlderTexts(database, files, sources) : null,
    pageSources: sources,
    documents: new DocumentService({
      ...shared,
      removal,
      trash,
      titles,
      languages,
      operations,
      files,
      jobs,
      sources,
      allowance,
      usage: core.usage,
      replacements,
    }),
    previewLinks: new PreviewLinkService({
      database,
      clock,
      secrets,
      nodes,
      guarded,
      operations,
      reader,
      titles,
      previews: new ReaderPreviewService(database, guarded, nodes, clock),
    }),
    earlierFiles: new EarlierFileService({
      database,
      clock,
      guarded,
      reader,
      files,
      sources,
      allowance,
      restorer: basics.restorer,
      replacements,
      jobs,
      days: config.trashDays,
    }),
    activationPlans: new ActivationPlanService(database, guarded),
    replacementPlans: new ReplacementPlanService({
      database,
      guarded,
      reader,
      sources,
      matcher,
      allowance,
      decoder: core.imageDecoder,
      files,
    }),
    documentWatch: watch,
    images: new ImageService({ ...shared, cover, trash, operations }),
    pictureComparisons: new PictureComparisonService({
      database,
      guarded,
      files,
      explanations: core.explanations,
      comparisons: core.comparisons,
    }),
    proofs: new ProofService({
      database,
      clock,
      comparisons: new PdfComparisonService(core.vision, renderer),
      turns,
      allowance,
      kept: keptComparisons,
      profiles: comparisonProfiles,
    }),
    keptComparisons,
    comparisonLinks: new ComparisonLinkService({
      database,
      clock,
      secrets,
      guarded,
      operations,
      kept: keptComparisons,
      access: keptAccess,
    }),
    comparisonProfiles,
    comparisonDecisions: new DecisionService({
      database,
      clock,
      operations,
      kept: keptComparisons,
      access: keptAccess,
    }),
    comparisonApprovals: new ApprovalService({
      database,
      clock,
      secrets,
      guarded,
      operations,
      files,
      kept: keptComparisons,
      access: keptAccess,
    }),
    pageFileChange,
    pageFiles: new PageFileService({
      change: pageFileChange,
      ...shared,
      writer,
      sources,
      pages,
      cover,
      operations,
      allowance,
    }),
  };
}
