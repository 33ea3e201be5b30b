/** Who may recognize: whoever shows an ApiKey of an organization that is allowed to. */
import type { ApiKeyViewer, Viewer } from '../access/viewer.js';
import { LoupeError } from '../errors.js';

/** @throws LoupeError UNAUTHENTICATED without a known ApiKey, FORBIDDEN when its organization may not recognize */
export function demandScanning(viewer: Viewer): asserts viewer is ApiKeyViewer {
  if (viewer.kind !== 'apiKey') {
    throw new LoupeError('UNAUTHENTICATED', "Send the header ApiKey with your organization's key.");
  }
  if (!viewer.isMobileApiAuthorized) {
    throw new LoupeError('FORBIDDEN', 'This organization is not authorized to recognize. Ask the operator.');
  }
}
