import type { FastifyInstance, FastifyReply } from 'fastify'

import type { Limit } from '#server/platform/http/limits.ts'
import { circumstancesOf } from '#server/platform/http/register-routes.ts'
import type { Platform } from '#server/platform/platform.ts'
import { hashSecret, newSecret } from '#server/platform/secrets.ts'

import { SIGN_IN_COOKIE, SIGN_IN_COOKIE_PATH, SIGN_IN_LIFETIME_MS } from './google.ts'
import { findOidcSignIn, insertOidcSignIn } from './queries.ts'

const CALLBACK_PATH = '/api/auth/google/callback'

/** Each start keeps a row for ten minutes. */
const googleStartsPerAddress: Limit = { name: 'google-start', points: 60, windowSeconds: 900 }

/*
 * The two addresses the sign-in popup passes through. They answer with redirects and a page, not JSON, and so aren't
 * part of the contract. The result goes to the opener by postMessage with our exact origin; it never appears in a URL.
 */
export function mountGooglePopup(app: FastifyInstance, platform: Platform): void {
  const { config, oidc, database, log } = platform
  const redirectUri = `${config.publicUrl}${CALLBACK_PATH}`

  app.get('/api/auth/google/start', async (request, reply) => {
    const call = circumstancesOf(request, reply, platform)
    await platform.limits.consume(googleStartsPerAddress, call.ip)
    try {
      const { url, ...kept } = await oidc.start(redirectUri)
      const id = newSecret()
      const now = platform.clock.now()
      await insertOidcSignIn(database.db, {
        ...kept,
        idHash: hashSecret(id),
        expiresAt: new Date(now.getTime() + SIGN_IN_LIFETIME_MS),
      })
      call.setCookie(SIGN_IN_COOKIE, id, {
        maxAgeSeconds: SIGN_IN_LIFETIME_MS / 1000,
        path: SIGN_IN_COOKIE_PATH,
      })
      return await keepsOpener(reply).redirect(url)
    } catch (error) {
      log.error({ err: error }, 'the sign-in issuer cannot be reached')
      return resultPage(reply, { error: 'network-request-failed' })
    }
  })

  app.get(CALLBACK_PATH, async (request, reply) => {
    const signIn = await findOidcSignIn(
      database.db,
      hashSecret(request.cookies[SIGN_IN_COOKIE] ?? ''),
      platform.clock.now(),
    )
    if (!signIn) return resultPage(reply, { error: 'sign-in-expired' })
    try {
      const idToken = await oidc.finish(new URL(request.url, config.publicUrl), signIn)
      const { subject, verifiedEmail, name, picture } = await oidc.verifyIdToken(idToken, signIn.nonce)
      return await resultPage(reply, {
        idToken,
        uid: subject,
        email: verifiedEmail,
        displayName: name,
        photoURL: picture,
      })
    } catch (error) {
      const wasRefused = new URL(request.url, config.publicUrl).searchParams.get('error') === 'access_denied'
      if (!wasRefused) log.warn({ err: error }, 'a sign-in could not be completed')
      return resultPage(reply, { error: wasRefused ? 'popup-closed-by-user' : 'sign-in-failed' })
    }
  })

  app.get('/api/auth/google/popup.js', async (_, reply) =>
    reply.type('text/javascript; charset=utf-8').send(POPUP_SCRIPT),
  )
}

const POPUP_SCRIPT = `const result = JSON.parse(document.getElementById('result').textContent)
if (window.opener) window.opener.postMessage({ source: 'cheers-google', ...result }, location.origin)
window.close()
`

/**
 * Browsers compare the opener policy of every answer the popup gets, redirects included; with our usual one they would
 * cut the popup off from the page that opened it.
 */
function keepsOpener(reply: FastifyReply): FastifyReply {
  return reply.header('cross-origin-opener-policy', 'unsafe-none')
}

function resultPage(reply: FastifyReply, result: Record<string, string | null>): FastifyReply {
  const json = JSON.stringify(result).replace(/</g, '\\u003c')
  return keepsOpener(reply)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Signing in</title></head><body>` +
        `<p>Signing you in. You can close this window.</p>` +
        `<script type="application/json" id="result">${json}</script>` +
        `<script src="/api/auth/google/popup.js"></script></body></html>`,
    )
}
