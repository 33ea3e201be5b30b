/** Downloads of the operation log, for administrators. */
import { z } from 'zod';
import { badInput } from '../kernel/errors.js';
import { file } from '../rest/platform/answer.js';
import { route, type Route } from '../rest/platform/route.js';
import { auditFormats } from './audit-lines.js';

/** A download is made in memory; `loupe audit export` writes logs of any length. */
const MOST = 50_000;

export const auditExportRoutes: readonly Route[] = [
  route(
    'GET',
    '/services/AuditLog',
    'Download the operation log of an organization in the order of its chain; the download is an entry of it',
    async (call) => {
      const organizationId = call.query.required('organizationId');
      const [format = 'jsonl'] = call.query.words('format', auditFormats);
      const most = call.query.count('first') ?? MOST;
      if (most < 1 || most > MOST) throw badInput('first', `must be from 1 to ${MOST}`);
      const range = { format, after: call.query.count('after') ?? null, most };
      let content = '';
      for await (const line of call.services.auditExport.lines(call.viewer, organizationId, range))
        content += line;
      const contentType = format === 'cef' ? 'text/plain; charset=utf-8' : 'application/jsonl';
      const name = `audit-${organizationId.toLowerCase()}.${format === 'cef' ? 'log' : 'jsonl'}`;
      return file({ content, contentType, fileName: name });
    },
    {
      answer: z.string().describe('The log, a line for each entry'),
      query: {
        'organizationId*': 'The organization',
        format: 'jsonl or cef; jsonl when left out',
        after: 'Number of the entry that it begins behind',
        first: `How many entries, 1 to ${MOST}; ${MOST} when left out`,
      },
    },
  ),
];
