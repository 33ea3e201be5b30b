/** The draft of a document, and what can be done with it as a whole. */
import { useDocumentVisibility } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient, useSubscription } from 'urql';
import { change, type Outcome } from '../../api/change';
import { draftChanged, useRereadWithDrafts } from '../../api/draft-changes';
import { useQueryData } from '../../api/query';
import { undoTextChange } from '../../screens/texts/texts-documents';
import { draftEnded, useTell } from '../tell';
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
  const [{ data }, read] = useQueryData({ query: draftQuery, variables: { id: documentId } });
  useRereadWithDrafts(read);
  useFollowedDraft(documentId);
  const node = data?.node?.__typename === 'Document' ? data.node : undefined;
  const draft = node?.draft;
  const work = useWork();
  return {
    draft,
    isActive: node?.status === 'ACTIVE',
    needsApproval: node?.needsApproval ?? false,
    isBusy: work.isBusy,
    ...useEnds(documentId, draft?.version ?? null, work),
    ...useReviews(documentId, draft?.version ?? null, work),
  };
}

type Work = ReturnType<typeof useWork>;

/** Changes a draft as a whole, and has it read again. */
function useWork() {
  const { t } = useTranslation('draft');
  const { tellDone, tellProblem } = useTell();
  const [isBusy, setBusy] = useState(false);
  const during = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    setBusy(true);
    try {
      return await work();
    } finally {
      setBusy(false);
      draftChanged();
    }
  };
  /** Shows how it ended; a success without words is not shown. */
  const told = async (
    work: () => Promise<Outcome<unknown>>,
    done: 'asked' | 'approved' | 'discarded' | null,
  ): Promise<void> =>
    during(async () => {
      const outcome = await work();
      if (!outcome.isDone) tellProblem(outcome.problem);
      else if (done !== null) tellDone(t(done));
    });
  /** The same where a form shows the problem. */
  const answered = async (
    work: () => Promise<Outcome<unknown>>,
    done: 'dateIsSet' | 'refused',
  ): Promise<Outcome<unknown>> =>
    during(async () => {
      const outcome = await work();
      if (outcome.isDone) tellDone(t(done));
      return outcome;
    });
  return { isBusy, during, told, answered };
}

/** Its beginning and its ends. */
function useEnds(documentId: string, ifVersion: string | null, { during, told, answered }: Work) {
  const { t } = useTranslation('draft');
  const client = useClient();
  const { tellDone, tellProblem } = useTell();
  return {
    start: async () => told(async () => change(client, startDraft, { documentId }), null),
    publish: async () =>
      during(async () => {
        const outcome = await change(client, publishDraft, { documentId, ifVersion });
        if (!outcome.isDone) {
          tellProblem(outcome.problem);
          return false;
        }
        draftEnded();
        const { changed, undoId } = outcome.value;
        const undo = async () => {
          const undone = await change(client, undoTextChange, { id: undoId ?? '' });
          draftChanged();
          return undone;
        };
        tellDone(t('published', { count: changed }), undoId === null ? {} : { undo });
        return true;
      }),
    schedule: async (at: string) =>
      answered(async () => change(client, scheduleDraft, { documentId, at }), 'dateIsSet'),
    unschedule: async () => told(async () => change(client, unscheduleDraft, { documentId }), null),
    discard: async () =>
      told(async () => {
        const outcome = await change(client, discardDraft, { documentId, ifVersion });
        if (outcome.isDone) draftEnded();
        return outcome;
      }, 'discarded'),
  };
}

/** The course of its review by somebody else. */
function useReviews(documentId: string, ifVersion: string | null, { told, answered }: Work) {
  const client = useClient();
  const seen = { documentId, ifVersion: ifVersion ?? '' };
  return {
    askForReview: async () =>
      told(async () => change(client, askForReview, { documentId, ifVersion }), 'asked'),
    approve: async () => told(async () => change(client, approveDraft, seen), 'approved'),
    refuse: async (reason: string) =>
      answered(async () => change(client, refuseDraft, { ...seen, reason }), 'refused'),
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
  const draftId = draft?.id ?? null;
  const seen = useRef<{
    readonly id: string;
    readonly draftId: string | null;
    readonly state: string | null;
  }>(null);
  useEffect(() => {
    if (state === undefined) return;
    const before = seen.current;
    seen.current = { id, draftId, state };
    if (before?.id !== id || before.state === state) return;
    if (before.draftId !== draftId) draftEnded();
    draftChanged();
  }, [id, draftId, state]);
}
