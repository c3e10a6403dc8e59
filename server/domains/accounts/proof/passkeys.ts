import {
  type Assertion,
  type Attestation,
  PASSKEY_TRANSPORTS,
  type PasskeyCreation,
  type PasskeyRequest,
  type PasskeyTransport,
} from '#contract/accounts/proof-rules.ts'
import type { Platform } from '#server/platform/platform.ts'

import { CHALLENGE_MS } from './challenges.ts'
import type { PasskeyRow } from './passkey-queries.ts'

/** Ed25519, P-256 and RSA: what every platform offers at least one of (numbers of the COSE registry). */
const ALGORITHMS = [-8, -7, -257]
const NAME = 'Cheers'

type Site = Pick<Platform, 'config'>

/** The host that passkeys are bound to. */
export function passkeyHost({ config }: Site): string {
  return new URL(config.publicUrl).hostname
}

/** What a browser needs to ask for one of these passkeys; for any that it has for us, if there are none. */
export function requestFor(site: Site, challenge: string, passkeys: readonly PasskeyRow[]): PasskeyRequest {
  return {
    challenge,
    timeout: CHALLENGE_MS,
    rpId: passkeyHost(site),
    allowCredentials: passkeys.map(credentialOf),
    userVerification: 'required',
  }
}

/** What a browser needs to make a passkey for a user, on a device that has none of theirs. */
export function creationFor(
  site: Site,
  challenge: string,
  user: { id: string; name: string; email: string },
  passkeys: readonly PasskeyRow[],
): PasskeyCreation {
  return {
    challenge,
    timeout: CHALLENGE_MS,
    rp: { id: passkeyHost(site), name: NAME },
    user: { id: handleOf(user.id), name: user.email, displayName: user.name },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    excludeCredentials: passkeys.map(credentialOf),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

function credentialOf({ credentialId, transports }: PasskeyRow) {
  const known = transports.filter(isTransport)
  return { id: credentialId.toString('base64url'), type: 'public-key' as const, transports: known }
}

/** The bytes that a passkey remembers its user by; they say nothing about them. */
function handleOf(userId: string): string {
  return Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')
}

/* The library brings parsers for every kind of certificate, which nothing else needs; it is loaded when first used. */
function loadLibrary() {
  return import('@simplewebauthn/server')
}

/**
 * How often a passkey says it has signed, if its answer to this challenge is right: from our site, by its own key, with
 * its holder's finger, face or PIN, and not counted before. null if it isn't.
 */
export async function checkAssertion(
  { config, log }: Pick<Platform, 'config' | 'log'>,
  passkey: PasskeyRow,
  { challenge, assertion }: { challenge: string; assertion: Assertion },
): Promise<{ counter: number } | null> {
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { userHandle, ...response } = assertion.response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...assertion,
        response: { ...response, ...(userHandle ? { userHandle } : {}) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: config.publicUrl,
      expectedRPID: passkeyHost({ config }),
      credential: {
        id: passkey.credentialId.toString('base64url'),
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
        transports: passkey.transports.filter(isTransport),
      },
      requireUserVerification: true,
    })
    return verified ? { counter: authenticationInfo.newCounter } : null
  } catch (error) {
    log.info({ err: error }, 'a passkey was refused')
    return null
  }
}

/** A passkey that a browser made for this challenge; null if something about it isn't right. */
export async function checkAttestation(
  { config, log }: Pick<Platform, 'config' | 'log'>,
  { challenge, attestation }: { challenge: string; attestation: Attestation },
): Promise<
  (Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports'> & { isSynced: boolean }) | null
> {
  const { verifyRegistrationResponse } = await loadLibrary()
  const { transports = [], ...response } = attestation.response
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...attestation, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: config.publicUrl,
      expectedRPID: passkeyHost({ config }),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return null
    const { credential, credentialBackedUp } = registrationInfo
    return {
      credentialId: Buffer.from(credential.id, 'base64url'),
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: transports.filter(isTransport),
      isSynced: credentialBackedUp,
    }
  } catch (error) {
    log.info({ err: error }, 'a new passkey was refused')
    return null
  }
}

function isTransport(text: string): text is PasskeyTransport {
  return PASSKEY_TRANSPORTS.some((each) => each === text)
}
