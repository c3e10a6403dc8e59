/** Texts for tabs, search engines and shared links, besides the page's own names and words. */
export const pageHeadTexts = {
  productName: 'Cheers',
  documentTitle: (title: string, productName: string) => `${title} · ${productName}`,
  postWithoutWords: 'A picture',
} as const

/** The titles of the pages, in tabs and for screen readers. */
export const pageTitles = {
  logIn: 'Log in',
  signUp: 'Sign up',
  activation: 'Account activation',
  forgotPassword: 'Forgot password',
  resetPassword: 'Choose a new password',
  create: 'Create your page',
  explore: 'Explore',
  subscriptions: 'My Subscriptions',
  payouts: 'Payouts',
  statement: 'Statement',
  membership: 'Your membership',
  settings: 'Settings',
  receipt: 'Receipt',
  unsubscribe: 'Fewer mails',
  terms: 'Terms and Conditions',
  privacy: 'Privacy Policy',
  refunds: 'Refund Policy',
  delivery: 'Digital Delivery',
  contact: 'Contact',
  about: 'About',
} as const
