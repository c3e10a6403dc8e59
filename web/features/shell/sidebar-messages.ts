/** What the members' sidebar says; apart from messages.ts, which is in the first script of every page. */
export const sidebarTexts = {
  openMenu: 'Open menu',
  sidebar: 'Sidebar',
  main: 'Main',
  explore: 'Explore',
  subscriptions: 'Subscriptions',
  payouts: 'Payouts',
  settings: 'Settings',
  recentlyVisited: 'Recently Visited',
} as const
