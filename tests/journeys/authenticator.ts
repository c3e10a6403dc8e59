import type { CDPSession, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'

/** A device that keeps passkeys, as Chromium plays it: it has its holder's finger on it whenever it is asked. */
export interface Authenticator {
  /** Sets how often its passkey says it has signed, as a copy of an older state would. */
  rewind(signCount: number): Promise<void>
}

export async function plugIn(page: Page): Promise<Authenticator> {
  const devtools: CDPSession = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    async rewind(signCount) {
      const { credentials } = await devtools.send('WebAuthn.getCredentials', { authenticatorId })
      const [credential] = credentials
      if (!credential) throw new Error('The authenticator has no passkey.')
      const { credentialId } = credential
      await devtools.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
      await devtools.send('WebAuthn.addCredential', {
        authenticatorId,
        credential: { ...credential, signCount },
      })
    },
  }
}

/** What an authenticator app shows by the product's clock, which journeys move; the key as it is typed. */
export async function codeFor(page: Page, key: string): Promise<string> {
  const { now } = (await (await page.request.get('/dev/clock')).json()) as { now: string }
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  return totp.generate({ timestamp: new Date(now).getTime() })
}
