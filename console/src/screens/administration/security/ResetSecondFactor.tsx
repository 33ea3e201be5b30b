/** Takes away the second factors of somebody who has lost them. */
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../api/change';
import { Confirm } from '../../../parts/dialogs/Confirm';
import { useTell } from '../../../parts/tell';
import { resetSecondFactor } from './security-documents';

interface Props {
  readonly id: string;
  readonly name: string;
  readonly onClose: () => void;
}

export function ResetSecondFactor({ id, name, onClose }: Props) {
  const { t } = useTranslation('security');
  const { tellDone, tellProblem } = useTell();
  const reset = useChange(resetSecondFactor);
  return (
    <Confirm
      text={t('users.resetText', { name })}
      action={t('users.reset')}
      onClose={onClose}
      onYes={async () => {
        const outcome = await reset({ id });
        if (outcome.isDone) tellDone(t('users.wasReset', { name }));
        else tellProblem(outcome.problem);
      }}
    />
  );
}
