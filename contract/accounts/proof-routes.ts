import { proofFailures } from './proof/failures.ts'
import * as z from 'zod/mini'

import { saying } from '../fields.ts'
import { route } from '../http/route.ts'
import { accountFailures as failures } from './failures.ts'
import { assertion, challenge, passkeyRequest, proof, secondStep, secondStepAnswer } from './proof-rules.ts'

/** One half of the session; the other half travels in an HttpOnly cookie set by the same answer. */
const entered = z.object({ msg: z.string(), token: z.string() })

export const finishSignIn = route({
  method: 'POST',
  path: '/auth/second',
  caller: 'anyone',
  summary:
    'The second step of a sign-in: a code from the authenticator app, a recovery code, or a passkey. Five tries, five minutes.',
  input: secondStepAnswer,
  output: entered,
  failures: [
    proofFailures.wrong_code,
    proofFailures.passkey_refused,
    proofFailures.challenge_over,
    failures.account_suspended,
  ],
})

export const beginPasskeySignIn = route({
  method: 'POST',
  path: '/auth/passkey/challenge',
  caller: 'anyone',
  summary: 'What a browser needs to ask for a passkey that signs in on its own.',
  input: z.object({}),
  output: passkeyRequest,
  failures: [],
})

export const signInWithPasskey = route({
  method: 'POST',
  path: '/auth/passkey',
  caller: 'anyone',
  summary: 'Logs in with a passkey alone.',
  input: z.object({ challenge, assertion }),
  output: entered,
  failures: [
    proofFailures.passkey_unknown,
    proofFailures.passkey_refused,
    proofFailures.challenge_over,
    failures.account_suspended,
  ],
})

export const beginProof = route({
  method: 'POST',
  path: '/auth/prove/begin',
  caller: 'member',
  summary: 'How the caller can prove that it is them.',
  input: z.object({}),
  output: secondStep,
  failures: [],
})

export const sendProofCode = route({
  method: 'POST',
  path: '/auth/prove/code',
  caller: 'member',
  summary:
    'Mails an eight-digit code to callers who have neither a second factor nor a password; it works once, within an hour.',
  input: z.object({}),
  output: saying,
  failures: [failures.password_exists],
})

export const prove = route({
  method: 'POST',
  path: '/auth/prove',
  caller: 'member',
  summary:
    'Proves that it is the caller, for ten minutes: by a passkey, a code from the app or a recovery code; where the account has none of them, by the password or a mailed code.',
  input: proof,
  output: saying,
  failures: [
    proofFailures.wrong_code,
    proofFailures.passkey_refused,
    proofFailures.challenge_over,
    failures.current_password_wrong,
  ],
})

export const proofRoutes = [
  finishSignIn,
  beginPasskeySignIn,
  signInWithPasskey,
  beginProof,
  sendProofCode,
  prove,
] as const
