/** Every operation of the platform's REST surface but the login. */
import { accountRoutes } from './organizations/account.routes.js';
import { actionRoutes } from './content/action.routes.js';
import { automationRoutes } from './documents/automation.routes.js';
import { clickstreamRoutes } from './statistics/clickstream.routes.js';
import { conflictRoutes } from './statistics/conflict.routes.js';
import { documentRoutes } from './documents/document.routes.js';
import { folderRoutes } from './tree/folder.routes.js';
import { iconRoutes, propertyRoutes } from './content/icon.routes.js';
import { imageRoutes } from './documents/image.routes.js';
import { languageRoutes } from './content/language.routes.js';
import { logoRoutes } from './organizations/organization.routes.js';
import { matchRoutes } from './statistics/match.routes.js';
import { nodeRoutes } from './tree/node.routes.js';
import { organizationRoutes } from './organizations/organization.routes.js';
import { pictureRoutes } from './recognition/picture.routes.js';
import { previewRoutes } from './documents/preview.routes.js';
import { recognitionRoutes } from './recognition/recognition.routes.js';
import type { Route } from './route.js';
import { searchRoutes } from './tree/search.routes.js';
import { spreadsheetRoutes } from './content/spreadsheet.routes.js';
import { titleRoutes } from './content/title.routes.js';
import { trashRoutes } from './tree/trash.routes.js';
import { userRoutes } from './users/user.routes.js';
import { webhookRoutes } from './organizations/webhook.routes.js';
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
  ...automationRoutes,
  ...spreadsheetRoutes,
  ...webhookRoutes,
  ...clickstreamRoutes,
  ...conflictRoutes,
  ...searchRoutes,
  ...trashRoutes,
];
