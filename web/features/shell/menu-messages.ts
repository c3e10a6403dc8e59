/** What the account's menu and the drawer say; apart from the sidebar's texts, which returning members wait for. */
export const menuTexts = {
  closeMenu: 'Close menu',
  menu: 'Menu',
  member: 'Member',
  ownPage: 'Your Creator Page',
  ownPageLoading: 'Loading your page…',
  ownPageName: (pageName: string, pageHandle: string) => `${pageName} @${pageHandle}`,
  join: 'Join as creator',
  profile: 'Profile',
  terms: 'Terms of Use',
  privacy: 'Privacy Policy',
  logOut: 'Log out',
} as const
