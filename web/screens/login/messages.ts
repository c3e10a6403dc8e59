/** What the login page says, besides the answers of the server. */
export const loginTexts = {
  title: 'Welcome back',
  subtitle: 'Log in to the creators you support.',
  google: 'Sign in with Google',
  or: 'OR',
  newHere: 'New to Cheers?',
  signUp: 'Sign up',
  email: 'Email',
  password: 'Password',
  forgotPassword: 'Forgot your password?',
  /** One sentence: its middle is a button. */
  activationSent: {
    followLink: 'Follow the link in the mail, then',
    logIn: 'log in',
    end: '.',
  },
  activate: 'Activate',
  send: 'Login',
} as const
