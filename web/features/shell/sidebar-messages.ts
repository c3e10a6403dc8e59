/** The members' sidebar's texts; separate from messages.ts, which is in every page's first script. */
export const sidebarTexts = {
  openMenu: 'Open menu',
  sidebar: 'Sidebar',
  yours: 'Yours',
  main: 'Main',
  explore: 'Explore',
  subscriptions: 'Subscriptions',
  posts: 'Posts',
  members: 'Members',
  insights: 'Insights',
  library: 'Saved',
  payouts: 'Payouts',
  settings: 'Settings',
  recentlyVisited: 'Recently Visited',
} as const
