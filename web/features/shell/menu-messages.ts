/** The texts of the account menu; separate from the sidebar's, which returning members wait for. */
export const menuTexts = {
  /** Until the person's name is known. */
  account: 'Account',
  member: 'Member',
  creator: 'Creator',
  ownPage: 'Your Creator Page',
  ownPageLoading: 'Loading your page…',
  ownPageName: (pageName: string, pageHandle: string) => `${pageName} @${pageHandle}`,
  join: 'Join as creator',
  profile: 'Profile',
  terms: 'Terms of Use',
  privacy: 'Privacy Policy',
  logOut: 'Log out',
} as const
