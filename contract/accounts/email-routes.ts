import { proofFailures } from './proof/failures.ts'
import * as z from 'zod/mini'

import { saying } from '../fields.ts'
import { route } from '../http/route.ts'
import { emailAddress } from './rules.ts'

/** From a mail's link. */
const linkToken = z.object({ token: z.string().check(z.maxLength(200)) })

export const changeEmail = route({
  method: 'POST',
  path: '/user/email',
  caller: 'member',
  stepUp: 'always',
  summary:
    'Begins to change the address of the account. Both addresses have to confirm; the answer is the same if the new one has an account.',
  input: z.object({ email: emailAddress }),
  output: saying,
  failures: [proofFailures.same_email],
})

export const cancelEmailChange = route({
  method: 'DELETE',
  path: '/user/email',
  caller: 'member',
  summary: 'Gives up a change of the address that is not confirmed yet.',
  input: z.object({}),
  output: saying,
  failures: [],
})

export const confirmEmail = route({
  method: 'POST',
  path: '/auth/confirm-email',
  caller: 'anyone',
  summary:
    'Confirms a change of the address with the token from a mailed link, for the address it was mailed to.',
  input: linkToken,
  /** `isChanged`: both have confirmed. */
  output: z.object({ msg: z.string(), isChanged: z.boolean() }),
  failures: [proofFailures.link_invalid, proofFailures.email_taken],
})

export const undoEmail = route({
  method: 'POST',
  path: '/auth/undo-email',
  caller: 'anyone',
  summary:
    'Takes a change of the address back with the token mailed to the old one, ends every session and holds payouts.',
  input: linkToken,
  output: saying,
  failures: [proofFailures.link_invalid, proofFailures.email_taken],
})

export const disown = route({
  method: 'POST',
  path: '/auth/not-me',
  caller: 'anyone',
  summary:
    'Says, with the token from a mail about it, that a sign-in or a change was somebody else: ends every session, holds payouts for five days, and mails a link to choose a new password.',
  input: linkToken,
  output: saying,
  failures: [proofFailures.link_invalid],
})

export const keepFactors = route({
  method: 'POST',
  path: '/auth/keep-factors',
  caller: 'anyone',
  summary: 'Stops the removal of lost second factors with the token from a mail about it.',
  input: linkToken,
  output: saying,
  failures: [proofFailures.link_invalid],
})

export const emailRoutes = [
  changeEmail,
  cancelEmailChange,
  confirmEmail,
  undoEmail,
  disown,
  keepFactors,
] as const
