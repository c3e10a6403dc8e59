import { Secret, TOTP } from 'otpauth'

/** The code that an authenticator app with this secret shows. */
export function codeAt(secret: string, now: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() })
}
