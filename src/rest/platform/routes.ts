/** Every operation of the platform's REST surface but the login. */
import { accountRoutes } from './account.routes.js';
import { actionRoutes } from './action.routes.js';
import { automationRoutes } from './automation.routes.js';
import { clickstreamRoutes } from './clickstream.routes.js';
import { conflictRoutes } from './conflict.routes.js';
import { documentRoutes } from './document.routes.js';
import { folderRoutes } from './folder.routes.js';
import { iconRoutes, propertyRoutes } from './icon.routes.js';
import { imageRoutes } from './image.routes.js';
import { languageRoutes } from './language.routes.js';
import { logoRoutes } from './logo.routes.js';
import { matchRoutes } from './match.routes.js';
import { nodeRoutes } from './node.routes.js';
import { organizationRoutes } from './organization.routes.js';
import { pictureRoutes } from './picture.routes.js';
import { previewRoutes } from './preview.routes.js';
import { recognitionRoutes } from './recognition.routes.js';
import type { Route } from './route.js';
import { searchRoutes } from './search.routes.js';
import { spreadsheetRoutes } from './spreadsheet.routes.js';
import { titleRoutes } from './title.routes.js';
import { trashRoutes } from './trash.routes.js';
import { userRoutes } from './user.routes.js';
import { webhookRoutes } from './webhook.routes.js';
import { zoneRoutes } from './zone.routes.js';

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
