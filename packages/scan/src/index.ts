/** Recognizes printed pages in the picture of a camera, without network: `createScan`, and the element `<loupe-scan>`. */
import {
  targetOf as readerTargetOf,
  type ActionTarget,
} from '../../../console/src/parts/reader/action-target.js';
import { LoupeScanElement } from './element.js';
import type { ScanAction } from './found-page.js';

export { LoupeScanElement };
export type { ActionTarget };

/**
 * Where an action leads: an address for a link, a file to save, something to share, or a text. Null for what cannot be used, as
 * addresses that run code.
 */
export const targetOf = (action: ScanAction): ActionTarget | null =>
  readerTargetOf({
    ...action,
    target: action.target as Parameters<typeof readerTargetOf>[0]['target'],
    iconUrl: null,
  });

export { createScan, Scan } from './scan.js';
export type { FoundPage, ScanAction, ScanOffer } from './found-page.js';
export type { ScanEvents, ScanOptions } from './scan.js';
export { ScanError } from './scan-error.js';
export type { ScanErrorCode } from './scan-error.js';

declare global {
  interface HTMLElementTagNameMap {
    'loupe-scan': LoupeScanElement;
  }
}

// Where a page loads this module twice, the first one holds. A server that writes pages defines no elements.
if (globalThis.customElements?.get('loupe-scan') === undefined)
  globalThis.customElements?.define('loupe-scan', LoupeScanElement);
