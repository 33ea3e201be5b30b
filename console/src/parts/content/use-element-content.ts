/** The titles, actions and icons of an element, with the draft of its document; of a zone that only the draft has those alone. */
import { useCallback } from 'react';
import { problemOf } from '../../api/change';
import { useRereadWithDrafts } from '../../api/draft-changes';
import type { Problem, ResultOf } from '../../api/graphql';
import { useQueryWithPreviousData } from '../../api/previous-data-query';
import {
  addedZoneQuery,
  type ContentAction,
  type ContentIcon,
  contentQuery,
  type ContentTitle,
} from './documents';

interface ElementContent {
  readonly isDocument: boolean;
  readonly isInDraft: boolean;
  readonly titles: readonly ContentTitle[];
  readonly actions: readonly ContentAction[];
  /** Those that its actions may use. */
  readonly icons: readonly ContentIcon[];
}

interface ElementContentState {
  /** undefined while it is on its way, null for what is no document, page or zone. */
  readonly content: ElementContent | null | undefined;
  readonly problem: Problem | null;
  readonly readAgain: () => void;
}

/** @param addedTo the page of a zone that only the draft has; null for what readers get */
export function useElementContent(nodeId: string, addedTo: string | null): ElementContentState {
  const [{ data, error }, read] = useQueryWithPreviousData({
    query: contentQuery,
    variables: { id: nodeId },
    pause: addedTo !== null,
  });
  const [{ data: added, error: addedError }, readAdded] = useQueryWithPreviousData({
    query: addedZoneQuery,
    variables: { pageId: addedTo ?? '' },
    pause: addedTo === null,
  });
  const readEither = addedTo === null ? read : readAdded;
  useRereadWithDrafts(readEither);
  const readAgain = useCallback(() => readEither({ requestPolicy: 'network-only' }), [readEither]);
  const failure = addedTo === null ? error : addedError;
  const content = addedTo === null ? contentOf(data) : contentOfAdded(added, nodeId);
  const problem = failure !== undefined && content === undefined ? problemOf(failure) : null;
  return { content, problem, readAgain };
}

function contentOf(data: ResultOf<typeof contentQuery> | undefined): ElementContentState['content'] {
  if (data === undefined) return undefined;
  const { node } = data;
  if (node?.__typename !== 'Document' && node?.__typename !== 'Image' && node?.__typename !== 'Zone')
    return null;
  const { titles, actions } = node.drafted ?? node;
  return {
    isDocument: node.__typename === 'Document',
    isInDraft: node.drafted !== null,
    titles,
    actions,
    icons: [...node.icons, ...node.inheritedIcons],
  };
}

function contentOfAdded(
  data: ResultOf<typeof addedZoneQuery> | undefined,
  zoneId: string,
): ElementContentState['content'] {
  if (data === undefined) return undefined;
  const zone =
    data.node?.__typename === 'Image' ? data.node.draftedZones?.find(({ id }) => id === zoneId) : undefined;
  if (data.node?.__typename !== 'Image' || zone === undefined) return null;
  const icons = [...data.node.icons, ...data.node.inheritedIcons];
  return { isDocument: false, isInDraft: true, ...zone.content, icons };
}
