/** The texts about letting support see an account. */
export const supportPassTexts = {
  title: 'Help from support',
  hint: 'If support asks, make a code and read it to them. For 30 minutes, one person there can see your memberships, your payments, your notification settings, and which posts you can read. They can’t change anything, and they can’t see your messages or payout details.',
  make: 'Make a code',
  makeAnother: 'Make another code',
  code: 'Your code',
  tell: (time: string) => `Don’t share it with anyone but support. It works once, until ${time}.`,
  waiting: (time: string) => `Your code hasn’t been used yet. It works until ${time}.`,
  used: (by: string, time: string) => `${by} can see part of your account until ${time}.`,
  takeBack: 'Take it back',
  takenBack: 'Support can no longer see your account.',
  loading: 'Loading',
  failed: 'This could not be loaded',
  notice: {
    title: (time: string) => `Support can see part of your account until ${time}`,
    body: 'You gave them a code. They can’t change anything.',
    end: 'End it now',
  },
} as const
