/** The brand of an organization, as readers see it: its logo, a color, and the addresses of imprint and privacy notice. */
import { Button, FileButton, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/change';
import type { Problem } from '../../api/graphql';
import { sendUpload } from '../../api/upload';
import { UploadFailed } from '../../api/upload-failed';
import { ColorField } from '../../parts/ColorField';
import { webAddress } from '../../parts/content/shapes';
import { useFormDraft } from '../../parts/editing/form-draft';
import { mistakeAt, restOf } from '../../parts/editing/mistakes';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { useTell } from '../../parts/tell';
import { type Administered, updateOrganization } from './administration';
import { deleteLogo, SET_LOGO } from './logo-documents';

interface Props {
  readonly organization: Administered['organization'];
  readonly onChanged: () => void;
}

const FIELDS = ['brandColor', 'imprintUrl', 'privacyUrl'];
const SWATCHES = ['#1f6feb', '#0b7a75', '#2f9e44', '#e8590c', '#c92a2a', '#862e9c', '#212529'];

export function Brand({ organization, onChanged }: Props) {
  const { t } = useTranslation('administration');
  const { tellDone } = useTell();
  const update = useChange(updateOrganization);
  const { id, version, brandColor, imprintUrl, privacyUrl } = organization;
  const saved = { brandColor, imprintUrl: imprintUrl ?? '', privacyUrl: privacyUrl ?? '' };
  const form = useFormDraft(`brand:${id}`, saved, version);
  const [problem, setProblem] = useState<Problem | null>(null);
  const addressOf = (typed: string) => (typed.trim() === '' ? null : webAddress(typed));
  const save = async () => {
    const outcome = await form.send(async (typed, ifVersion) => {
      const patch = {
        brandColor: typed.brandColor,
        imprintUrl: addressOf(typed.imprintUrl),
        privacyUrl: addressOf(typed.privacyUrl),
      };
      return update({ id, patch, ifVersion });
    });
    setProblem(outcome.isDone ? null : outcome.problem);
    if (!outcome.isDone) return;
    onChanged();
    tellDone(t('saved'));
  };
  const rest = restOf(problem, FIELDS);
  return (
    <Paper withBorder radius="lg" p="md" component="section" aria-label={t('brand.title')}>
      <Title order={2} size="h4">
        {t('brand.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('brand.text')}
      </Text>
      <Stack gap="sm">
        <LogoField organization={organization} onChanged={onChanged} />
        <ColorField
          label={t('brand.color')}
          value={form.values.brandColor}
          onChange={(color) => form.set({ brandColor: color })}
          mayBeEmpty
          swatches={SWATCHES}
          size="sm"
          widthPx={180}
        />
        {(['imprintUrl', 'privacyUrl'] as const).map((name) => (
          <TextInput
            key={name}
            type="url"
            inputMode="url"
            label={t(name === 'imprintUrl' ? 'brand.imprint' : 'brand.privacy')}
            value={form.values[name]}
            onChange={(event) => form.set({ [name]: event.currentTarget.value })}
            error={mistakeAt(problem, name)}
          />
        ))}
        {rest !== null && <ProblemNotice problem={rest} />}
        <Group justify="flex-end">
          <Button onClick={() => void save()}>{t('save')}</Button>
        </Group>
      </Stack>
    </Paper>
  );
}

function LogoField({ organization: { id, logoUrl, name }, onChanged }: Props) {
  const { t } = useTranslation('administration');
  const { tellProblem } = useTell();
  const remove = useChange(deleteLogo);
  const reset = useRef<() => void>(null);
  const [isSending, setSending] = useState(false);
  const send = async (file: File | null) => {
    if (file === null) return;
    setSending(true);
    try {
      const { signal } = new AbortController();
      await sendUpload(SET_LOGO, { id }, file, { onSent: () => undefined, signal });
      onChanged();
    } catch (error) {
      if (error instanceof UploadFailed) tellProblem(error.problem);
    }
    reset.current?.();
    setSending(false);
  };
  const takeAway = async () => {
    const outcome = await remove({ id });
    if (!outcome.isDone) tellProblem(outcome.problem);
    onChanged();
  };
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {t('brand.logo')}
      </Text>
      <Group gap="sm">
        {logoUrl !== null && <img src={logoUrl} alt={name} style={{ maxHeight: 44, maxWidth: 180 }} />}
        <FileButton
          accept="image/jpeg,image/png,image/gif"
          onChange={(file) => void send(file)}
          resetRef={reset}
        >
          {(props) => (
            <Button {...props} variant="default" size="sm" loading={isSending}>
              {t('brand.chooseLogo')}
            </Button>
          )}
        </FileButton>
        {logoUrl === null ? (
          <Text size="sm" c="dimmed">
            {t('brand.logoKinds')}
          </Text>
        ) : (
          <Button variant="subtle" color="red" size="sm" onClick={() => void takeAway()}>
            {t('brand.removeLogo')}
          </Button>
        )}
      </Group>
    </div>
  );
}
