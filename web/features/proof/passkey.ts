import type {
  Assertion,
  Attestation,
  PasskeyCreation,
  PasskeyRequest,
} from '#contract/accounts/proof-rules.ts'

import { proofTexts } from './messages.ts'

/** Why no passkey was used or made, as a sentence for the user. */
export class PasskeyError extends Error {
  constructor(reason: keyof typeof proofTexts.passkeyFailures, cause: unknown) {
    super(proofTexts.passkeyFailures[reason], { cause })
    this.name = 'PasskeyError'
  }
}

/** Whether this browser can use passkeys at all; over plain http none can, except on this machine. */
export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in globalThis
}

/** Asks for a passkey. Throws {@link PasskeyError}. */
export async function askPasskey(request: PasskeyRequest): Promise<Assertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    const { id, rawId, type, response } = await startAuthentication({ optionsJSON: request })
    const { clientDataJSON, authenticatorData, signature, userHandle } = response
    return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } }
  } catch (error) {
    throw refused(error)
  }
}

/** Makes a passkey on this device or another. Throws {@link PasskeyError}. */
export async function makePasskey(creation: PasskeyCreation): Promise<Attestation> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  try {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON: creation })
    const { clientDataJSON, attestationObject, transports } = response
    return { id, rawId, type, response: { clientDataJSON, attestationObject, transports } }
  } catch (error) {
    throw refused(error)
  }
}

/** Browsers don't say whether somebody pressed Cancel or had no passkey. */
function refused(error: unknown): PasskeyError {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return new PasskeyError('known', error)
  if (name === 'NotAllowedError' || name === 'AbortError') return new PasskeyError('cancelled', error)
  return new PasskeyError('unable', error)
}
