/** The texts above the forms of logging in and signing up. */
export const doorwayTexts = {
  join: (planName: string) => `Join ${planName}`,
  /** Until the plan is known. */
  joinSome: 'Become a member',
  planAndPrice: (planName: string, price: string) => `${planName}, ${price}`,
  cancelAnyTime: 'Cancel any time',
  follow: (pageName: string) => `Follow ${pageName}`,
  talk: 'Join the conversation',
  visit: (pageName: string) => `Continue to ${pageName}`,
  goOn: 'One step to go',
  create: 'Create your page',
  createSubtitle: 'First your account, then the name of your page.',
  yourPage: 'Your page',
  eitherWay: 'New here, or back again',
  signUp: 'Sign up',
  logIn: 'Log in',
} as const

/** The texts around signing in with Google. */
export const signInTexts = {
  waitingForGoogle: 'Waiting for the Google window',
  password: 'Password',
  connectGoogle: 'Connect Google',
  cancel: 'Cancel',
  /** By the spec's codes. */
  googleFailures: {
    'popup-blocked': 'Your browser blocked the Google window. Allow pop-ups for this site and try again.',
    'popup-closed-by-user': 'The Google window was closed before you finished.',
    'cancelled-popup-request': 'Another Google window was opened.',
    'unauthorized-domain': 'Signing in with Google is not set up for this address.',
    'network-request-failed': 'Google could not be reached. Check your connection and try again.',
  },
} as const
