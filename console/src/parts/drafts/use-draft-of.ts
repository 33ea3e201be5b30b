/** The draft of a document, and what can be done with it as a whole. */
import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient, useSubscription } from 'urql';
import { change, type Outcome } from '../../api/change';
import { draftChanged, useRereadWithDrafts } from '../../api/draft-changes';
import { useQuery } from '../../api/query';
import { undoTextChange } from '../../screens/texts/texts-documents';
import { useTell } from '../tell';
import { documentActivity } from '../../api/document-activity';
import {
  activitySubscription,
  approveDraft,
  askForReview,
  type DraftHead,
  discardDraft,
  draftQuery,
  publishDraft,
  refuseDraft,
  scheduleDraft,
  startDraft,
  unscheduleDraft,
} from './draft-documents';

export interface DocumentDraft {
  /** undefined while nothing is known yet; null for none. */
  readonly draft: DraftHead | null | undefined;
  readonly isActive: boolean;
  /** Drafts are published only when somebody else has approved them. */
  readonly needsApproval: boolean;
  readonly isBusy: boolean;
  readonly start: () => Promise<void>;
  /** As it was seen. @returns whether it was published */
  readonly publish: () => Promise<boolean>;
  readonly discard: () => Promise<void>;
  /** @param at without a zone: by the clocks of the organization */
  readonly schedule: (at: string) => Promise<Outcome<unknown>>;
  readonly unschedule: () => Promise<void>;
  readonly askForReview: () => Promise<void>;
  /** As it was seen. */
  readonly approve: () => Promise<void>;
  readonly refuse: (reason: string) => Promise<Outcome<unknown>>;
}

export function useDraftOf(documentId: string): DocumentDraft {
  const { t } = useTranslation('draft');
  const client = useClient();
  const { tellDone, tellProblem } = useTell();
  const [isBusy, setBusy] = useState(false);
  const [{ data }, read] = useQuery({ query: draftQuery, variables: { id: documentId } });
  useRereadWithDrafts(read);
  const node = data?.node?.__typename === 'Document' ? data.node : undefined;
  const draft = node?.draft;
  const ifVersion = draft?.version ?? null;
  useFollowedDraft(documentId);
  const during = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    setBusy(true);
    try {
      return await work();
    } finally {
      setBusy(false);
      draftChanged();
    }
  };
  return {
    draft,
    isActive: node?.status === 'ACTIVE',
    needsApproval: node?.needsApproval ?? false,
    isBusy,
    start: async () =>
      during(async () => {
        const outcome = await change(client, startDraft, { documentId });
        if (!outcome.isDone) tellProblem(outcome.problem);
      }),
    publish: async () =>
      during(async () => {
        const outcome = await change(client, publishDraft, { documentId, ifVersion });
        if (!outcome.isDone) {
          tellProblem(outcome.problem);
          return false;
        }
        const { changed, undoId } = outcome.value;
        const undo = async () => {
          const undone = await change(client, undoTextChange, { id: undoId ?? '' });
          if (!undone.isDone) tellProblem(undone.problem);
          draftChanged();
          return undone.isDone;
        };
        tellDone(t('published', { count: changed }), undoId === null ? {} : { undo });
        return true;
      }),
    schedule: async (at) =>
      during(async () => {
        const outcome = await change(client, scheduleDraft, { documentId, at });
        if (outcome.isDone) tellDone(t('dateIsSet'));
        return outcome;
      }),
    unschedule: async () =>
      during(async () => {
        const outcome = await change(client, unscheduleDraft, { documentId });
        if (!outcome.isDone) tellProblem(outcome.problem);
      }),
    askForReview: async () =>
      during(async () => {
        const outcome = await change(client, askForReview, { documentId, ifVersion });
        if (outcome.isDone) tellDone(t('asked'));
        else tellProblem(outcome.problem);
      }),
    approve: async () =>
      during(async () => {
        const outcome = await change(client, approveDraft, { documentId, ifVersion: ifVersion ?? '' });
        if (outcome.isDone) tellDone(t('approved'));
        else tellProblem(outcome.problem);
      }),
    refuse: async (reason) =>
      during(async () => {
        const outcome = await change(client, refuseDraft, { documentId, reason, ifVersion: ifVersion ?? '' });
        if (outcome.isDone) tellDone(t('refused'));
        return outcome;
      }),
    discard: async () =>
      during(async () => {
        const outcome = await change(client, discardDraft, { documentId, ifVersion });
        if (outcome.isDone) tellDone(t('discarded'));
        else tellProblem(outcome.problem);
      }),
  };
}

/**
 * Reads titles and actions again when somebody has changed the draft, and notes who is there and what is said. A window that
 * nobody sees holds no connection open.
 */
function useFollowedDraft(id: string): void {
  const pause = useDocumentVisibility() === 'hidden';
  const [{ data }] = useSubscription({ query: activitySubscription, variables: { id }, pause });
  const activity = data?.documentActivity;
  const draft = activity?.draft;
  useEffect(() => {
    if (activity !== undefined) documentActivity.set({ documentId: id, ...activity });
  }, [id, activity]);
  const state = draft ? `${draft.id} ${draft.version}` : draft;
  const seen = useRef<{ readonly id: string; readonly state: string | null } | null>(null);
  useEffect(() => {
    if (state === undefined) return;
    const before = seen.current;
    seen.current = { id, state };
    if (before?.id === id && before.state !== state) draftChanged();
  }, [id, state]);
}
