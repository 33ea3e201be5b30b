/** Makes a short address, or leads one elsewhere. */
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../../api/change';
import type { Problem } from '../../../api/graphql';
import { FormDialog } from '../../../parts/dialogs/FormDialog';
import { mistakeAt, restOf } from '../../../parts/editing/mistakes';
import { targetOf, type useAddressTargets } from './address-targets';
import { type Address, changeShortAddress, createShortAddress } from './short-address-documents';

interface Props {
  /** null for a new one. */
  readonly address: Address | null;
  readonly choices: ReturnType<typeof useAddressTargets>['choices'];
  readonly onClose: () => void;
  readonly onDone: () => void;
}

export function AddressForm({ address, choices, onClose, onDone }: Props) {
  const { t } = useTranslation('document');
  const create = useChange(createShortAddress);
  const lead = useChange(changeShortAddress);
  const known =
    address?.actionId == null ? `element:${address?.element.id ?? ''}` : `action:${address.actionId}`;
  const first = address === null ? (choices[0]?.value ?? null) : known;
  const [target, setTarget] = useState<string | null>(
    choices.some(({ value }) => value === first) ? first : null,
  );
  const [named, setNamed] = useState<Named>({ code: '', gtin: '' });
  const [problem, setProblem] = useState<Problem | null>(null);
  const shown = ['code', 'gtin', 'elementId', 'actionId'];
  const send = async () => {
    const where = { target: targetOf(target ?? '') };
    const { code, gtin } = named;
    const chosen = { ...(code.trim() === '' ? {} : { code }), ...(gtin.trim() === '' ? {} : { gtin }) };
    const outcome =
      address === null
        ? await create({ input: { ...where, ...chosen } })
        : await lead({ input: { id: address.id, ...where } });
    if (outcome.isDone) onDone();
    else setProblem(outcome.problem);
  };
  return (
    <FormDialog
      title={address === null ? t('addresses.new') : t('addresses.lead', { code: address.code })}
      action={address === null ? t('addresses.create') : t('save')}
      isReady={target !== null}
      problem={restOf(problem, shown)}
      onClose={onClose}
      onSend={send}
    >
      <Select
        label={t('addresses.target')}
        description={t('addresses.targetText')}
        data={[...choices]}
        value={target}
        onChange={setTarget}
        searchable
        allowDeselect={false}
        error={mistakeAt(problem, 'elementId') ?? mistakeAt(problem, 'actionId')}
        nothingFoundMessage={t('addresses.noTarget')}
        data-autofocus
      />
      {address === null && (
        <NewFields named={named} problem={problem} onChange={(part) => setNamed({ ...named, ...part })} />
      )}
    </FormDialog>
  );
}

interface Named {
  readonly code: string;
  readonly gtin: string;
}

interface NewProps {
  readonly named: Named;
  readonly problem: Problem | null;
  readonly onChange: (part: Partial<Named>) => void;
}

/** The code of a new address, or the number of the article that it stands for. */
function NewFields({ named, problem, onChange }: NewProps) {
  const { t } = useTranslation('document');
  return (
    <>
      <TextInput
        label={t('addresses.code')}
        description={t('addresses.codeText')}
        value={named.code}
        onChange={(event) => onChange({ code: event.currentTarget.value })}
        error={mistakeAt(problem, 'code')}
      />
      <TextInput
        label={t('addresses.gtin')}
        description={t('addresses.gtinText')}
        value={named.gtin}
        onChange={(event) => onChange({ gtin: event.currentTarget.value })}
        error={mistakeAt(problem, 'gtin')}
        inputMode="numeric"
      />
    </>
  );
}
