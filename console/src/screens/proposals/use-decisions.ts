/** Accepting and refusing proposals, each with its way back. */
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change } from '../../api/change';
import { useTell } from '../../parts/tell';
import {
  acceptProposals,
  dismissProposals,
  type Proposal,
  type ProposalKind,
  reopenProposals,
} from './proposal-documents';

/** Some proposals, or all open ones of some kinds or of a page. */
interface Choice {
  readonly ids?: readonly string[];
  readonly kinds?: readonly ProposalKind[];
  readonly pageId?: string;
}

export interface Decisions {
  /** Ids of those that are decided one by one: the list goes on without them before the server has answered. */
  readonly decided: ReadonlySet<string>;
  readonly accept: (choice: Choice) => Promise<void>;
  readonly dismiss: (proposals: readonly Pick<Proposal, 'id'>[]) => Promise<void>;
}

/** The message about the last decision, in whose place that about the next one comes. */
const ABOUT = 'proposals';

/** @param onDecided reads what is left */
export function useDecisions(documentId: string, onDecided: () => void): Decisions {
  const { t } = useTranslation('proposals');
  const client = useClient();
  const { tellProblem, tellDone } = useTell();
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const hide = (ids: readonly string[] = []) => setDecided((before) => new Set([...before, ...ids]));
  const reappear = (ids: readonly string[] = []) =>
    setDecided((before) => new Set([...before].filter((id) => !ids.includes(id))));
  const accept = useCallback(
    async ({ ids, kinds, pageId }: Choice) => {
      let accepted = 0;
      hide(ids);
      for (;;) {
        const variables = {
          documentId,
          ids: ids === undefined ? null : [...ids],
          kinds: kinds === undefined ? null : [...kinds],
          pageId: pageId ?? null,
        };
        const outcome = await change(client, acceptProposals, variables);
        if (!outcome.isDone) {
          tellProblem(outcome.problem);
          reappear(ids);
          break;
        }
        accepted += outcome.value.accepted;
        if (outcome.value.left === 0 || outcome.value.accepted === 0) break;
      }
      if (accepted > 0) tellDone(t('accepted', { count: accepted }), { about: ABOUT });
      onDecided();
    },
    [client, documentId, onDecided, t, tellDone, tellProblem],
  );
  const dismiss = useCallback(
    async (proposals: readonly Pick<Proposal, 'id'>[]) => {
      const ids = proposals.map(({ id }) => id);
      hide(ids);
      const outcome = await change(client, dismissProposals, { documentId, ids });
      if (!outcome.isDone) {
        tellProblem(outcome.problem);
        reappear(ids);
      } else
        tellDone(t('dismissed', { count: ids.length }), {
          about: ABOUT,
          of: ids,
          undo: async () => {
            const again = await change(client, reopenProposals, { documentId, ids });
            if (again.isDone) reappear(ids);
            onDecided();
            return again;
          },
        });
      onDecided();
    },
    [client, documentId, onDecided, t, tellDone, tellProblem],
  );
  return { decided, accept, dismiss };
}
