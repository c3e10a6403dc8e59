import type { InputOf } from '#contract/http/route.ts'
import { googleAuth } from '#contract/accounts/routes.ts'
import { answerConsent, chooseAccount, openBrowser } from '#sandbox/oidc/oidc-testing.ts'
import { type OidcSandbox, startOidcSandbox } from '#sandbox/oidc/server.ts'
import { type Answer, startTestApp, type TestApp } from '#server/testing/test-app.ts'

import { SIGN_IN_COOKIE } from './google.ts'

/** The issuer's redirect address; the test's browser takes it to wherever the app listens. */
const PUBLIC_URL = 'http://localhost:3999'

/** The message the popup sends to the page that opened it. */
export interface PopupResult {
  error?: string
  idToken: string
  uid: string
  email: string | null
  displayName: string | null
  photoURL: string | null
}

export interface StartedPopup {
  /** The issuer's page that the popup was sent to. */
  issuerUrl: URL
  nonce: string
  /** The cookie that ties the sign-in to this browser. */
  cookie: string
  setCookie: string
}

export interface GoogleRig {
  app: TestApp
  issuer: OidcSandbox
  /** Opens the popup. */
  start(): Promise<StartedPopup>
  /** Goes through account choice and consent as a person would; returns the address the issuer redirects to. */
  passIssuer(
    popup: StartedPopup,
    account: Record<string, string>,
    answer?: 'continue' | 'cancel',
  ): Promise<URL>
  /** Opens the address that the issuer redirected to. */
  finish(callback: URL, cookie: string): Promise<{ response: Response; page: string; result: PopupResult }>
  /** The whole popup. */
  signIn(account: Record<string, string>): Promise<PopupResult & { cookie: string }>
  /** Hands the result to the server, as the page does. */
  call(
    result: InputOf<typeof googleAuth> & { cookie: string },
    extra?: Partial<InputOf<typeof googleAuth>>,
  ): Promise<Answer<typeof googleAuth>>
  close(): Promise<void>
}

function readResult(json: string): PopupResult {
  const result: PopupResult = JSON.parse(json)
  return result
}

/** The product with a sign-in issuer of the test's own, so that the test can sign tokens in its name. */
export async function startGoogleRig(): Promise<GoogleRig> {
  const client = { clientId: 'cheers-tests', clientSecret: 'a-secret-of-these-tests' }
  const issuer = await startOidcSandbox({
    ...client,
    port: 0,
    redirectUris: [`${PUBLIC_URL}/api/auth/google/callback`],
  })
  const app = await startTestApp({
    PUBLIC_URL,
    GOOGLE_ISSUER: issuer.issuer,
    GOOGLE_CLIENT_ID: client.clientId,
    GOOGLE_CLIENT_SECRET: client.clientSecret,
  })

  const rig: GoogleRig = {
    app,
    issuer,
    async start() {
      const response = await fetch(`${app.baseUrl}/api/auth/google/start`, { redirect: 'manual' })
      const issuerUrl = new URL(response.headers.get('location') ?? '')
      const [setCookie = ''] = response.headers.getSetCookie()
      return {
        issuerUrl,
        nonce: issuerUrl.searchParams.get('nonce') ?? '',
        cookie: new RegExp(`^${SIGN_IN_COOKIE}=([^;]*)`).exec(setCookie)?.[1] ?? '',
        setCookie,
      }
    },
    async passIssuer(popup, account, answer = 'continue') {
      const browser = openBrowser()
      const consent = await chooseAccount(issuer, browser, popup.issuerUrl, account)
      return answerConsent(issuer, browser, consent, answer)
    },
    async finish(callback, cookie) {
      const response = await fetch(`${app.baseUrl}${callback.pathname}${callback.search}`, {
        headers: { cookie: `${SIGN_IN_COOKIE}=${cookie}` },
      })
      const page = await response.text()
      const [, json = '{}'] = /id="result">(.*?)<\/script>/.exec(page) ?? []
      return { response, page, result: readResult(json) }
    },
    async signIn(account) {
      const popup = await rig.start()
      const { result } = await rig.finish(await rig.passIssuer(popup, account), popup.cookie)
      return { ...result, cookie: popup.cookie }
    },
    call({ idToken, uid, email, displayName, photoURL, cookie }, extra = {}) {
      return app.call(
        googleAuth,
        { idToken, uid, email, displayName, photoURL, ...extra },
        { headers: { cookie: `${SIGN_IN_COOKIE}=${cookie}` } },
      )
    },
    async close() {
      await app.close()
      await issuer.close()
    },
  }
  return rig
}
