import { plural } from '#contract/plural.ts'
import type { Language } from '#contract/languages.ts'
import type { NoticeTopic } from '#contract/notifications/kinds.ts'

/** The texts of mails about news: one thing at once, or what came since the last digest. */
export const newsTexts = {
  /** What the button of one piece of news does, by what it is about. */
  open: {
    newPosts: 'Read the post',
    replies: 'Read and reply',
    messages: 'Read and reply',
    decisions: 'Look at it',
    votes: 'See the result',
    live: 'See the live session',
    comments: 'Read and reply',
    approvals: 'Open moderation',
    members: 'See my payouts',
    followers: 'Open my page',
    other: 'Go to Cheers',
  } satisfies Partial<Record<NoticeTopic | 'other', string>> as Partial<Record<NoticeTopic, string>> & {
    other: string
  },
  footnote: (settingsUrl: string) => `Choose which emails you get: ${settingsUrl}`,

  digest: {
    subject: (first: string, others: number, language: Language) =>
      others === 0
        ? first
        : plural(others, { one: `${first}, and 1 more`, other: `${first}, and {n} more` }, language),
    since: 'Here is what is new for you.',
    /** Below the lines, when there are more than a mail should hold. */
    more: (count: number, language: Language) =>
      plural(count, { one: 'One more is on Cheers.', other: '{n} more are on Cheers.' }, language),
    all: 'See all notifications',
  },
} as const
