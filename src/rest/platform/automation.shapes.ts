/** Shapes of exports. */
import { guid, optionalText, shape } from './shapes.js';

export const exportShape = shape('Export', 'A document in the form that imports take', {
  DocumentId: guid,
  Json: optionalText,
  Xml: optionalText,
});
