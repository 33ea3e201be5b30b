/** Members of conflicts as the platform's clients know them. */
import type { ConflictResult } from '../../insight/conflict.service.js';
import type { FileUrl } from './tree.wire.js';

export function conflictWire({ id, conflicts }: ConflictResult, fileUrl: FileUrl) {
  return {
    Id: id,
    Conflicts: conflicts.map((conflict) => ({
      DocumentId: conflict.documentId,
      DocumentName: conflict.documentName,
      PageNumber: String(conflict.pageNumber),
      Distance: conflict.distance,
      Path: conflict.path.map((step) => ({ Id: step.id, Type: step.type, Name: step.name })),
      Thumbnail: fileUrl(conflict.thumbnailFileId),
    })),
  };
}
