import * as z from 'zod/mini'

import { moment, saying } from '../fields.ts'
import { route } from '../http/route.ts'
import { accountFailures as failures } from './failures.ts'
import { deletionProof } from './rules.ts'

export const sendDeletionCode = route({
  method: 'POST',
  path: '/user/deletion/code',
  caller: 'member',
  summary: 'Mails a code that confirms the deletion of an account that has no password.',
  input: z.object({}),
  output: saying,
  failures: [failures.deletion_needs_password],
})

export const requestDeletion = route({
  method: 'POST',
  path: '/user/deletion',
  caller: 'member',
  stepUp: 'with-factor',
  summary:
    'Deletes the account in 14 days. Until then signing in and `DELETE /user/deletion` takes it back. Ends every session; memberships are cancelled and the own page is closed at once.',
  input: deletionProof,
  output: z.object({
    msg: z.string(),
    /** When it is erased. */
    deletionDueAt: moment,
  }),
  failures: [failures.current_password_wrong, failures.deletion_code_wrong],
})

export const cancelDeletion = route({
  method: 'DELETE',
  path: '/user/deletion',
  caller: 'member',
  summary:
    'Takes the deletion of the account back. Repeating it, or calling it without a deletion, changes nothing.',
  input: z.object({}),
  output: saying,
  failures: [],
})

export const deletionRoutes = [sendDeletionCode, requestDeletion, cancelDeletion] as const
