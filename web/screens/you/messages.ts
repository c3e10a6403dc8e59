/** The texts of the page that holds everything a member has. */
export const youTexts = {
  title: 'You',
  account: 'Account',
} as const
