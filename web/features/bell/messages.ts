import { plural } from '#contract/plural.ts'

/** The texts of the bell and of the tabs at the foot of phones. */
export const bellTexts = {
  title: 'Notifications',
  /** Read aloud beside a count. */
  unread: (count: number) => plural(count, { one: '1 unread', other: '{n} unread' }),
  messages: 'Messages',
  unreadMessages: (count: number) =>
    plural(count, { one: '1 unread conversation', other: '{n} unread conversations' }),
  waiting: (count: number) => plural(count, { one: '1 request waits', other: '{n} requests wait' }),
  held: (count: number) => plural(count, { one: '1 message waits', other: '{n} messages wait' }),
  /** In place of a count that no longer fits. */
  many: '99+',
  ages: { today: 'Today', week: 'The last seven days', earlier: 'Earlier' },
  loading: 'Loading your notifications',
  failed: 'Your notifications could not be loaded.',
  none: 'Nothing new',
  noneHelp: 'What creators you support publish, and what happens on your own page, appears here.',
  isNew: 'New',
  reason: (reason: string) => `Reason: ${reason}`,
  showAll: 'See all',
  readAll: 'Mark all as read',
  choose: 'Settings',
  showMore: 'Show earlier ones',
  moreFailed: 'Earlier ones could not be loaded.',
  tabs: {
    label: 'Places',
    home: 'Home',
    explore: 'Explore',
    search: 'Search',
    write: 'New post',
    you: 'You',
  },
} as const
