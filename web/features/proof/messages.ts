/** The texts of proving that it is oneself: at sign-in, and before something important. */
export const proofTexts = {
  title: 'Confirm that it’s you',
  intro:
    'This concerns your money or your account, so we check that it is really you. It counts for ten minutes.',
  loading: 'One moment',
  loadFailed: 'We could not find out how to check that.',
  askPasskey: 'Use your passkey',
  passkeyHint: 'Your device asks for your finger, your face or its PIN.',
  appCode: 'Code from your authenticator app',
  appCodeHelp: '6 digits; a new one every 30 seconds.',
  recoveryCode: 'Recovery code',
  recoveryCodeHelp: 'One of the ten you kept. Each works once.',
  password: 'Your password',
  mailedCode: 'Code from the email',
  mailCode: 'Email me a code',
  mailAnother: 'Email me another code',
  confirm: 'Confirm',
  or: 'OR',
  others: {
    passkey: 'Use your passkey instead',
    app: 'Use a code from your app instead',
    'recovery-code': 'Use a recovery code instead',
  },
  noWay:
    'Your passkeys belong to another address of this site, and you have no recovery code left. Please write to us.',
  passkeyFailures: {
    cancelled: 'No passkey was used. Try again, or choose another way.',
    known: 'This device has a passkey for your account already.',
    unable: 'This browser or device could not use a passkey.',
  },
} as const
