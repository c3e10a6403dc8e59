import type { Circumstances } from '#server/platform/http/implement.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hashSecret, hmacHex, isSameSecret } from '#server/platform/secrets.ts'

/** What the browser that signed up keeps: the activation link logs in only there, and the code works only there. */
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
  call.setCookie(COOKIE, signatureOf(call.platform, signedUp), {
    maxAgeSeconds: LIFETIME_SECONDS,
    path: COOKIE_PATH,
  })
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
    isSameSecret(cookie, signatureOf(call.platform, { email, passwordHash }))
  )
}

export function forgetSignUp(call: Circumstances): void {
  call.clearCookie(COOKIE, { path: COOKIE_PATH })
}

/** The stored name of a sign-up. */
export function signUpHashOf(platform: Platform, signedUp: SignedUp): Buffer {
  return hashSecret(signatureOf(platform, signedUp))
}

/** Of the sign-up that this browser says it made; null: none. */
export function signUpHashIn({ cookies }: Circumstances): Buffer | null {
  const cookie = cookies[COOKIE]
  return cookie === undefined ? null : hashSecret(cookie)
}

function signatureOf(platform: Platform, { email, passwordHash }: SignedUp): string {
  return hmacHex(platform.secretKey, `signed up: ${email} ${passwordHash}`)
}
