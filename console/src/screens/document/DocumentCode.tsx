/** The QR code of a document, to be printed in it: a code for readers that has the document's name. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient } from 'urql';
import { Dialog } from '../../parts/dialogs/Dialog';
import { change, problemOf } from '../../api/change';
import { graphql, type Problem, problemFields } from '../../api/graphql';
import { useViewer } from '../../api/session';
import { Loading } from '../../parts/Loading';
import { ProblemNotice } from '../../parts/ProblemNotice';
import { LargeCode } from '../../parts/codes/LargeCode';

const codesQuery = graphql(`
  query CodesOfReaders($organizationId: ID!) {
    organization(id: $organizationId) {
      id
      publishableKeys {
        id
        name
        scanUrl
      }
    }
  }
`);

const createCode = graphql(
  `
    mutation CreateCodeOfDocument($input: CreatePublishableKeyInput!) {
      createPublishableKey(input: $input) {
        ... on PublishableKey {
          id
          name
          scanUrl
        }
        ...ProblemFields
      }
    }
  `,
  [problemFields],
);

interface Code {
  readonly name: string;
  readonly scanUrl: string;
}

/** As long as names of codes may be. */
const LONGEST_NAME = 100;

export function DocumentCode({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const { t } = useTranslation('document');
  const client = useClient();
  const { organization } = useViewer();
  const [code, setCode] = useState<Code | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    let isOver = false;
    const own = name.trim().slice(0, LONGEST_NAME);
    const find = async () => {
      const variables = { organizationId: organization.id };
      const { data, error } = await client
        .query(codesQuery, variables, { requestPolicy: 'network-only' })
        .toPromise();
      if (error !== undefined) return setProblem(problemOf(error));
      const known = data?.organization.publishableKeys.find((each) => each.name === own);
      if (known !== undefined) return isOver ? undefined : setCode(known);
      const made = await change(client, createCode, { input: { ...variables, name: own } });
      if (isOver) return undefined;
      return made.isDone ? setCode(made.value) : setProblem(made.problem);
    };
    void find();
    return () => {
      isOver = true;
    };
  }, [client, name, organization.id]);
  if (code !== null) return <LargeCode name={code.name} scanUrl={code.scanUrl} onClose={onClose} />;
  return (
    <Dialog onClose={onClose} title={t('code')}>
      {problem === null ? <Loading height={120} /> : <ProblemNotice problem={problem} />}
    </Dialog>
  );
}
