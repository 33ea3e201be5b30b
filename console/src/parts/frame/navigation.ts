/** What the navigation offers, one line for each screen. `common.navigation.NAME` names it. */
import type { Icon } from '../icons/Icon';
import {
  IconBooks,
  IconTrash,
  IconArrowsDiff,
  IconChartBar,
  IconPhotoScan,
  IconSettings,
  IconCopy,
  IconCpu,
  IconPhoto,
} from '../icons/icons';

export interface NavigationEntry {
  readonly name: string;
  readonly path: string;
  /** Where other screens of it begin. */
  readonly below?: readonly string[];
  readonly icon: Icon;
  /** Who sees it; everybody when left out. */
  readonly for?: 'administrator' | 'writer';
}

export const navigation: readonly NavigationEntry[] = [
  { name: 'library', path: '/library', below: ['/documents', '/pages', '/texts'], icon: IconBooks },
  { name: 'try', path: '/try', icon: IconPhotoScan },
  { name: 'statistics', path: '/statistics', icon: IconChartBar },
  { name: 'conflicts', path: '/conflicts', icon: IconCopy },
  { name: 'compare', path: '/compare', icon: IconArrowsDiff },
  { name: 'pictures', path: '/pictures', icon: IconPhoto },
  { name: 'engine', path: '/engine', icon: IconCpu, for: 'administrator' },
  { name: 'administration', path: '/administration', icon: IconSettings },
  { name: 'trash', path: '/trash', icon: IconTrash, for: 'writer' },
];
