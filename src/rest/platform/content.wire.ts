/** Members of titles, actions and what belongs to them as the platform's clients know them. */
import type {
  ActionView,
  DocumentLanguageView,
  IconView,
  LanguageView,
  PropertyView,
  TitleView,
} from '../../content/views.js';
import type { FileUrl } from './tree.wire.js';

export function titleWire({ nodeId, languageCode, value, style }: TitleView) {
  return { NodeId: nodeId, LanguageCode: languageCode, Value: value, Style: style };
}

export function actionWire(action: ActionView) {
  return {
    Id: action.id,
    NodeId: action.nodeId,
    IconId: action.iconId,
    IsValid: action.isValid,
    LanguageCode: action.languageCode,
    Priority: action.priority,
    Order: action.order,
    Name: action.name,
    Style: action.style,
    Type: action.type,
    Content: action.content,
    DateCreated: action.dateCreated,
    DateModified: action.dateModified,
  };
}

export function documentLanguageWire({ documentId, languageCode }: DocumentLanguageView) {
  return { DocumentId: documentId, LanguageCode: languageCode };
}

export function languageWire({ code, name, region, zone }: LanguageView) {
  return { Code: code, Name: name, Region: region, Zone: zone };
}

export function iconWire({ id, nodeId, name, tags, fileId }: IconView, fileUrl: FileUrl) {
  return { Id: id, NodeId: nodeId, Name: name, Tags: tags, Url: fileUrl(fileId) };
}

export function propertyWire({ id, nodeId, type, name, value }: PropertyView) {
  return { Id: id, NodeId: nodeId, Type: type, Name: name, Value: value };
}
