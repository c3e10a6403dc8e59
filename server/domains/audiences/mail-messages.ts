/** The texts of mails about following a page by e-mail. */
export const followMailTexts = {
  greeting: 'Hello,',
  confirm: {
    subject: (page: string) => `Finish following ${page} on Cheers`,
    oneStep: (page: string) =>
      `One step is left to follow ${page} for free: choose a name and a password, and you can read posts for followers.`,
    finish: 'Finish following',
    footnote:
      'The link works once, for 24 hours. If you did not ask for it, ignore this email; nothing will happen.',
  },
  logIn: {
    subject: (page: string) => `Log in to follow ${page}`,
    hasAccount: (page: string) =>
      `Someone, probably you, wants to follow ${page} with this address. It already has a Cheers account: log in, and you follow the page.`,
    action: 'Log in and follow',
    footnote: 'If it was not you, ignore this email; nothing will happen.',
  },
} as const
