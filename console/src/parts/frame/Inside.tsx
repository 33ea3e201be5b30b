/** Everything behind the log-in. */
import '@mantine/dropzone/styles.css';
import '@mantine/notifications/styles.css';
import '@mantine/spotlight/styles.css';
import { Notifications } from '@mantine/notifications';
import { useState } from 'react';
import { Provider } from 'urql';
import { createGraphqlClient } from '../../api/client';
import { documentWatch } from '../../api/document-watch';
import { UploadPanel } from '../uploads/UploadPanel';
import { Frame } from './Frame';
import { RenewLogin } from './RenewLogin';

export function Inside() {
  const [client] = useState(() => {
    const made = createGraphqlClient();
    documentWatch.use(made);
    return made;
  });
  return (
    <Provider value={client}>
      <Frame />
      <UploadPanel />
      <Notifications position="bottom-center" />
      <RenewLogin />
    </Provider>
  );
}
