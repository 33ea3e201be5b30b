/** About what one's own mails tell, and in which language. */
import { Paper, Select, Stack, Switch, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useChange } from '../../api/change';
import { graphql, type Problem, problemFields } from '../../api/graphql';
import { useQueryData } from '../../api/query';
import { useFormats } from '../../i18n/format';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { useTell } from '../../parts/tell';

const mailChoiceQuery = graphql(`
  query MailChoice {
    me {
      id
      mailChoice {
        aboutComments
        aboutInbox
        languageCode
      }
    }
  }
`);

const updateMailChoice = graphql(
  `
    mutation UpdateMailChoice($aboutComments: Boolean!, $aboutInbox: Boolean!, $languageCode: Locale) {
      updateMailChoice(
        input: { aboutComments: $aboutComments, aboutInbox: $aboutInbox, languageCode: $languageCode }
      ) {
        ...ProblemFields
        ... on MailChoice {
          aboutComments
          aboutInbox
          languageCode
        }
      }
    }
  `,
  [problemFields],
);

const LANGUAGES = ['en', 'de', 'fr'];

/** Each choice takes effect at once. */
export function OwnMails() {
  const { t } = useTranslation('administration');
  const { languages } = useFormats();
  const { tellDone } = useTell();
  const update = useChange(updateMailChoice);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [{ data }, read] = useQueryData({ query: mailChoiceQuery, requestPolicy: 'cache-and-network' });
  if (data === undefined) return null;
  const choice = data.me.mailChoice;
  const names = languages(LANGUAGES);
  const set = async (next: Partial<typeof choice>) => {
    const { aboutComments, aboutInbox, languageCode } = { ...choice, ...next };
    const outcome = await update({ aboutComments, aboutInbox, languageCode });
    setProblem(outcome.isDone ? null : outcome.problem);
    if (outcome.isDone) tellDone(t('saved'));
    read({ requestPolicy: 'network-only' });
  };
  return (
    <Paper withBorder radius="lg" p="md" maw={520} mt="md">
      <Title order={2} size="h4" mb="sm">
        {t('mails.title')}
      </Title>
      <Stack gap="sm">
        <Switch
          label={t('mails.aboutComments')}
          description={t('mails.text')}
          checked={choice.aboutComments}
          onChange={(event) => void set({ aboutComments: event.currentTarget.checked })}
        />
        <Switch
          label={t('mails.aboutInbox')}
          description={t('mails.inboxText')}
          checked={choice.aboutInbox}
          onChange={(event) => void set({ aboutInbox: event.currentTarget.checked })}
        />
        <Select
          label={t('mails.language')}
          value={choice.languageCode ?? ''}
          data={[
            { value: '', label: t('mails.organization') },
            ...LANGUAGES.map((value) => ({ value, label: names.get(value) ?? value })),
          ]}
          onChange={(value) => void set({ languageCode: value === '' ? null : value })}
          allowDeselect={false}
        />
        {problem !== null && <ProblemNotice problem={problem} />}
      </Stack>
    </Paper>
  );
}
