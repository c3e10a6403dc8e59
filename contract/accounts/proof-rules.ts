import { proofMessages } from './proof-messages.ts'
import * as z from 'zod/mini'

import { titleText } from '../fields.ts'
import { currentPassword } from './rules.ts'

export const PASSKEYS_MAX = 10
export const RECOVERY_CODE_COUNT = 10
const FACTOR_LABEL_MAX_LENGTH = 40

/** How long the old address can take a change back. */
export const EMAIL_UNDO_DAYS = 7
/** How long it takes until lost second factors are removed: their owner has time to notice three mails. */
export const LOST_FACTORS_DAYS = 7

/** A code from an authenticator app. */
const APP_CODE = /^\d{6}$/
/** A code from a mail. */
const MAILED_CODE = /^\d{8}$/
/** Sixteen characters of Crockford's base 32. */
const RECOVERY_CODE = /^[0-9A-HJKMNP-TV-Z]{16}$/

export type TypedCode = { kind: 'app' | 'mailed' | 'recovery'; code: string }

/** Which kind of code somebody typed, as it is stored; null if it is none. Letters that look alike are taken as meant. */
export function readCode(typed: string): TypedCode | null {
  const code = typed.replace(/[\s-]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1')
  if (APP_CODE.test(code)) return { kind: 'app', code }
  if (MAILED_CODE.test(code)) return { kind: 'mailed', code }
  return RECOVERY_CODE.test(code) ? { kind: 'recovery', code } : null
}

const code = z.string({ error: proofMessages.appCode }).check(
  z.maxLength(64, proofMessages.factorCodeFormat),
  z.minLength(1, proofMessages.appCode),
  z.refine((typed) => readCode(typed) !== null, { error: proofMessages.factorCodeFormat, abort: true }),
)

/** Random, made by the server; also what a passkey signs. */
export const challenge = z.string().check(z.regex(/^[\w-]{43}$/))

function bytes(maxLength: number) {
  return z.string().check(z.maxLength(maxLength), z.regex(/^[\w-]*$/))
}

const CREDENTIAL_ID_MAX_LENGTH = 1364
const publicKey = z.literal('public-key')

/** How a browser reaches a passkey; newer ways than these are left out. */
export const PASSKEY_TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
export type PasskeyTransport = (typeof PASSKEY_TRANSPORTS)[number]
const passkeyTransport = z.enum(PASSKEY_TRANSPORTS)

/** What a passkey answers a challenge with; the names are those of WebAuthn. */
export const assertion = z.object({
  id: bytes(CREDENTIAL_ID_MAX_LENGTH),
  rawId: bytes(CREDENTIAL_ID_MAX_LENGTH),
  type: publicKey,
  response: z.object({
    clientDataJSON: bytes(4096),
    authenticatorData: bytes(4096),
    signature: bytes(4096),
    userHandle: z.optional(z.nullable(bytes(100))),
  }),
})
export type Assertion = z.infer<typeof assertion>

/** What a browser answers with when it has made a passkey. */
export const attestation = z.object({
  id: bytes(CREDENTIAL_ID_MAX_LENGTH),
  rawId: bytes(CREDENTIAL_ID_MAX_LENGTH),
  type: publicKey,
  response: z.object({
    clientDataJSON: bytes(4096),
    attestationObject: bytes(32_768),
    transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(10))),
  }),
})
export type Attestation = z.infer<typeof attestation>

const credential = z.object({ id: z.string(), type: publicKey, transports: z.array(passkeyTransport) })

/** What a browser needs to ask for a passkey. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  timeout: z.number(),
  rpId: z.string(),
  /** None: the person chooses among those they have for us. */
  allowCredentials: z.array(credential),
  userVerification: z.literal('required'),
})
export type PasskeyRequest = z.infer<typeof passkeyRequest>

/** What a browser needs to make one. */
export const passkeyCreation = z.object({
  challenge: z.string(),
  timeout: z.number(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: publicKey })),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreation = z.infer<typeof passkeyCreation>

/** How somebody can prove that it is them. */
export const proofWay = z.enum(['passkey', 'app', 'recovery-code', 'password', 'mailed-code'])
export type ProofWay = z.infer<typeof proofWay>

/** What the second step of a sign-in can be done with; `passkey` is null without one. */
export const secondStep = z.object({ ways: z.array(proofWay), passkey: z.nullable(passkeyRequest) })
export type SecondStep = z.infer<typeof secondStep>

/** The answer to a second step: a code, or what the passkey said. */
export const secondStepAnswer = z
  .object({ challenge, code: z.optional(code), assertion: z.optional(assertion) })
  .check(
    z.refine(
      (given) => given.code !== undefined || given.assertion !== undefined,
      proofMessages.proofMissing,
    ),
  )

/** A proof before something that a stolen session must not do: one of the three. */
export const proof = z
  .object({
    currentPassword: z.optional(currentPassword),
    code: z.optional(code),
    challenge: z.optional(challenge),
    assertion: z.optional(assertion),
  })
  .check(
    z.refine(
      (given) =>
        given.currentPassword !== undefined || given.code !== undefined || given.assertion !== undefined,
      proofMessages.proofMissing,
    ),
  )

export const appCode = z
  .string({ error: proofMessages.appCode })
  .check(
    z.trim(),
    z.minLength(1, proofMessages.appCode),
    z.regex(/^\d{3} ?\d{3}$/, proofMessages.factorCodeFormat),
  )

export const factorLabel = titleText(proofMessages.factorNameRequired, FACTOR_LABEL_MAX_LENGTH)
