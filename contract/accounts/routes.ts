import * as z from 'zod/mini'

import { id, moment, saying } from '../fields.ts'
import { route } from '../http/route.ts'
import { mediaFailures } from '../media/failures.ts'
import { accountFailures as failures } from './failures.ts'
import { secondStep } from './proof-rules.ts'
import {
  activationCode,
  activationRequest,
  credentials,
  currentPassword,
  emailAddress,
  passwordReset,
  profileChanges,
  registration,
} from './rules.ts'

/** The signed-in person, as they see themselves. */
const user = z.object({
  _id: id(),
  name: z.string(),
  displayName: z.string(),
  username: z.string(),
  email: z.string(),
  country: z.nullable(z.string()),
  profileImage: z.nullable(z.string()),
  /** Of the Google account that signs in here: its id there, and its picture. null: there is none. */
  uid: z.nullable(z.string()),
  photoURL: z.nullable(z.string()),
  isCreator: z.boolean(),
  /** False for people who sign in with Google alone. */
  hasPassword: z.boolean(),
  /** They have a passkey or an authenticator app. */
  hasSecondFactor: z.boolean(),
  /** The handle of their own page; null until there is one. */
  pageHandle: z.nullable(z.string()),
  /** They asked for pages with adult content in Explore and search. */
  seesAdultPages: z.boolean(),
  /** When the account is erased; null if no deletion was requested. */
  deletionDueAt: z.nullable(moment),
})

const signedIn = z.object({
  msg: z.string(),
  /** The account has a second factor: `POST /auth/second` signs in with this, within five minutes. */
  challenge: z.optional(z.string()),
  /** What it can be answered with. */
  second: z.optional(secondStep),
  /** One half of the session; the other half travels in an HttpOnly cookie set by the same answer. */
  token: z.optional(z.string()),
  /** The password was right but the account is not activated; there is no token then. */
  showActivateOption: z.optional(z.boolean()),
})

export const login = route({
  method: 'POST',
  path: '/auth/login',
  caller: 'anyone',
  summary: 'Logs in with email and password.',
  input: credentials,
  output: signedIn,
  failures: [failures.credentials_wrong, failures.account_suspended],
})

export const googleAuth = route({
  method: 'POST',
  path: '/auth/google_auth',
  caller: 'anyone',
  summary: 'Logs in with an ID token of the configured OpenID Connect issuer.',
  input: z.object({
    idToken: z.string().check(z.minLength(1), z.maxLength(8192)),
    displayName: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
    uid: z.optional(z.nullable(z.string().check(z.maxLength(255)))),
    email: z.optional(z.nullable(z.string().check(z.maxLength(254)))),
    photoURL: z.optional(z.nullable(z.string().check(z.maxLength(2048)))),
    /** Only when the e-mail belongs to a password account that never proved it. */
    password: z.optional(currentPassword),
  }),
  output: signedIn,
  failures: [
    failures.identity_unproven,
    failures.identity_mismatch,
    failures.link_password_required,
    failures.credentials_wrong,
    failures.account_suspended,
  ],
})

export const register = route({
  method: 'POST',
  path: '/auth/register',
  caller: 'anyone',
  summary: 'Signs up. The answer is the same whether the email address is known or new.',
  input: registration,
  output: saying,
  failures: [failures.username_taken],
})

export const sendActivationEmail = route({
  method: 'POST',
  path: '/auth/sendActivationEmail',
  caller: 'anyone',
  summary: 'Mails a new activation link; requires the password.',
  input: activationRequest,
  output: saying,
  failures: [failures.credentials_wrong, failures.account_suspended],
})

export const getLoggedInUser = route({
  method: 'GET',
  path: '/auth/getLoggedInUser',
  caller: 'member',
  summary: 'The user who is logged in.',
  input: z.object({}),
  output: z.object({ user }),
  failures: [],
})

const activated = z.object({
  msg: z.string(),
  /** Whose account it is: link and code were mailed there. */
  email: z.string(),
  /** One half of the session, as after logging in. */
  token: z.optional(z.string()),
})

export const verify = route({
  method: 'GET',
  path: '/auth/verify/:token',
  caller: 'anyone',
  summary:
    'Activates an account with the token from its activation link. In the browser that signed up, it also logs in.',
  input: z.object({ token: z.string().check(z.maxLength(200)) }),
  output: activated,
  failures: [failures.activation_token_invalid],
})

export const verifyCode = route({
  method: 'POST',
  path: '/auth/verify-code',
  caller: 'anyone',
  summary: 'Activates an account with the mailed code, in the browser that signed up, and logs in.',
  input: activationCode,
  output: activated,
  failures: [
    failures.activation_code_wrong,
    failures.activation_code_over,
    failures.activation_code_elsewhere,
  ],
})

export const logout = route({
  method: 'POST',
  path: '/auth/logout',
  caller: 'member',
  summary: 'Logs out: ends the session on the server.',
  input: z.object({}),
  output: saying,
  failures: [],
})

export const forgotPassword = route({
  method: 'POST',
  path: '/auth/forgot',
  caller: 'anyone',
  summary: 'Mails a link for choosing a new password. The answer is the same for every address.',
  input: z.object({ email: emailAddress }),
  output: saying,
  failures: [],
})

export const resetPassword = route({
  method: 'POST',
  path: '/auth/reset',
  caller: 'anyone',
  summary: 'Sets a new password with the token from a mailed link, and ends every session.',
  input: passwordReset,
  output: saying,
  failures: [failures.reset_token_invalid],
})

export const updateUser = route({
  method: 'PUT',
  path: '/user/update',
  caller: 'member',
  summary:
    "Changes the caller's profile. `displayName` is an alias of `name`. As form data, it also accepts the file profileImage.",
  accepts: 'multipart',
  input: profileChanges,
  output: z.object({ msg: z.string(), user }),
  failures: [failures.username_taken, mediaFailures.image_refused, mediaFailures.picture_too_large],
})

export const accountRoutes = [
  login,
  googleAuth,
  register,
  sendActivationEmail,
  getLoggedInUser,
  verify,
  verifyCode,
  logout,
  forgotPassword,
  resetPassword,
  updateUser,
] as const
