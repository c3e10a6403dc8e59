import type { Limit } from '#server/platform/http/limits.ts'

const QUARTER_HOUR_SECONDS = 900

/*
 * Per address only, and generous, because a school or an office shares one. Guesses at one account are counted in
 * `guesses.ts`.
 */
const loginPerAddress: Limit = { name: 'login-address', points: 100, windowSeconds: QUARTER_HOUR_SECONDS }
const signInPerAddress: Limit = { name: 'sign-in-address', points: 60, windowSeconds: QUARTER_HOUR_SECONDS }
const registrationPerAddress: Limit = {
  name: 'register-address',
  points: 30,
  windowSeconds: QUARTER_HOUR_SECONDS,
}
const mailPerAccount: Limit = { name: 'activation-mail', points: 3, windowSeconds: QUARTER_HOUR_SECONDS }
const resetPerAccount: Limit = { name: 'reset-mail', points: 3, windowSeconds: QUARTER_HOUR_SECONDS }

function byAddress(call: { ip: string }): string {
  return call.ip
}

function byAccountAndAddress(call: { ip: string; input: { email: string } }): string {
  return `${call.input.email}|${call.ip}`
}

export const loginLimits = [{ limit: loginPerAddress, by: byAddress }]

/** A mail costs its recipient more than a try costs us, so these limits are low. */
export const mailLimits = [
  { limit: loginPerAddress, by: byAddress },
  { limit: mailPerAccount, by: byAccountAndAddress },
]

export const resetLimits = [
  { limit: signInPerAddress, by: byAddress },
  { limit: resetPerAccount, by: byAccountAndAddress },
]

export const registrationLimits = [{ limit: registrationPerAddress, by: byAddress }]

export const signInLimits = [{ limit: signInPerAddress, by: byAddress }]

const exportPerMember: Limit = { name: 'export-data', points: 10, windowSeconds: QUARTER_HOUR_SECONDS }

function byMember(call: { viewer: { id: string } | null; ip: string }): string {
  return call.viewer?.id ?? call.ip
}

const proofPerSession: Limit = { name: 'prove-owner', points: 10, windowSeconds: QUARTER_HOUR_SECONDS }
const proofPerSessionDaily: Limit = { name: 'prove-owner-day', points: 40, windowSeconds: 86_400 }

function bySession(call: { viewer: { sessionId: string } | null; ip: string }): string {
  return call.viewer?.sessionId ?? call.ip
}

/**
 * All calls that ask for the password or a mailed code again, together. An attacker at a user's unlocked browser must
 * not get to guess them there; by session, so that they don't lock the owner out elsewhere.
 */
export const ownerProofLimits = [
  { limit: proofPerSession, by: bySession },
  { limit: proofPerSessionDaily, by: bySession },
]

const challengesPerSession: Limit = { name: 'challenges', points: 60, windowSeconds: QUARTER_HOUR_SECONDS }

/** Each keeps a row for some minutes. */
export const challengeLimits = [{ limit: challengesPerSession, by: bySession }]

const mailedCodePerMember: Limit = {
  name: 'mailed-code',
  points: 3,
  windowSeconds: QUARTER_HOUR_SECONDS,
}
const mailedCodePerMemberHourly: Limit = { name: 'mailed-code-hour', points: 5, windowSeconds: 3600 }
const blocksPerMember: Limit = { name: 'block', points: 200, windowSeconds: 3600 }

/** A signed-in user hears when their mailbox has had enough; there is nothing to keep secret from them. */
export const mailedCodeLimits = [
  { limit: mailedCodePerMember, by: byMember },
  { limit: mailedCodePerMemberHourly, by: byMember },
]

/** More than anyone needs; each may cancel a membership. */
export const blockLimits = [{ limit: blocksPerMember, by: byMember }]

/** It reads all of a user's data. */
export const exportLimits = [{ limit: exportPerMember, by: byMember }]
