/** Beside the page: what a reader gets of the chosen zone or of the page, as it is written: with the draft, where there is one. */
import { Stack } from '@mantine/core';
import { useEffect } from 'react';
import { draftChanges } from '../../api/draft-changes';
import { useQueryData } from '../../api/query';
import { useStore } from '../../api/store';
import { HiddenReasons } from '../preview/HiddenReasons';
import { Phone } from '../preview/Phone';
import { previewQuery } from '../preview/preview-documents';
import type { PageData } from './zone-documents';

interface Props {
  readonly page: PageData;
  /** The page or zone. */
  readonly elementId: string;
  readonly languageCode: string;
  /** Counts changes: with each the phone asks again. */
  readonly changes: number;
  readonly onChanged: () => void;
}

export function ReaderPhone({ page, elementId, languageCode, changes, onChanged }: Props) {
  const [{ data, stale }, read] = useQueryData({
    query: previewQuery,
    variables: { elementId, languageCode, inDraft: true },
  });
  const drafts = useStore(draftChanges);
  useEffect(() => {
    if (changes + drafts > 0) read({ requestPolicy: 'network-only' });
  }, [changes, drafts, read]);
  const preview = data?.readerPreview;
  return (
    <Stack gap="sm">
      {preview !== undefined && (
        <HiddenReasons
          reasons={preview.hiddenReasons}
          isDraft={page.document.draft !== null}
          page={page}
          onChanged={onChanged}
        />
      )}
      <Phone preview={preview} isOld={stale} />
    </Stack>
  );
}
