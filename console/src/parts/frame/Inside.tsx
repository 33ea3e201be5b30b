/** Everything behind the log-in. */
import { useState } from 'react';
import { Provider } from 'urql';
import { createGraphqlClient } from '../../api/client';
import { Frame } from './Frame';
import { RenewLogin } from './RenewLogin';

export function Inside() {
  const [client] = useState(createGraphqlClient);
  return (
    <Provider value={client}>
      <Frame />
      <RenewLogin />
    </Provider>
  );
}
