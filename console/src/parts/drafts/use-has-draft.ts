/** Whether a document has a draft, as the bar above says it: what is changed goes there, also while the draft itself is on its way. */
import { useQueryData } from '../../api/query';
import { draftQuery } from './draft-documents';

/** undefined while it is not known yet. */
export function useHasDraft(documentId: string): boolean | undefined {
  const [{ data }] = useQueryData({
    query: draftQuery,
    variables: { id: documentId },
    requestPolicy: 'cache-first',
  });
  return data?.node?.__typename === 'Document' ? data.node.draft !== null : undefined;
}
