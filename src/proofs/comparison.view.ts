/** Views of compared PDFs and of their approvals as the platform's clients know them. */
import { z } from 'zod';
import { COMPARED_MATTERS } from './proof-settings.js';
import type { ComparedPage, SheetCopy } from './compared-pdfs.js';
import { type ComparisonRecord, type Decision, VERDICTS } from './comparison-record.js';
import { DIFFERENCE_KINDS, SENSITIVITIES } from '../engine-host/appearance/comparison-settings.js';
import { ALSO_KINDS, type AlsoDiffers } from './also-differs.js';
import type { ApprovalView } from './kept/approval.service.js';
import { approvalUrl } from './kept/approval.service.js';
import type { Proof } from './kept/proof.js';
import type { ProfileView } from './kept/profile.service.js';
import type { PageDifference } from './page-difference.js';
import type { MmBox } from './page-geometry.js';
import { date, guid, optionalText, shape, text, whole } from '../rest/platform/shapes.js';
import { view } from '../rest/shared/view.js';

const fraction = z.number();
const mm = z.number();

const mmBoxShape = shape('MillimeterBox', 'A place on a sheet, in millimeters', {
  Left: mm,
  Top: mm,
  Width: mm,
  Height: mm,
});
const mmBox = ({ left, top, width, height }: MmBox) => ({
  Left: left,
  Top: top,
  Width: width,
  Height: height,
});

const alsoShape = shape('AlsoDiffers', 'What differs without that it shows', {
  Kind: z.enum(ALSO_KINDS),
  Name: text,
  Before: text,
  After: text,
});
const also = ({ kind, name, before, after }: AlsoDiffers) => ({
  Kind: kind,
  Name: name,
  Before: before,
  After: after,
});

const decisionShape = shape('ComparisonDecision', 'What somebody decided about a place', {
  Number: whole.describe('Of the difference; 0 for the page itself'),
  Verdict: z.enum(VERDICTS).nullable(),
  Comment: text,
  User: text,
  Date: date,
});
const decision = ({ number, verdict, comment, user, date }: Decision) => ({
  Number: number,
  Verdict: verdict,
  Comment: comment,
  User: user,
  Date: date.toISOString(),
});

const differenceShape = shape('PageDifference', 'A place where two pages differ', {
  Number: whole,
  Kind: z.enum(DIFFERENCE_KINDS),
  Sentence: text.describe('In English'),
  DeltaE: z.number().nullable(),
  FromTrim: mmBoxShape.describe('In the second file, from the top left corner of the trimmed sheet'),
});
const difference = ({ number, kind, sentence, deltaE, fromTrim }: PageDifference) => ({
  Number: number,
  Kind: kind,
  Sentence: sentence,
  DeltaE: deltaE,
  FromTrim: mmBox(fromTrim.query),
});

const copyShape = shape('SheetCopy', 'A copy of a page on a sheet', {
  Number: whole,
  Sheet: whole.nullable().describe('Page of the second file; null for a copy that is missing somewhere'),
  Place: mmBoxShape.nullable().describe('From the top left corner of the sheet'),
  Turn: whole.nullable().describe('Degrees clockwise; null for a copy that is missing'),
});
const copyOf = ({ number, sheet, place, turn }: SheetCopy) => ({
  Number: number,
  Sheet: sheet,
  Place: place === null ? null : mmBox(place),
  Turn: turn,
});

const pageShape = shape('ComparedPage', 'A page of one of two PDFs, or of both', {
  Status: z.enum(['unchanged', 'changed', 'inserted', 'removed']),
  IsMoved: z.boolean(),
  ReferencePage: whole.nullable(),
  QueryPage: whole.nullable(),
  LacksText: z.boolean().describe('Whether one of both has no text layer'),
  Copy: copyShape.nullable().describe('Which copy it is, in a comparison with sheets'),
  Differences: z.array(differenceShape),
  AlsoDiffers: z.array(alsoShape),
  Decisions: z.array(decisionShape),
});
const page = (one: ComparedPage, decisions: readonly Decision[]) => ({
  Status: one.status,
  IsMoved: one.isMoved,
  ReferencePage: one.referencePage,
  QueryPage: one.queryPage,
  LacksText: one.lacksText,
  Copy: one.copy === undefined ? null : copyOf(one.copy),
  Differences: one.differences.map(difference),
  AlsoDiffers: one.alsoDiffers.map(also),
  Decisions: decisions.map(decision),
});

const zoneShape = shape('IgnoredZone', 'A place that is not compared, as fractions of the page', {
  Page: whole.nullable().describe('Of the first file, from 1; null for every page'),
  Left: fraction,
  Top: fraction,
  Width: fraction,
  Height: fraction,
});
const settingsShape = shape('ComparisonSettings', 'How PDFs are compared', {
  Sensitivity: z.enum(SENSITIVITIES),
  Compares: z.enum(COMPARED_MATTERS),
  MinDeltaE: z.number().nullable(),
  MinSize: z.number().nullable(),
  Dpi: whole.nullable().describe('null: by need'),
  Ignore: z.array(zoneShape),
  Sheet: z.boolean().describe('Whether pages were looked for on sheets'),
  Copies: whole.nullable().describe('How many are to stand there'),
});
const fileShape = shape('ComparedFile', 'One of two PDFs', {
  Name: text,
  Sha256: text,
  ByteCount: whole,
  PageCount: whole,
});

const comparisonShape = shape('Comparison', 'How two PDFs differ', {
  Id: guid.nullable().describe('Of the kept result; null where it is shown by an approval'),
  Files: z.array(fileShape),
  Profile: optionalText,
  Settings: settingsShape,
  Version: text,
  User: optionalText,
  Date: date,
  HasDifferences: z.boolean(),
  DifferenceCount: whole,
  AlsoDiffers: z.array(alsoShape),
  Pages: z.array(pageShape),
});

const settings = ({
  settings: { sensitivity, compares, minDeltaE, minSize, dpi, ignore, sheet = false, copies = null },
}: ComparisonRecord) => ({
  Sensitivity: sensitivity,
  Compares: compares,
  MinDeltaE: minDeltaE,
  MinSize: minSize,
  Dpi: dpi,
  Ignore: ignore.map((zone) => ({
    Page: zone.page,
    Left: zone.left,
    Top: zone.top,
    Width: zone.width,
    Height: zone.height,
  })),
  Sheet: sheet,
  Copies: copies,
});

export const comparisonView = view(comparisonShape, ({ keptId, record, comparison, decisions }: Proof) => {
  const counts = [comparison.referencePageCount, comparison.queryPageCount];
  return {
    Id: keptId,
    Files: record.files.map(({ name, sha256, byteCount }, at) => ({
      Name: name,
      Sha256: sha256,
      ByteCount: byteCount,
      PageCount: counts[at] ?? 0,
    })),
    Profile: record.profile,
    Settings: settings(record),
    Version: record.version,
    User: record.user,
    Date: record.date.toISOString(),
    HasDifferences: comparison.hasDifferences,
    DifferenceCount: comparison.differenceCount,
    AlsoDiffers: comparison.alsoDiffers.map(also),
    Pages: comparison.pages.map((one, at) =>
      page(
        one,
        decisions.filter((each) => each.page === at),
      ),
    ),
  };
});

const approvalShape = shape('ComparisonApproval', 'Somebody approved how two PDFs differ', {
  Id: guid,
  ReferenceName: text,
  QueryName: text,
  ReferenceSha256: text,
  QuerySha256: text,
  User: text,
  Comment: text,
  Date: date,
  Url: text.describe('Shows it to anybody'),
});

export const approvalView = view(approvalShape, (approval: ApprovalView, baseUrl: string) => ({
  Id: approval.id,
  ReferenceName: approval.referenceName,
  QueryName: approval.queryName,
  ReferenceSha256: approval.referenceSha256,
  QuerySha256: approval.querySha256,
  User: approval.user,
  Comment: approval.comment,
  Date: approval.date.toISOString(),
  Url: approvalUrl(baseUrl, approval.code),
}));

const profileShape = shape('ComparisonProfile', 'Settings of comparisons by a name', {
  Name: text,
  IsBuiltIn: z.boolean(),
  Sensitivity: z.string().nullable(),
  Compares: z.string().nullable(),
  MinDeltaE: z.number().nullable(),
  MinSize: z.number().nullable(),
  Dpi: whole.nullable(),
});

export const profileView = view(profileShape, ({ name, isBuiltIn, settings }: ProfileView) => ({
  Name: name,
  IsBuiltIn: isBuiltIn,
  Sensitivity: settings.sensitivity ?? null,
  Compares: settings.compares ?? null,
  MinDeltaE: settings.minDeltaE ?? null,
  MinSize: settings.minSize ?? null,
  Dpi: settings.dpi ?? null,
}));
