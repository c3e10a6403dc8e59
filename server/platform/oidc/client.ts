import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as oidc from 'openid-client'

import { readAddress } from '#contract/mail-addresses.ts'

import { refuseInTransaction } from '../db/transaction.ts'

/** A person as the issuer vouches for them. */
export interface ProvenIdentity {
  issuer: string
  subject: string
  /** null unless the issuer says it verified the address. */
  verifiedEmail: string | null
  name: string | null
  picture: string | null
}

export interface OidcClient {
  issuer: string
  /** Where to send the popup, and what must be kept until it comes back. */
  start(redirectUri: string): Promise<{ url: string; state: string; nonce: string; codeVerifier: string }>
  /** Trades the code for an ID token; rejects when anything does not match. */
  finish(callbackUrl: URL, kept: { state: string; nonce: string; codeVerifier: string }): Promise<string>
  /** Checks signature, issuer, audience, expiry and nonce of an ID token. Rejects when it is not for us. */
  verifyIdToken(idToken: string, nonce: string): Promise<ProvenIdentity>
}

/** Asymmetric signatures only: with HMAC in the list, the public key could be used as a secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'EdDSA']

/**
 * Signs people in with any OpenID Connect issuer. Discovery happens on first use, so an issuer that is down doesn't
 * keep the server from starting.
 */
export function createOidcClient(options: {
  issuer: string
  clientId: string
  clientSecret: string
}): OidcClient {
  const issuerUrl = new URL(options.issuer)
  let discovered: Promise<oidc.Configuration> | null = null
  let keys: ReturnType<typeof createRemoteJWKSet> | null = null

  const configuration = async (): Promise<oidc.Configuration> => {
    discovered ??= oidc.discovery(issuerUrl, options.clientId, options.clientSecret, undefined, {
      timeout: 10,
      // Only the local stand-in speaks http.
      ...(issuerUrl.protocol === 'http:' ? { execute: [oidc.allowInsecureRequests] } : {}),
    })
    try {
      return await discovered
    } catch (error) {
      discovered = null
      throw error
    }
  }

  return {
    issuer: options.issuer,
    async start(redirectUri) {
      const codeVerifier = oidc.randomPKCECodeVerifier()
      const state = oidc.randomState()
      const nonce = oidc.randomNonce()
      const url = oidc.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      })
      return { url: url.href, state, nonce, codeVerifier }
    },
    async finish(callbackUrl, kept) {
      refuseInTransaction('The issuer of sign-ins')
      const tokens = await oidc.authorizationCodeGrant(await configuration(), callbackUrl, {
        pkceCodeVerifier: kept.codeVerifier,
        expectedState: kept.state,
        expectedNonce: kept.nonce,
        idTokenExpected: true,
      })
      if (!tokens.id_token) throw new Error('The issuer sent no ID token')
      return tokens.id_token
    },
    async verifyIdToken(idToken, nonce) {
      refuseInTransaction('The issuer of sign-ins')
      const { issuer, jwks_uri: jwksUri } = (await configuration()).serverMetadata()
      if (!jwksUri) throw new Error('The issuer publishes no keys')
      keys ??= createRemoteJWKSet(new URL(jwksUri), { timeoutDuration: 10_000 })
      const { payload } = await jwtVerify(idToken, keys, {
        issuer,
        audience: options.clientId,
        algorithms: ALGORITHMS,
        requiredClaims: ['sub', 'exp', 'iat'],
        clockTolerance: 30,
      })
      // An empty subject would be one account shared by everyone without a subject.
      if (!payload.sub) throw new Error('The token names nobody')
      if (payload['nonce'] !== nonce) throw new Error('The nonce is not the one of this sign-in')
      const text = (claim: string): string | null => {
        const value = payload[claim]
        return typeof value === 'string' && value !== '' ? value : null
      }
      return {
        issuer,
        subject: payload.sub,
        verifiedEmail: payload['email_verified'] === true ? readAddress(text('email') ?? '') : null,
        name: text('name'),
        picture: text('picture'),
      }
    },
  }
}
