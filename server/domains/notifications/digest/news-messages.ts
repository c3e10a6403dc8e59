import { plural } from '#contract/plural.ts'
import type { Language } from '#contract/languages.ts'

/** The texts of mails about news: one thing at once, or what came since the last digest. */
export const newsTexts = {
  open: 'Open in Cheers',
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
