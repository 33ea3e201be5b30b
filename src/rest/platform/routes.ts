/** Every operation of the platform's REST surface but the login. */
import { accountRoutes } from '../../organizations/account.rest.js';
import { actionRoutes } from '../../content/actions/action.rest.js';
import { automationRoutes } from '../../exchange/automation.rest.js';
import { clickstreamRoutes } from '../../readers/clickstream.rest.js';
import { comparisonRoutes } from '../../proofs/comparison.rest.js';
import { conflictRoutes } from '../../documents/conflicts/conflict.rest.js';
import { documentRoutes } from '../../documents/document.rest.js';
import { folderRoutes } from '../../documents/nodes/folder.rest.js';
import { iconRoutes, propertyRoutes } from '../../content/icons/icon.rest.js';
import { imageRoutes } from '../../documents/pages/image.rest.js';
import { languageRoutes } from '../../content/languages/language.rest.js';
import { logoRoutes } from '../../organizations/organization.rest.js';
import { matchRoutes } from '../../readers/match.rest.js';
import { nodeRoutes } from '../../documents/nodes/node.rest.js';
import { organizationRoutes } from '../../organizations/organization.rest.js';
import { packRoutes } from '../../packs/pack.rest.js';
import { pictureRoutes } from '../../pictures/picture.rest.js';
import { proposalRoutes } from '../../documents/proposals/proposal.rest.js';
import { previewRoutes } from '../../recognition/preview.rest.js';
import { recognitionRoutes } from '../../recognition/recognition.rest.js';
import type { Route } from './route.js';
import { searchRoutes } from '../../text-search/search.rest.js';
import { spreadsheetRoutes } from '../../exchange/spreadsheets/spreadsheet.rest.js';
import { titleRoutes } from '../../content/titles/title.rest.js';
import { trashRoutes } from '../../documents/trash/trash.rest.js';
import { userRoutes } from '../../users/user.rest.js';
import { auditExportRoutes } from '../../audit/audit-export.rest.js';
import { recordedEventRoutes } from '../../readers/events/recorded-events.rest.js';
import { webhookRoutes } from '../../webhooks/webhook.rest.js';
import { zoneRoutes } from '../../documents/zones/zone.rest.js';

export const platformRoutes: readonly Route[] = [
  ...nodeRoutes,
  ...organizationRoutes,
  ...logoRoutes,
  ...folderRoutes,
  ...documentRoutes,
  ...imageRoutes,
  ...zoneRoutes,
  ...iconRoutes,
  ...propertyRoutes,
  ...titleRoutes,
  ...actionRoutes,
  ...languageRoutes,
  ...userRoutes,
  ...accountRoutes,
  ...matchRoutes,
  ...recognitionRoutes,
  ...previewRoutes,
  ...pictureRoutes,
  ...packRoutes,
  ...automationRoutes,
  ...spreadsheetRoutes,
  ...auditExportRoutes,
  ...recordedEventRoutes,
  ...webhookRoutes,
  ...clickstreamRoutes,
  ...comparisonRoutes,
  ...conflictRoutes,
  ...proposalRoutes,
  ...searchRoutes,
  ...trashRoutes,
];
