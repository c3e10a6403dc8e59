import type { Circumstances } from '#server/platform/http/implement.ts'
import { hmacHex, isSameSecret } from '#server/platform/secrets.ts'

/** What the browser that signed up keeps: the activation link logs in only there. */
const COOKIE = 'cheers-sign-up'
const COOKIE_PATH = '/api/auth'
/** As long as the link works. */
const LIFETIME_SECONDS = 86_400

/** The address and password that somebody signed up with. */
export interface SignedUp {
  email: string
  /** Salted, so no two sign-ups have the same; another password makes the cookie worthless. */
  passwordHash: string
}

/** Every sign-up gets one, whether or not the address was known. */
export function rememberSignUp(call: Circumstances, signedUp: SignedUp): void {
  call.setCookie(COOKIE, signatureOf(call, signedUp), { maxAgeSeconds: LIFETIME_SECONDS, path: COOKIE_PATH })
}

/** Whether it was this browser that signed up with what the account has now. */
export function hasSignedUpHere(
  call: Circumstances,
  { email, passwordHash }: { email: string; passwordHash: string | null },
): boolean {
  const cookie = call.cookies[COOKIE]
  return (
    cookie !== undefined &&
    passwordHash !== null &&
    isSameSecret(cookie, signatureOf(call, { email, passwordHash }))
  )
}

export function forgetSignUp(call: Circumstances): void {
  call.clearCookie(COOKIE, { path: COOKIE_PATH })
}

function signatureOf({ platform }: Circumstances, { email, passwordHash }: SignedUp): string {
  return hmacHex(platform.secretKey, `signed up: ${email} ${passwordHash}`)
}
