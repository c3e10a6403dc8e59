/** What a list of rooms says of each. */
export const roomRowTexts = {
  unread: (count: number) => (count > 99 ? '99+' : String(count)),
  unreadLabel: 'unread',
  mentioned: 'You were mentioned',
  locked: 'Locked',
  /** Beside a locked room that no plan has to open. */
  keys: { sign_in: 'Log in', follow: 'Followers' },
  archived: 'Archived',
} as const
