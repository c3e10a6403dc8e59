import * as client from 'openid-client'

import type { OidcSandbox, OidcSandboxOptions } from './server.ts'

export const redirectUri = 'http://localhost:3999/auth/google/callback'
export const sandboxOptions: OidcSandboxOptions = {
  port: 0,
  clientId: 'cheers-dev',
  clientSecret: 'a-secret-of-this-machine',
  redirectUris: [redirectUri],
}
export const newPerson = { name: 'Nila Bose', email: 'nila@example.org', verified: 'yes' }

export type Browser = (url: string | URL, form?: Record<string, string>) => Promise<Response>

/** A browser reduced to what signing in needs: cookies and forms, one request at a time. */
export function openBrowser(): Browser {
  const cookies = new Map<string, string>()
  return async function visit(url, form) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: [...cookies].map((pair) => pair.join('=')).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', ...value] = pair.split('=')
      if (value.join('=') === '') cookies.delete(name)
      else cookies.set(name, value.join('='))
    }
    return response
  }
}

export interface Arrival {
  url: URL
  page: string
  /** 0 when the address is outside the issuer and was not visited. */
  status: number
}

/** Follows redirects while they stay with the issuer. */
export async function followTo(
  sandbox: OidcSandbox,
  browser: Browser,
  start: Response | URL,
): Promise<Arrival> {
  let url = start instanceof URL ? start : new URL(start.headers.get('location') ?? '', sandbox.issuer)
  for (let hop = 0; hop < 8; hop++) {
    if (!url.href.startsWith(sandbox.issuer)) return { url, page: '', status: 0 }
    const response = await browser(url)
    const location = response.headers.get('location')
    if (location === null) return { url, page: await response.text(), status: response.status }
    url = new URL(location, url)
  }
  throw new Error('too many redirects')
}

/** Reads the issuer's discovery document as the product does. */
export async function discover(
  sandbox: OidcSandbox,
  secret: string,
  authentication?: client.ClientAuth,
): Promise<client.Configuration> {
  return await client.discovery(new URL(sandbox.issuer), sandboxOptions.clientId, secret, authentication, {
    execute: [client.allowInsecureRequests],
  })
}

export interface SignInStart {
  config: client.Configuration
  start: URL
  checks: { pkceCodeVerifier: string; expectedState: string; expectedNonce: string }
}

/** The address the popup opens, and what its answer will be checked against. */
export async function beginSignIn(
  sandbox: OidcSandbox,
  extra: Record<string, string> = {},
): Promise<SignInStart> {
  const config = await discover(sandbox, sandboxOptions.clientSecret)
  const codeVerifier = client.randomPKCECodeVerifier()
  const state = client.randomState()
  const nonce = client.randomNonce()
  const start = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...extra,
  })
  return {
    config,
    start,
    checks: { pkceCodeVerifier: codeVerifier, expectedState: state, expectedNonce: nonce },
  }
}

/** Goes as far as the consent page. */
export async function chooseAccount(
  sandbox: OidcSandbox,
  browser: Browser,
  start: URL,
  account: Record<string, string>,
): Promise<Arrival> {
  const chooser = await followTo(sandbox, browser, start)
  return await followTo(sandbox, browser, await browser(`${chooser.url.href}/account`, account))
}

/** Answers the consent page and stops at the product's own address. */
export async function answerConsent(
  sandbox: OidcSandbox,
  browser: Browser,
  consent: Arrival,
  answer: 'continue' | 'cancel',
): Promise<URL> {
  const response = await browser(`${consent.url.href}/consent`, { answer })
  return (await followTo(sandbox, browser, response)).url
}

/** A whole sign-in up to the code, not yet exchanged. */
export async function obtainCode(
  sandbox: OidcSandbox,
  account: Record<string, string> = newPerson,
  browser: Browser = openBrowser(),
): Promise<SignInStart & { callback: URL }> {
  const begun = await beginSignIn(sandbox)
  const consent = await chooseAccount(sandbox, browser, begun.start, account)
  return { ...begun, callback: await answerConsent(sandbox, browser, consent, 'continue') }
}

/** A whole sign-in, with the verified ID token's claims. */
export async function signIn(
  sandbox: OidcSandbox,
  account: Record<string, string>,
  browser?: Browser,
): Promise<{ idToken: string; claims: client.IDToken }> {
  const { config, callback, checks } = await obtainCode(sandbox, account, browser)
  const tokens = await client.authorizationCodeGrant(config, callback, checks)
  const claims = tokens.claims()
  if (claims === undefined) throw new Error('no ID token')
  return { idToken: tokens.id_token ?? '', claims }
}
