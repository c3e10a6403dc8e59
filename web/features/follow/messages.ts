import { readAloud } from '#contract/rich-text.ts'

/** The texts of following a page, which is free. */
export const followTexts = {
  follow: (pageName: string) => `Follow${readAloud(` ${pageName} for free`)}`,
  following: (pageName: string) => `Following${readAloud(` ${pageName}`)}`,
  nowFollowing: (pageName: string) => `You follow ${pageName}. New posts appear on Explore.`,
  menu: {
    areOn: 'New posts are mailed to you.',
    areOff: 'New posts are not mailed to you.',
    mailsOff: 'Turn e-mails off',
    mailsOn: 'Turn e-mails on',
    nowOff: (pageName: string) => `No more mails about new posts by ${pageName}.`,
    nowOn: (pageName: string) => `New posts by ${pageName} are mailed to you.`,
    unfollow: 'Unfollow',
  },
  byMail: {
    title: (pageName: string) => `Follow ${pageName} for free`,
    description: 'Read posts for followers, and get a mail when there is a new one. Stop any time.',
    email: 'Email',
    send: 'Follow for free',
    haveAccount: 'Already have an account?',
    logIn: 'Log in',
    sentTitle: 'Check your inbox',
    sent: (email: string) => `We mailed a link to ${email}. Open it within 24 hours to finish.`,
    done: 'Done',
    otherAddress: 'Use another address',
  },
  failed: "That didn't work",
  list: {
    title: 'Pages you follow',
    loading: 'Loading the pages you follow',
    failed: 'The pages you follow could not be loaded',
    none: "You don't follow anyone yet. Following is free: their posts appear on Explore.",
    showMore: 'Show more',
  },
} as const
