import { CREATOR_MINIMUM_AGE } from '#contract/site/policy.ts'

/** The texts of the page creation screen. */
export const createTexts = {
  title: "Let's name your page",
  subtitle: 'Get creative or start with your name — you can change it later.',
  back: 'Back',
  joinAsFan: 'Not a creator? Join as a fan',
  pageName: 'Page name',
  handle: {
    label: 'Page address',
    help: "You can't change this later.",
  },
  plan: {
    label: 'Plan',
    kept: ({ example, kept }: { example: string; kept: string }) => `You keep ${kept} of ${example}`,
    loading: 'Loading plans…',
    choose: 'Choose a plan',
    tryAgain: 'Try again',
  },
  adultContent: {
    label: 'My page contains adult content',
    help: 'Visitors are asked for their age first, and the page is not shown on Explore. Pornography is not allowed.',
  },
  age: {
    label: `I am ${CREATOR_MINIMUM_AGE} or older`,
    unconfirmed: `Please confirm that you are ${CREATOR_MINIMUM_AGE} or older.`,
  },
  missing: {
    pageName: 'Enter a page name to continue.',
    pageHandle: 'Choose a page address to continue.',
  },
  submit: 'Continue',
  submitting: 'Loading...',
} as const
