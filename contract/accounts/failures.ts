import { defineFailures } from '../http/route.ts'
import { accountMessages } from './messages.ts'

export const accountFailures = defineFailures({
  credentials_wrong: { status: 401, message: 'The email or password is incorrect.' },
  account_suspended: {
    status: 403,
    message: 'This account is suspended. Write to us if you think this is a mistake.',
  },
  current_password_wrong: {
    status: 403,
    message: 'This is not your current password.',
    field: 'currentPassword',
  },
  deletion_needs_password: {
    status: 409,
    message: 'Confirm it with your password.',
    field: 'currentPassword',
  },
  deletion_code_wrong: {
    status: 403,
    message: 'This code is wrong or has expired. Ask for a new one.',
    field: 'code',
  },
  password_exists: {
    status: 409,
    message: 'Your account already has a password. Use it to choose a new one.',
    field: 'currentPassword',
  },
  password_code_wrong: {
    status: 403,
    message: 'This code is wrong or has expired. Ask for a new one.',
    field: 'code',
  },
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
  account_leaving: {
    status: 409,
    message: 'Your account is being deleted. Keep it first, then try again.',
  },
  person_not_found: { status: 404, message: 'There is no such person.' },
  own_account: { status: 409, message: 'This is your own account.' },
  session_not_found: { status: 404, message: 'This session has already ended.' },
  username_taken: { status: 409, message: 'This username is already taken.', field: 'username' },
  activation_token_invalid: { status: 400, message: accountMessages.activationTokenInvalid },
  reset_token_invalid: { status: 400, message: accountMessages.resetTokenInvalid },
  identity_unproven: { status: 401, message: 'Google could not confirm who you are. Please try again.' },
  identity_mismatch: { status: 401, message: 'The Google account does not match. Please try again.' },
  link_password_required: {
    status: 409,
    message: 'An account with this email exists. Enter its password once to connect Google.',
    field: 'password',
  },
})
