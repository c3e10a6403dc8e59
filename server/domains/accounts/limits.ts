import type { Circumstances } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'

const QUARTER_HOUR_SECONDS = 900

/*
 * Guessing one account from one place is stopped early; one place guessing many accounts, somewhat later, because a
 * school or an office shares an address. Nothing is counted per account alone: that would let anybody lock anybody
 * out.
 */
const loginPerAccount: Limit = { name: 'login-account', points: 10, windowSeconds: QUARTER_HOUR_SECONDS }
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

export const loginLimits = [
  { limit: loginPerAddress, by: byAddress },
  { limit: loginPerAccount, by: byAccountAndAddress },
]

/** A mail to a person costs them more than a try costs us, so these count few. */
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

const passwordChangePerMember: Limit = {
  name: 'change-password',
  points: 10,
  windowSeconds: QUARTER_HOUR_SECONDS,
}
const exportPerMember: Limit = { name: 'export-data', points: 10, windowSeconds: QUARTER_HOUR_SECONDS }

function byMember(call: { viewer: { id: string } | null; ip: string }): string {
  return call.viewer?.id ?? call.ip
}

/** Whoever holds somebody's unlocked browser must not get to guess the password there. */
export const passwordChangeLimits = [{ limit: passwordChangePerMember, by: byMember }]

const deletionPerMember: Limit = { name: 'delete-account', points: 10, windowSeconds: QUARTER_HOUR_SECONDS }
const mailedCodePerMember: Limit = {
  name: 'mailed-code',
  points: 3,
  windowSeconds: QUARTER_HOUR_SECONDS,
}
const blocksPerMember: Limit = { name: 'block', points: 200, windowSeconds: 3600 }

/** As with the password: neither it nor the mailed code may be guessed. */
export const deletionLimits = [{ limit: deletionPerMember, by: byMember }]
export const mailedCodeLimits = [{ limit: mailedCodePerMember, by: byMember }]

/** More than anybody means; each may cancel a membership. */
export const blockLimits = [{ limit: blocksPerMember, by: byMember }]

/** It reads everything a person has. */
export const exportLimits = [{ limit: exportPerMember, by: byMember }]

/** The right person got in; their tries before do not count against them any longer. */
export function forgetLoginTries(call: Circumstances & { input: { email: string } }): Promise<void> {
  return call.platform.limits.reset(loginPerAccount, byAccountAndAddress(call))
}
