/** Members of matches and clicks as the platform's clients know them. */
import type { ClickView, MatchView } from '../../recognition/match.reader.js';

export function matchWire(match: MatchView) {
  return {
    RequestTime: match.requestTime,
    DeviceSystemVersion: match.deviceSystemVersion,
    Language: match.language,
    'Operating System': match.operatingSystem,
    ImageOrder: match.imageOrder,
    DocumentName: match.documentName,
    Host: match.host,
    Clicks: match.clicks.map(clickWire),
  };
}

function clickWire(click: ClickView) {
  return {
    ClickTime: click.clickTime,
    Host: click.host,
    ActionName: click.actionName,
    ActionOrder: click.actionOrder,
    ActionType: click.actionType,
    ActionId: click.actionId,
  };
}
