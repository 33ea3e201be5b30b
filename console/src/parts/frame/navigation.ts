/** Entries of the navigation, one line for each screen. `common.navigation.NAME` names it. */
import type { Icon } from '../icons/Icon';
import {
  IconBooks,
  IconTrash,
  IconArrowsDiff,
  IconCalendarEvent,
  IconChartBar,
  IconMail,
  IconPhotoScan,
  IconSettings,
  IconCopy,
  IconCpu,
  IconPhoto,
} from '../icons/icons';

/** Groups, in the order in which they are needed. */
export const navigationGroups = ['content', 'tools', 'management'] as const;

export interface NavigationEntry {
  readonly group: (typeof navigationGroups)[number];
  readonly name: string;
  readonly path: string;
  /** Where other screens of it begin. */
  readonly below?: readonly string[];
  readonly icon: Icon;
  /** The users who see it; everybody when left out. */
  readonly for?: 'administrator' | 'writer';
}

export const navigation: readonly NavigationEntry[] = [
  {
    group: 'content',
    name: 'library',
    path: '/library',
    below: ['/documents', '/pages', '/texts'],
    icon: IconBooks,
  },
  { group: 'content', name: 'try', path: '/try', icon: IconPhotoScan },
  { group: 'content', name: 'inbox', path: '/inbox', icon: IconMail },
  { group: 'content', name: 'calendar', path: '/calendar', icon: IconCalendarEvent },
  { group: 'content', name: 'statistics', path: '/statistics', below: ['/live'], icon: IconChartBar },
  { group: 'tools', name: 'conflicts', path: '/conflicts', icon: IconCopy },
  { group: 'tools', name: 'compare', path: '/compare', icon: IconArrowsDiff },
  { group: 'tools', name: 'pictures', path: '/pictures', icon: IconPhoto },
  { group: 'tools', name: 'engine', path: '/engine', icon: IconCpu, for: 'administrator' },
  { group: 'management', name: 'administration', path: '/administration', icon: IconSettings },
  { group: 'management', name: 'trash', path: '/trash', icon: IconTrash, for: 'writer' },
];
