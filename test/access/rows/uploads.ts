/** Files in parts: callers that may change content send them, and only the sender can see them. */
import type { Target } from '../target.js';
import { rest, type RowOptions } from '../row.js';

const headers = { 'Tus-Resumable': '1.0.0' };
const ofAnother = ({ documentId }: Target) => ({
  path: `/api/uploads/${documentId}.${documentId}`,
  headers,
});
const asMethod = (method: string, call: ReturnType<typeof ofAnother>) => ({
  ...call,
  headers: { ...call.headers, 'X-HTTP-Method-Override': method },
});
const hidden: RowOptions = {
  but: {
    administrator: 'notFound',
    editor: 'notFound',
    // Brings files for the folder of its role.
    folderEditor: 'notFound',
    parentAdministrator: 'notFound',
  },
};

export const uploadRows = [
  rest(
    'POST /api/uploads',
    'writer',
    () => ({ path: '/api/uploads', headers: { ...headers, 'Upload-Length': '10' } }),
    { but: { siblingAdministrator: 'ok', folderEditor: 'ok' } },
  ),
  rest('PATCH /api/uploads/:id', 'writer', ofAnother, hidden),
  rest('DELETE /api/uploads/:id', 'writer', ofAnother, hidden),
  // For clients that can send no other method: the header names it.
  rest('POST /api/uploads/:id', 'writer', (t) => asMethod('PATCH', ofAnother(t)), hidden),
];
