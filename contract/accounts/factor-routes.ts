import { proofFailures } from './proof/failures.ts'
import * as z from 'zod/mini'

import { id, moment, saying } from '../fields.ts'
import { route } from '../http/route.ts'
import { appCode, attestation, challenge, factorLabel, passkeyCreation } from './proof-rules.ts'

const factor = z.object({
  _id: id(),
  kind: z.enum(['passkey', 'app']),
  label: z.string(),
  addedAt: moment,
  lastUsedAt: z.nullable(moment),
  /** A passkey that its keeper copies to the person's other devices. */
  isSynced: z.boolean(),
})

/** Shown this once: only their hashes are kept. null: the account has some already. */
const firstCodes = z.object({ msg: z.string(), recoveryCodes: z.nullable(z.array(z.string())) })

export const getSecurity = route({
  method: 'GET',
  path: '/user/security',
  caller: 'member',
  summary: "What protects the caller's account, and what is under way.",
  input: z.object({}),
  output: z.object({
    factors: z.array(factor),
    /** Of ten; null without second factors. */
    recoveryCodesLeft: z.nullable(z.number()),
    /** A change of the address that still has to be confirmed, and by whom. */
    emailChange: z.nullable(
      z.object({
        email: z.string(),
        isOldConfirmed: z.boolean(),
        isNewConfirmed: z.boolean(),
        expiresAt: moment,
      }),
    ),
    /** When the second factors are removed because somebody said that they were lost; null if nobody did. */
    factorsRemovedAt: z.nullable(moment),
  }),
  failures: [],
})

export const beginApp = route({
  method: 'POST',
  path: '/user/factors/app/begin',
  caller: 'member',
  stepUp: 'always',
  summary: 'A new secret for an authenticator app, as text and as a QR code.',
  input: z.object({}),
  output: z.object({
    /** To type, in base 32. */
    secret: z.string(),
    /** What the QR code says. */
    address: z.string(),
    /** A square of so many modules, and the dark ones as an SVG path. */
    qr: z.object({ size: z.number(), path: z.string() }),
  }),
  failures: [proofFailures.app_exists],
})

export const addApp = route({
  method: 'POST',
  path: '/user/factors/app',
  caller: 'member',
  stepUp: 'always',
  summary: 'Finishes setting up an authenticator app, with a code that it shows.',
  input: z.object({ code: appCode }),
  output: firstCodes,
  failures: [proofFailures.app_not_begun, proofFailures.wrong_code],
})

export const beginPasskey = route({
  method: 'POST',
  path: '/user/factors/passkey/begin',
  caller: 'member',
  stepUp: 'always',
  summary: 'What a browser needs to make a passkey.',
  input: z.object({}),
  output: passkeyCreation,
  failures: [proofFailures.passkeys_full],
})

export const addPasskey = route({
  method: 'POST',
  path: '/user/factors/passkey',
  caller: 'member',
  stepUp: 'always',
  summary: 'Adds the passkey that the browser made.',
  input: z.object({ challenge, label: factorLabel, attestation }),
  output: firstCodes,
  failures: [proofFailures.passkeys_full, proofFailures.passkey_refused, proofFailures.challenge_over],
})

export const renameFactor = route({
  method: 'PUT',
  path: '/user/factors/:factorId',
  caller: 'owner',
  summary: "Renames one of the caller's passkeys.",
  input: z.object({ factorId: id(), label: factorLabel }),
  output: saying,
  failures: [proofFailures.factor_not_found],
})

export const removeFactor = route({
  method: 'DELETE',
  path: '/user/factors/:factorId',
  caller: 'owner',
  stepUp: 'always',
  summary: "Removes one of the caller's second factors; with the last one go the recovery codes.",
  input: z.object({ factorId: id() }),
  output: saying,
  failures: [proofFailures.factor_not_found],
})

export const makeRecoveryCodes = route({
  method: 'POST',
  path: '/user/recovery-codes',
  caller: 'member',
  stepUp: 'always',
  summary: 'Ten new recovery codes; the old ones stop working.',
  input: z.object({}),
  output: z.object({ msg: z.string(), recoveryCodes: z.array(z.string()) }),
  failures: [proofFailures.factors_missing],
})

export const factorRoutes = [
  getSecurity,
  beginApp,
  addApp,
  beginPasskey,
  addPasskey,
  renameFactor,
  removeFactor,
  makeRecoveryCodes,
] as const
