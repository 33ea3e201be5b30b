/** Accepting and refusing proposals, each with its way back. */
import { useCallback } from 'react';
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
  readonly accept: (choice: Choice) => Promise<void>;
  readonly dismiss: (proposals: readonly Pick<Proposal, 'id'>[]) => Promise<void>;
}

/** @param onDecided reads what is left */
export function useDecisions(documentId: string, onDecided: () => void): Decisions {
  const { t } = useTranslation('proposals');
  const client = useClient();
  const { tellProblem, tellDone } = useTell();
  const accept = useCallback(
    async ({ ids, kinds, pageId }: Choice) => {
      let accepted = 0;
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
          break;
        }
        accepted += outcome.value.accepted;
        if (outcome.value.left === 0 || outcome.value.accepted === 0) break;
      }
      if (accepted > 0) tellDone(t('accepted', { count: accepted }));
      onDecided();
    },
    [client, documentId, onDecided, t, tellDone, tellProblem],
  );
  const dismiss = useCallback(
    async (proposals: readonly Pick<Proposal, 'id'>[]) => {
      const ids = proposals.map(({ id }) => id);
      const outcome = await change(client, dismissProposals, { documentId, ids });
      if (!outcome.isDone) tellProblem(outcome.problem);
      else
        tellDone(t('dismissed', { count: ids.length }), {
          of: ids,
          undo: async () => {
            const again = await change(client, reopenProposals, { documentId, ids });
            if (!again.isDone) tellProblem(again.problem);
            onDecided();
          },
        });
      onDecided();
    },
    [client, documentId, onDecided, t, tellDone, tellProblem],
  );
  return { accept, dismiss };
}
