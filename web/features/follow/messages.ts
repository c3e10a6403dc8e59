import { readAloud } from '#contract/rich-text.ts'

/** The texts of following a page, which is free. */
export const followTexts = {
  follow: (pageName: string) => `Follow${readAloud(` ${pageName} for free`)}`,
  following: (pageName: string) => `Following${readAloud(` ${pageName}`)}`,
  nowFollowing: (pageName: string) => `You follow ${pageName}. New posts appear on Explore.`,
  menu: {
    areOn: 'New posts are emailed to you.',
    areOff: 'New posts are not emailed to you.',
    mailsOff: 'Turn emails off',
    mailsOn: 'Turn emails on',
    nowOff: (pageName: string) => `No more emails about new posts by ${pageName}.`,
    nowOn: (pageName: string) => `New posts by ${pageName} are emailed to you.`,
    unfollow: 'Unfollow',
  },
  failed: "That didn't work",
} as const
