/** Adds a language to a document. */
import { Button } from '@mantine/core';
import { Dialog } from '../../parts/dialogs/Dialog';
import { DialogFooter } from '../../parts/dialogs/DialogFooter';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { change } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { LanguageSelect } from '../../parts/LanguageSelect';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { addLanguage, type DocumentHead } from './documents';

interface AddProps {
  readonly document: DocumentHead;
  readonly onClose: () => void;
  readonly onAdded: (code: string) => void;
}

export function AddLanguage({ document, onClose, onAdded }: AddProps) {
  const { t } = useTranslation('document');
  const client = useClient();
  const [code, setCode] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    if (code === null) return;
    setBusy(true);
    const outcome = await change(client, addLanguage, { documentId: document.id, languageCode: code });
    setBusy(false);
    if (!outcome.isDone) return setProblem(outcome.problem);
    onAdded(code);
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      title={t('addLanguage')}
      // The list of languages is longer than the dialog.
      styles={{ content: { overflow: 'visible' } }}
    >
      <LanguageSelect
        label={t('language')}
        value={code}
        onChange={setCode}
        without={document.languages}
        isInDialog
        data-autofocus
      />
      {problem !== null && <ProblemNotice problem={problem} />}
      <DialogFooter onClose={onClose}>
        <Button onClick={() => void send()} disabled={code === null} loading={isBusy}>
          {t('add')}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
