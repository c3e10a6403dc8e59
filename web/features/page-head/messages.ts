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
  confirmFollow: 'Finish following',
  forgotPassword: 'Forgot password',
  resetPassword: 'Choose a new password',
  create: 'Create your page',
  explore: 'Explore',
  subscriptions: 'My Subscriptions',
  library: 'Saved',
  search: 'Search',
  payouts: 'Payouts',
  statement: 'Statement',
  membership: 'Your membership',
  ownPosts: 'Posts',
  writing: 'New post',
  settings: 'Settings',
  security: 'Security',
  receipt: 'Receipt',
  unsubscribe: 'Fewer mails',
  preview: 'Preview',
  terms: 'Terms and Conditions',
  privacy: 'Privacy Policy',
  refunds: 'Refund Policy',
  delivery: 'Digital Delivery',
  contact: 'Contact',
  about: 'About',
} as const
