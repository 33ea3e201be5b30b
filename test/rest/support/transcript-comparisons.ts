import { textMember } from '../../kit/json.js';
import { jpegPicture } from '../../kit/pictures.js';
import { leafletOf } from '../../kit/files/leaflets.js';
import { rawPdf } from '../../kit/files/raw-pdf.js';
import type { SeededUser } from '../../kit/seed/seed-user.js';
import type { Send } from './recorder.js';
import { playWebhooks } from './transcript-webhooks.js';

const page = (gray: number) => ({ content: `${gray} g 20 20 120 150 re f 0.2 g 60 60 40 40 re f` });

/** Exchanges that the interface has beside what clients of the field know. */
export async function playAdditions(
  send: Send,
  user: SeededUser,
  settled: (documentId: string) => Promise<void>,
) {
  await playWebhooks(send, user);
  await playComparisons(send, user);
  await playProposals(send, user, settled);
}

/** Pages for phones without a network: made, found by a key, made again and revoked. */
export async function playPacks(
  send: Send,
  user: SeededUser,
  settled: (documentId: string) => Promise<void>,
) {
  const folder = await user.folder({ name: 'Museum' });
  const { id } = await folder.document(await jpegPicture(733));
  const packs = '/services/Packs';
  const made = await send('have a pack made', 'POST', packs, {
    json: { ElementId: id, Languages: ['en-US'], ValidDays: 90, WithIcons: true },
  });
  await settled(id);
  const pack = `${packs}/${textMember(made, 'Id')}`;
  await send('packs of a document, with their addresses', 'GET', `${packs}?elementId=${id}&key=pk_ours`);
  await send('have the next version made', 'PUT', `${pack}/Remake`);
  await settled(id);
  await send('a pack', 'GET', pack);
  await send('a pack of a draft', 'GET', `${packs}/Draft?documentId=${id}`);
  await send(
    'a pack of the draft of no document',
    'GET',
    `${packs}/Draft?documentId=${textMember(made, 'Id')}`,
  );
  await send('a pack for no day', 'POST', packs, { json: { ElementId: id, ValidDays: 0 } });
  await send('revoke a pack', 'DELETE', pack);
}

/** The title and the links of a leaflet: one is accepted, the others are refused. */
async function playProposals(send: Send, user: SeededUser, settled: (documentId: string) => Promise<void>) {
  const folder = await user.folder();
  const links = [{ text: 'Timetable', target: 'https://boats.ch/timetable' }];
  const leaflet = await leafletOf([{ title: 'Summer on the lake', lines: ['crew@boats.ch'], links }]);
  const { id } = await folder.document(leaflet, { contentType: 'application/pdf' });
  await settled(id);
  await send('proposals', 'GET', `/services/Proposals?documentId=${id}`);
  await send('accept the title', 'PUT', `/services/Proposals/Accept?documentId=${id}`, {
    json: { Kinds: ['Title'] },
  });
  await send('refuse the others', 'PUT', `/services/Proposals/Dismiss?documentId=${id}`, { json: {} });
}

/** Two PDFs are compared by the settings of a profile, the difference is accepted, and the comparison approved. */
async function playComparisons(send: Send, { organizationId: OrganizationId }: SeededUser) {
  const profiles = '/services/ComparisonProfiles';
  await send('keep a profile of comparisons', 'PUT', profiles, {
    json: { OrganizationId, Name: 'Leaflets', Sensitivity: 'proof', MinDeltaE: 5 },
  });
  await send('profiles of comparisons', 'GET', `${profiles}?organizationId=${OrganizationId}`);
  const made = await send('compare two PDFs', 'POST', '/services/Comparisons', {
    form: {
      part: [
        'settings',
        { Profile: 'Leaflets', Ignore: [{ Page: 1, Left: 0, Top: 0, Width: 0.5, Height: 0.1 }] },
      ],
      file: ['old.pdf', 'application/pdf', rawPdf({ pages: [page(0.5)] })],
      filePart: 'reference',
      further: {
        name: 'query',
        file: ['new.pdf', 'application/pdf', rawPdf({ pages: [page(0.5), page(0.9)] })],
      },
    },
  });
  const id = textMember(made, 'Id');
  const comparison = `/services/Comparisons/${id}`;
  await send('approve what nobody has decided', 'POST', `${comparison}/Approval`, { json: {} });
  await send('accept the new page', 'PUT', `${comparison}/Decisions`, {
    json: { Decisions: [{ Page: 1, Number: 0, Verdict: 'accepted', Comment: 'The coupon' }] },
  });
  await send('the comparison', 'GET', comparison);
  await send('a report of it', 'GET', `/services/Comparisons/Report?comparisonId=${id}&language=fr`);
  const approval = await send('approve it', 'POST', `${comparison}/Approval`, {
    json: { Comment: 'Good to print' },
  });
  const approvalId = textMember(approval, 'Id');
  await send('approvals', 'GET', `/services/Approvals?organizationId=${OrganizationId}`);
  await send('an approval', 'GET', `/services/Approvals/${approvalId}`);
  await send('the report of an approval', 'GET', `/services/Approvals/Report?approvalId=${approvalId}`);
  await send('remove a profile', 'DELETE', `${profiles}?organizationId=${OrganizationId}&name=Leaflets`);
}
