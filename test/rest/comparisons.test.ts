/** Comparisons over REST: compared, decided about, approved; an approval never changes and is shown by its link. */
import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawBooklet } from '../../packages/bench/benchmark/proofs/booklet.js';
import { ComparisonApproval } from '../../src/proofs/kept/kept-comparison.entity.js';
import { MovableClock } from '../kit/seed/seed-clock.js';
import { seed, type SeededOrganization } from '../kit/seed.js';
import type { SeededUser } from '../kit/seed/seed-user.js';
import { useTestApp } from '../kit/use-app.js';

interface Comparison {
  readonly Id: string;
  readonly Profile: string | null;
  readonly HasDifferences: boolean;
  readonly DifferenceCount: number;
  readonly Files: readonly { readonly Name: string; readonly Sha256: string }[];
  readonly Pages: readonly {
    readonly Status: string;
    readonly Differences: readonly { readonly Number: number }[];
    readonly Decisions: readonly object[];
  }[];
}

interface Approval {
  readonly Id: string;
  readonly Url: string;
  readonly User: string;
}

describe('comparisons over REST', { timeout: 120_000 }, () => {
  const clock = new MovableClock();
  const loupe = useTestApp({ clock });
  let organization: SeededOrganization;
  let editor: SeededUser;
  let pair: { readonly first: Buffer; readonly second: Buffer };

  beforeAll(async () => {
    organization = await seed(loupe).organization();
    editor = await organization.user({ roles: ['Editor'] });
    pair = await drawBooklet({
      pageCount: 2,
      size: [298, 420],
      textPt: 8,
      changes: { 1: 'price' },
      inserted: [3],
    });
  });

  const send = async (method: string, path: string, body?: FormData | object, user = editor) => {
    const response = await user.request(
      method,
      path,
      body instanceof FormData ? { form: body } : { json: body },
    );
    return { status: response.status, text: await response.text() };
  };
  const compare = async (settings?: object, second = pair.second) => {
    const form = new FormData();
    form.append('reference', new Blob([new Uint8Array(pair.first)], { type: 'application/pdf' }), 'old.pdf');
    form.append('query', new Blob([new Uint8Array(second)], { type: 'application/pdf' }), 'new.pdf');
    if (settings !== undefined) form.append('settings', JSON.stringify(settings));
    return send('POST', '/services/Comparisons', form);
  };
  const compared = async (settings?: object, second?: Buffer): Promise<Comparison> => {
    const { status, text } = await compare(settings, second);
    expect({ status, text }).toMatchObject({ status: 201 });
    return JSON.parse(text) as Comparison;
  };
  const decide = (id: string, ...decisions: readonly object[]) =>
    send('PUT', `/services/Comparisons/${id}/Decisions`, { Decisions: decisions });
  const approve = (id: string, comment: string | null = null) =>
    send('POST', `/services/Comparisons/${id}/Approval`, { Comment: comment });
  const accepted = { Verdict: 'accepted' };

  it('approve what is accepted place by place, with both hashes, and show it by a link for good', async () => {
    const comparison = await compared();
    expect(comparison).toMatchObject({ HasDifferences: true, DifferenceCount: 1, Profile: null });
    const hash = createHash('sha256').update(pair.second).digest('hex');
    expect(comparison.Files[1]).toMatchObject({ Name: 'new.pdf', Sha256: hash });
    const { Id } = comparison;
    expect(await approve(Id)).toMatchObject({ status: 400, text: expect.stringContaining('2 not decided') });
    await decide(
      Id,
      { Page: 0, Number: 1, Verdict: 'rejected', Comment: 'Not this price' },
      { Page: 2, Number: 0, ...accepted },
    );
    expect(await approve(Id)).toMatchObject({ status: 400, text: expect.stringContaining('1 rejected') });
    await decide(Id, { Page: 0, Number: 1, ...accepted, Comment: 'Agreed after all' });
    const read = JSON.parse((await send('GET', `/services/Comparisons/${Id}`)).text) as Comparison;
    expect(read.Pages[0]?.Decisions).toMatchObject([
      { Number: 1, Verdict: 'accepted', Comment: 'Agreed after all' },
    ]);
    const made = await approve(Id, 'Good to print');
    expect(made.status).toBe(201);
    const approval = JSON.parse(made.text) as Approval;
    expect(approval).toMatchObject({ QuerySha256: hash, User: editor.userName, Comment: 'Good to print' });
    clock.forward({ days: 40 });
    const late = await organization.user({ roles: ['Viewer'] });
    const listed = await send(
      'GET',
      `/services/Approvals?organizationId=${organization.id}&sha256=${hash.toUpperCase()}`,
      undefined,
      late,
    );
    expect(JSON.parse(listed.text)).toMatchObject([{ Id: approval.Id, Url: approval.Url }]);
    const html = await send('GET', `/services/Approvals/Report?approvalId=${approval.Id}`, undefined, late);
    for (const said of [hash, 'Good to print', 'Agreed after all', `Approved by ${editor.userName}`])
      expect(html.text).toContain(said);
    const code = new URL(approval.Url).hash.replace('#code=', '');
    const { comparisonApprovals } = loupe.app.services;
    const opened = await comparisonApprovals.open(code);
    expect(opened).toMatchObject({
      approval: { id: approval.Id },
      proof: { comparison: { differenceCount: 1 } },
    });
    await expect(comparisonApprovals.open(`${code}x`)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(comparisonApprovals.open(approval.Id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    // Neither a service nor the database changes it.
    await expect(
      loupe.app.services.database.transaction(({ em }) =>
        em.nativeUpdate(ComparisonApproval, { id: approval.Id }, { comment: 'other' }),
      ),
    ).rejects.toThrow(/never changes/u);
    editor = await organization.user({ roles: ['Editor'] });
  });

  it('approve a clean comparison at once', async () => {
    const { Id, HasDifferences } = await compared({}, pair.first);
    expect(HasDifferences).toBe(false);
    expect((await approve(Id)).status).toBe(201);
    const report = await send('GET', `/services/Comparisons/Report?comparisonId=${Id}&format=json`);
    expect(JSON.parse(report.text)).toMatchObject({ hasDifferences: false, user: editor.userName });
  });

  it('refuse decisions about places that there are not, and strangers', async () => {
    const { Id } = await compared();
    for (const wrong of [
      { Page: 0, Number: 9, ...accepted },
      { Page: 1, Number: 0, ...accepted },
      { Page: 9, Number: 1, ...accepted },
      { Page: 0, Number: 1, Verdict: 'maybe' },
      { Page: 0, Number: 1, Comment: 'x'.repeat(2001) },
    ])
      expect((await decide(Id, wrong)).status).toBe(400);
    await decide(Id, { Page: 0, Number: 1, ...accepted });
    await decide(Id, { Page: 0, Number: 1, Verdict: null });
    expect(
      (JSON.parse((await send('GET', `/services/Comparisons/${Id}`)).text) as Comparison).Pages[0]?.Decisions,
    ).toEqual([]);
    const stranger = await (await seed(loupe).organization()).user();
    expect((await send('GET', `/services/Comparisons/${Id}`, undefined, stranger)).status).toBe(404);
    const viewer = await organization.user({ roles: ['Viewer'] });
    const path = `/services/Comparisons/${Id}/Decisions`;
    expect(
      (await send('PUT', path, { Decisions: [{ Page: 0, Number: 1, ...accepted }] }, viewer)).status,
    ).toBe(403);
    expect((await send('POST', `/services/Comparisons/${Id}/Approval`, {}, viewer)).status).toBe(403);
  });

  it('take settings by the name of a profile that the organization keeps', async () => {
    const path = '/services/ComparisonProfiles';
    const profile = {
      OrganizationId: organization.id,
      Name: 'Leaflets',
      Sensitivity: 'proof',
      MinDeltaE: 99,
    };
    expect((await send('PUT', path, profile)).status).toBe(200);
    expect((await send('PUT', path, { ...profile, MinDeltaE: 98 })).status).toBe(200);
    const list = JSON.parse(
      (await send('GET', `${path}?organizationId=${organization.id}`)).text,
    ) as object[];
    expect(list).toMatchObject([
      { Name: 'print ready', IsBuiltIn: true },
      { Name: 'text only', Compares: 'text' },
      { Name: 'scan', Sensitivity: 'scan' },
      { Name: 'Leaflets', IsBuiltIn: false, MinDeltaE: 98 },
    ]);
    expect(await compared({ Profile: 'leaflets' })).toMatchObject({
      Profile: 'leaflets',
      Settings: { MinDeltaE: 98 },
    });
    expect((await compare({ Profile: 'unknown' })).status).toBe(400);
    expect((await send('PUT', path, { ...profile, Name: 'Scan' })).status).toBe(400);
    expect((await send('PUT', path, { ...profile, MinDeltaE: -1 })).status).toBe(400);
    const gone = `${path}?organizationId=${organization.id}&name=LEAFLETS`;
    expect((await send('DELETE', gone)).status).toBe(204);
    expect((await send('DELETE', gone)).status).toBe(400);
  });
});
