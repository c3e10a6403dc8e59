/** What stands in mails besides what each says. */
export const mailTexts = {
  productName: 'Cheers',
  greeting: (name: string) => `Hello ${name},`,
  operatorGreeting: 'Hello,',
  unsubscribe: 'Stop emails like this',
  /** Why somebody gets a mail, said at its end. */
  why: {
    account: 'You’re getting this email because it’s about your Cheers account.',
    membership: 'You’re getting this email because it’s about one of your memberships on Cheers.',
    page: 'You’re getting this email because it’s about your page on Cheers.',
    news: 'You’re getting this email because your notification settings on Cheers allow it.',
    conduct: 'You’re getting this email because it’s about a decision that concerns you on Cheers.',
    address: 'You’re getting this email because somebody entered this address on Cheers.',
    grievance: 'You’re getting this email because you wrote to our grievance officer.',
    operator: 'You’re getting this email because you help to run Cheers.',
  },
} as const
