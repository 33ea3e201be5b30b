/** Whether an application keeps small pictures of its references: a switch that says what it means. */
import { Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/change';
import { Confirm } from '../../parts/dialogs/Confirm';
import { useTell } from '../../parts/tell';
import { type ApplicationRow, updateApplication } from './engine';

interface Props {
  readonly application: Pick<ApplicationRow, 'id' | 'name' | 'keepsThumbnails'>;
  readonly onChange: () => void;
}

export function ThumbnailSwitch({ application: { id, name, keepsThumbnails }, onChange }: Props) {
  const { t } = useTranslation('engine');
  const { tellProblem } = useTell();
  const update = useChange(updateApplication);
  const [isAsked, setAsked] = useState(false);
  const keep = async (keeps: boolean) => {
    const outcome = await update({ id, patch: { keepsThumbnails: keeps } });
    if (!outcome.isDone) tellProblem(outcome.problem);
    onChange();
  };
  return (
    <>
      <Switch
        mt="sm"
        label={t('thumbnails.keep')}
        description={keepsThumbnails ? t('thumbnails.on') : t('thumbnails.off')}
        checked={keepsThumbnails}
        onChange={(event) => {
          if (event.currentTarget.checked) void keep(true);
          else setAsked(true);
        }}
      />
      {isAsked && (
        <Confirm
          text={t('thumbnails.question', { name })}
          action={t('thumbnails.remove')}
          onClose={() => setAsked(false)}
          onYes={() => keep(false)}
        />
      )}
    </>
  );
}
