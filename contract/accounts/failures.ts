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
  account_leaving: {
    status: 409,
    message: 'Your account is being deleted. Keep it first, then try again.',
  },
  person_not_found: { status: 404, message: 'There is no such person.' },
  own_account: { status: 409, message: 'This is your own account.' },
  session_not_found: { status: 404, message: 'This session has already ended.' },
  username_taken: { status: 409, message: 'This username is already taken.', field: 'username' },
  activation_token_invalid: { status: 400, message: accountMessages.activationTokenInvalid },
  activation_code_wrong: {
    status: 400,
    message: 'This code is wrong or no longer valid. Check the newest email.',
    field: 'code',
  },
  activation_code_over: {
    status: 409,
    message: 'You have entered five wrong codes. Follow the link in the email instead; it still works.',
    field: 'code',
  },
  activation_code_elsewhere: {
    status: 403,
    message:
      'The code works for a day, in the browser where you signed up. Follow the link in the email instead.',
    field: 'code',
  },
  reset_token_invalid: { status: 400, message: accountMessages.resetTokenInvalid },
  identity_unproven: { status: 401, message: 'Google could not confirm who you are. Please try again.' },
  identity_mismatch: { status: 401, message: 'The Google account does not match. Please try again.' },
  link_password_required: {
    status: 409,
    message: 'An account with this email exists. Enter its password once to connect Google.',
    field: 'password',
  },
})
