import { defineFailures } from '../../http/route.ts'

/* In a file of their own: pages that only know of accounts don't load them. */

export const proofFailures = defineFailures({
  wrong_code: {
    status: 403,
    message: 'This code is wrong or has been used. Wait for the next one and try again.',
    field: 'code',
  },
  challenge_over: { status: 409, message: 'This took too long or had too many tries. Please start again.' },
  passkey_refused: {
    status: 403,
    message: 'This passkey could not be confirmed. Please try again or use another way.',
  },
  passkey_unknown: {
    status: 401,
    message: 'No account here has this passkey. Log in another way, then add it in your settings.',
  },
  passkeys_full: { status: 409, message: 'Your account has ten passkeys. Remove one to add another.' },
  app_exists: {
    status: 409,
    message: 'Your account has an authenticator app. Remove it to set up another one.',
  },
  app_not_begun: { status: 409, message: 'This QR code is no longer valid. Please start again.' },
  factor_not_found: { status: 404, message: 'This has already been removed.' },
  factors_missing: { status: 409, message: 'This account has no second factor.' },
  same_email: { status: 409, message: 'This is already the address of your account.', field: 'email' },
  email_taken: { status: 409, message: 'This address has an account of its own now.' },
  link_invalid: { status: 400, message: 'This link is invalid, has expired, or has been used.' },
})
