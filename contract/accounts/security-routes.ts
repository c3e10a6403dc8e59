import * as z from 'zod/mini'

import { id, moment, saying } from '../fields.ts'
import { route } from '../http/route.ts'
import { accountFailures as failures } from './failures.ts'
import { passwordChange } from './rules.ts'

export const changePassword = route({
  method: 'PUT',
  path: '/user/password',
  caller: 'member',
  stepUp: 'with-factor',
  summary:
    'Sets a new password, ends every other session and voids links and codes mailed before. Requires the current password or, if there is none yet, the code from `POST /user/password/code`.',
  input: passwordChange,
  output: saying,
  failures: [failures.current_password_wrong, failures.password_code_wrong],
})

export const sendPasswordCode = route({
  method: 'POST',
  path: '/user/password/code',
  caller: 'member',
  summary: 'Mails an eight-digit code for setting a first password; it works once, within an hour.',
  input: z.object({}),
  output: saying,
  failures: [failures.password_exists],
})

export const getSessions = route({
  method: 'GET',
  path: '/user/sessions',
  caller: 'member',
  summary: "The caller's sessions, most recently used first.",
  input: z.object({}),
  output: z.array(
    z.object({
      _id: id(),
      /** Browser and system, as far as the browser reveals them: "Firefox on Windows". */
      device: z.string(),
      createdAt: moment,
      /** To the hour. */
      lastSeenAt: moment,
      isCurrent: z.boolean(),
    }),
  ),
  failures: [],
})

export const revokeSession = route({
  method: 'DELETE',
  path: '/user/sessions/:sessionId',
  caller: 'owner',
  summary: "Ends one of the caller's sessions.",
  input: z.object({ sessionId: id() }),
  output: saying,
  failures: [failures.session_not_found],
})

export const revokeOtherSessions = route({
  method: 'DELETE',
  path: '/user/sessions',
  caller: 'member',
  summary: "Ends all of the caller's sessions except this one.",
  input: z.object({}),
  output: saying,
  failures: [],
})

export const securityRoutes = [
  getSessions,
  revokeSession,
  revokeOtherSessions,
  changePassword,
  sendPasswordCode,
] as const
