/** Views of exports as the platform's clients know them. */
import type { ExportedTexts } from '../../../exchange/exchange.service.js';
import { view } from '../../shared/view.js';
import { guid, optionalText, shape } from '../shapes.js';

const exportShape = shape('Export', 'A document in the form that imports take', {
  DocumentId: guid,
  Json: optionalText,
  Xml: optionalText,
});

export const exportView = view(exportShape, ({ documentId, json, xml }: ExportedTexts) => ({
  DocumentId: documentId,
  Json: json,
  Xml: xml,
}));
