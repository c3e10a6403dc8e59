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
    help: 'Letters, numbers, dashes and underscores. It cannot be changed later.',
  },
  plan: {
    label: 'Plan',
    help: 'The share Cheers keeps of each payment your supporters make.',
    shareIs: ({ example, kept, percentCharge }: { example: string; kept: string; percentCharge: number }) =>
      `On ${example} you keep ${kept}. Cheers keeps ${percentCharge}% of each payment, and there is no monthly fee.`,
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
  submit: 'Continue',
  submitting: 'Loading...',
} as const
