/** Comparisons of PDFs, what is decided about them, and approvals. */
import { z } from 'zod';
import type { GivenProofSettings } from './proof-settings.js';
import { approvalView, comparisonView, profileView } from './comparison.view.js';
import { REPORT_FORMATS } from './report/report.js';
import { requireProofLanguage } from './words/languages.js';
import { proofOf } from './kept/kept-file.js';
import { COMPARED_MATTERS } from './proof-settings.js';
import { VERDICTS } from './comparison-record.js';
import { SENSITIVITIES } from '../engine-host/appearance/comparison-settings.js';
import { created, file, listed, ok } from '../rest/platform/answer.js';
import type { Call } from '../rest/platform/call.js';
import { changeRoute } from '../rest/platform/change-routes.js';
import { withForm } from '../rest/platform/platform-form.js';
import { route, type Route } from '../rest/platform/route.js';
import { flag, nullable, oneOf, optional, text, wholeNumber } from '../rest/shared/members.js';

const number = z.number('must be a number');
const zone = z.object({
  Page: nullable(wholeNumber),
  Left: number,
  Top: number,
  Width: number,
  Height: number,
});
const matter = {
  Sensitivity: optional(oneOf(SENSITIVITIES)),
  Compares: optional(oneOf(COMPARED_MATTERS)),
  MinDeltaE: optional(number),
  MinSize: optional(number),
  Dpi: optional(wholeNumber),
};
const settingsBody = z.object({
  Profile: optional(text),
  ...matter,
  Ignore: optional(z.array(zone)),
  Sheet: optional(flag),
  Copies: optional(wholeNumber),
});
const profileBody = z.object({ OrganizationId: text, Name: text, ...matter });
const decisionsBody = z.object({
  Decisions: z.array(
    z.object({
      Page: wholeNumber,
      Number: wholeNumber,
      Verdict: nullable(oneOf(VERDICTS)),
      Comment: nullable(text),
    }),
    'must be a list',
  ),
});
const approvalBody = z.object({ Comment: nullable(text) });

const reportQuery = {
  format: 'html, pdf or json; html unless given',
  language: 'en, de or fr; en unless given',
};

export const comparisonRoutes: readonly Route[] = [
  route(
    'POST',
    '/services/Comparisons',
    'Compare two PDFs; the result is kept for a day, the files are not',
    async (call) =>
      withForm(
        call,
        async (form) => {
          const { Profile, ...given } = await form.optionalMembers('settings', settingsBody);
          const proof = await call.services.proofs.compare(
            call.viewer,
            form.named('reference'),
            form.named('query'),
            { profile: Profile ?? null, settings: settingsOf(given), keeps: true, signal: call.signal },
          );
          return created(comparisonView.of(proof));
        },
        { maxFileBytes: call.context.maxDocumentBytes, fileNames: ['reference', 'query'] },
      ),
    {
      form: { settings: settingsBody },
      files: { 'reference*': 'The PDF as it was', 'query*': 'The PDF as it is now' },
      answer: comparisonView.shape,
    },
  ),
  route(
    'GET',
    '/services/Comparisons/Report',
    'Write a report of a kept comparison, with what was decided',
    async (call) => {
      const id = call.query.required('comparisonId');
      return file(await call.services.comparisonLinks.report(call.viewer, id, [], reportOptionsOf(call)));
    },
    { query: { 'comparisonId*': 'The comparison', ...reportQuery }, answer: z.string().describe('The file') },
  ),
  route(
    'GET',
    '/services/Comparisons/:id',
    'Read a kept comparison',
    async (call) => {
      const id = call.id('comparison');
      return ok(comparisonView.of(proofOf(await call.services.comparisonLinks.read(call.viewer, id), id)));
    },
    { answer: comparisonView.shape },
  ),
  changeRoute(
    'PUT',
    '/services/Comparisons/:id/Decisions',
    'Accept or reject places, or comment on them; each decision takes the place of the one before',
    async (call) => {
      const { Decisions } = await call.members(decisionsBody);
      await call.services.comparisonDecisions.decide(
        call.viewer,
        call.id('comparison'),
        Decisions.map((one) => ({
          page: one.Page,
          number: one.Number,
          verdict: one.Verdict ?? null,
          comment: one.Comment ?? null,
        })),
      );
    },
    { body: decisionsBody },
  ),
  route(
    'POST',
    '/services/Comparisons/:id/Approval',
    'Approve a comparison of which every place is accepted; what is approved never changes',
    async (call) => {
      const { Comment } = await call.members(approvalBody);
      const id = call.id('comparison');
      const approval = await call.services.comparisonApprovals.approve(call.viewer, id, Comment ?? null);
      return created(approvalView.of(approval, call.baseUrl));
    },
    { body: approvalBody, answer: approvalView.shape },
  ),
  {
    ...route(
      'GET',
      '/services/Approvals',
      "List an organization's approvals by ?organizationId=, the newest first",
      async (call) => {
        const skip = call.query.count('skip') ?? 0;
        const take = call.query.count('take') ?? undefined;
        const organizationId = call.query.required('organizationId');
        const page = { skip, take, sha256: call.query.get('sha256') };
        const { approvals, totalCount } = await call.services.comparisonApprovals.list(
          call.viewer,
          organizationId,
          page,
        );
        return listed(
          approvals.map((approval) => approvalView.of(approval, call.baseUrl)),
          { total: totalCount },
        );
      },
      {
        query: {
          'organizationId*': 'The organization',
          sha256: 'Only those of which either file has this hash',
          skip: 'Approvals that are left out at the beginning',
          take: 'Approvals of the answer, at most 200; 50 unless given',
        },
        answer: z.array(approvalView.shape),
      },
    ),
    isPaged: true,
  },
  route(
    'GET',
    '/services/Approvals/Report',
    'Write the report of what was approved',
    async (call) => {
      const { comparisonApprovals: approvals } = call.services;
      const opened = await approvals.read(call.viewer, call.query.required('approvalId'));
      const { format, language } = reportOptionsOf(call);
      return file(await approvals.report(opened, format, language));
    },
    { query: { 'approvalId*': 'The approval', ...reportQuery }, answer: z.string().describe('The file') },
  ),
  route(
    'GET',
    '/services/Approvals/:id',
    'Read an approval',
    async (call) => {
      const approval = await call.services.comparisonApprovals.get(call.viewer, call.id('approval'));
      return ok(approvalView.of(approval, call.baseUrl));
    },
    { answer: approvalView.shape },
  ),
  route(
    'GET',
    '/services/ComparisonProfiles',
    'List the profiles of comparisons by ?organizationId=: the built-in ones, then its own',
    async (call) => {
      const organizationId = call.query.required('organizationId');
      const profiles = await call.services.comparisonProfiles.list(call.viewer, organizationId);
      return ok(profiles.map((profile) => profileView.of(profile)));
    },
    { query: { 'organizationId*': 'The organization' }, answer: z.array(profileView.shape) },
  ),
  route(
    'PUT',
    '/services/ComparisonProfiles',
    'Keep settings of comparisons under a name; those of the same name are replaced',
    async (call) => {
      const { OrganizationId, Name, ...given } = await call.members(profileBody);
      const { comparisonProfiles } = call.services;
      return ok(
        profileView.of(await comparisonProfiles.save(call.viewer, OrganizationId, Name, settingsOf(given))),
      );
    },
    { body: profileBody, answer: profileView.shape },
  ),
  changeRoute(
    'DELETE',
    '/services/ComparisonProfiles',
    'Remove a profile that the organization keeps',
    async (call) =>
      call.services.comparisonProfiles.remove(
        call.viewer,
        call.query.required('organizationId'),
        call.query.required('name'),
      ),
    { query: { 'organizationId*': 'The organization', 'name*': 'Name of the profile' } },
  ),
];

function settingsOf(given: Omit<z.output<typeof settingsBody>, 'Profile'>): GivenProofSettings {
  return {
    sensitivity: given.Sensitivity,
    compares: given.Compares,
    minDeltaE: given.MinDeltaE,
    minSize: given.MinSize,
    dpi: given.Dpi,
    sheet: given.Sheet,
    copies: given.Copies,
    ignore: given.Ignore?.map((each) => ({
      page: each.Page ?? null,
      left: each.Left,
      top: each.Top,
      width: each.Width,
      height: each.Height,
    })),
  };
}

/** @throws LoupeError BAD_USER_INPUT */
function reportOptionsOf(call: Call) {
  const [format = 'html'] = call.query.words('format', REPORT_FORMATS);
  return { format, language: requireProofLanguage(call.query.get('language') ?? 'en') };
}
