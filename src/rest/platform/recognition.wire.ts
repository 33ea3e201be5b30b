/** Members of recognized images as the platform's clients know them. */
import type { EnrichedActionView, EnrichedImageView } from '../../recognition/views.js';
import type { FileUrl } from './tree.wire.js';

export function enrichedImageWire(image: EnrichedImageView, fileUrl: FileUrl) {
  return {
    Id: image.id,
    BigThumbnailUrl: fileUrl(image.bigThumbnailFileId),
    LanguageCode: image.languageCode,
    Title: image.title,
    DocumentId: image.documentId,
    SessionId: image.sessionId,
    Order: image.order,
    AutoTrigger: image.autoTrigger,
    TitleStyle: image.titleStyle,
    Data: image.data,
    Score: image.score,
    Actions: image.actions.map((action) => enrichedActionWire(action, fileUrl)),
  };
}

function enrichedActionWire(action: EnrichedActionView, fileUrl: FileUrl) {
  return {
    Id: action.id,
    Icon: fileUrl(action.iconFileId),
    Priority: action.priority,
    Order: action.order,
    Name: action.name,
    Style: action.style,
    Type: action.type,
    Content: action.content,
  };
}
