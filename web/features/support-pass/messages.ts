/** The texts about letting support see an account. */
export const supportPassTexts = {
  title: 'Help from support',
  hint: 'If support asks for it, make a code and tell it to them. For 30 minutes one person there sees your memberships, your payments, your notification settings, and which posts you can read. They can’t change anything, and see neither messages nor payout details.',
  make: 'Make a code',
  makeAnother: 'Make another code',
  code: 'Your code',
  tell: (time: string) => `Tell it to nobody but support. It works once, until ${time}.`,
  waiting: (time: string) => `There is a code that nobody has used. It works until ${time}.`,
  used: (by: string, time: string) => `${by} sees part of your account until ${time}.`,
  takeBack: 'Take it back',
  takenBack: 'Support no longer sees your account.',
  loading: 'Loading',
  failed: 'This could not be loaded',
  notice: {
    title: (time: string) => `Support sees part of your account until ${time}`,
    body: 'You gave them a code. They can’t change anything.',
    end: 'End it now',
  },
} as const
