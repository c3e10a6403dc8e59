/** The pages behind links in mails about the safety of an account. Each asks before it does anything. */
export const mailLinkTexts = {
  'not-me': {
    title: 'Was it somebody else?',
    body: 'We then log out every device, hold your payouts for five days, and email you a link to choose a new password. What you have published stays as it is.',
    act: 'Yes, it wasn’t me',
    done: 'You’re safe again',
    next: 'If you have a password, we just emailed you a link to choose a new one. If you sign in with Google, check the safety of your Google account too.',
  },
  'confirm-email': {
    title: 'Confirm the new address',
    body: 'The address of your account changes once both the old and the new one have confirmed.',
    act: 'Confirm',
    done: 'Confirmed',
    next: null,
  },
  'undo-email': {
    title: 'Take the change back?',
    body: 'Your account gets its old address back. Every device is logged out, and payouts are held for five days.',
    act: 'Take it back',
    done: 'Your old address is back',
    next: 'If you have a password, we just emailed you a link to choose a new one, because somebody else may know the old one.',
  },
  'keep-factors': {
    title: 'Keep your second step?',
    body: 'Your passkeys, your authenticator app and your recovery codes stay, and are asked for as before.',
    act: 'Keep them',
    done: 'Everything stays',
    next: 'Somebody may know your password. Choose a new one to be sure.',
  },
  logIn: 'Go to login',
} as const
