import { once } from 'node:events'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'

import { SignJWT, importJWK } from 'jose'
import type { Provider } from 'oidc-provider'

import { readStyle } from '#sandbox/page/document.ts'

import { answerInteraction, sendPage } from './interactions.ts'
import { renderProblem } from './pages.ts'
import { drawPicture } from './picture.ts'
import { createProvider, sessionCookie } from './provider.ts'
import { type Store, openStore } from './state.ts'

export interface OidcSandboxOptions {
  /** A loopback address; default 127.0.0.1. */
  host?: string
  /** 0 means the port served last, or any port; so does a port that is taken. */
  port: number
  clientId: string
  clientSecret: string
  redirectUris: string[]
  /** JSON file for signing keys, people and port; without it they last as long as the process. */
  statePath?: string
}

export interface OidcSandbox {
  /** http://localhost:PORT */
  issuer: string
  /** Signs any claims with the issuer's own key; iss, aud, iat and exp (1 h) are filled in unless given. */
  signIdToken: (claims: Record<string, unknown>) => Promise<string>
  close: () => Promise<void>
}

const loopbackHosts = ['127.0.0.1', '::1', 'localhost']

/** Starts the local issuer that stands in for Google. It lets anyone be anyone, so never in production. */
export async function startOidcSandbox(options: OidcSandboxOptions): Promise<OidcSandbox> {
  const host = options.host ?? '127.0.0.1'
  if (process.env['NODE_ENV'] === 'production')
    throw new Error('The local sign-in issuer does not run in production')
  if (!loopbackHosts.includes(host))
    throw new Error(`The local sign-in issuer serves loopback only, not ${host}`)
  const store = await openStore(options.statePath)
  const style = await readStyle(new URL('./style.css', import.meta.url))
  const server = http.createServer()
  const port = await listen(server, host, options.port === 0 ? (store.port ?? 0) : options.port)
  await store.rememberPort(port)
  const issuer = `http://localhost:${port}`
  const site: Site = {
    provider: createProvider(issuer, options, store),
    store,
    style,
    hosts: loopbackHosts.map((name) => (name.includes(':') ? `[${name}]:${port}` : `${name}:${port}`)),
    headers: securityHeaders(options.redirectUris),
  }
  const handleByProvider = site.provider.callback()
  server.on('request', (request, response) => {
    answer(site, handleByProvider, request, response).catch(() => {
      if (!response.headersSent)
        sendPage(response, 500, renderProblem('server_error', 'The local issuer failed.'))
      else response.destroy()
    })
  })
  return {
    issuer,
    signIdToken: async (claims) => {
      const nowSeconds = Math.floor(Date.now() / 1000)
      const defaults = { iss: issuer, aud: options.clientId, iat: nowSeconds, exp: nowSeconds + 3600 }
      return await new SignJWT({ ...defaults, ...claims })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: store.signingKey.kid })
        .sign(await importJWK(store.signingKey, 'RS256'))
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Site {
  provider: Provider
  store: Store
  style: string
  hosts: string[]
  headers: Record<string, string>
}

async function answer(
  site: Site,
  handleByProvider: ReturnType<Provider['callback']>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  for (const [name, value] of Object.entries(site.headers)) response.setHeader(name, value)
  // A name rebound to loopback must not be served, or any page could drive this issuer.
  if (!site.hosts.includes(request.headers.host ?? '')) {
    sendPage(response, 421, renderProblem('unknown_host', 'Open the local issuer under localhost.'))
    return
  }
  const [path = '/'] = (request.url ?? '/').split('?')
  const [, area, name, step] = path.split('/')
  if (path === '/style.css') {
    response.writeHead(200, { 'content-type': 'text/css; charset=utf-8' }).end(site.style)
  } else if (area === 'picture') await answerPicture(site.store, response, name ?? '')
  else if (area === 'interaction') await answerInteraction(site.provider, site.store, request, response, step)
  else {
    // Every sign-in starts fresh: nobody has to find out how to sign out of a stand-in.
    if (path === '/auth') forgetSession(request, response)
    await handleByProvider(request, response)
  }
}

function forgetSession(request: IncomingMessage, response: ServerResponse): void {
  delete request.headers.cookie
  const expired = [sessionCookie, `${sessionCookie}.sig`].map(
    (name) => `${name}=; path=/; max-age=0; httponly`,
  )
  response.setHeader('set-cookie', expired)
}

async function answerPicture(store: Store, response: ServerResponse, name: string): Promise<void> {
  const person = store.findPerson(name.replace(/\.png$/, ''))
  if (person === null) {
    sendPage(response, 404, renderProblem('not_found', 'Nobody has this picture.'))
    return
  }
  response.writeHead(200, { 'content-type': 'image/png', 'cross-origin-resource-policy': 'cross-origin' })
  response.end(await drawPicture(person))
}

/** No Cross-Origin-Opener-Policy: it would cut the popup off from the page that opened it. */
function securityHeaders(redirectUris: string[]): Record<string, string> {
  // Browsers apply form-action to the redirects after a form too, and the last one leads to the product.
  const targets = [...new Set(redirectUris.map((uri) => new URL(uri).origin))].join(' ')
  return {
    'content-security-policy': `default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self' ${targets}; base-uri 'none'; frame-ancestors 'none'`,
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
}

async function listen(server: http.Server, host: string, port: number): Promise<number> {
  try {
    server.listen(port, host)
    await once(server, 'listening')
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (!isTaken || port === 0) throw error
    return await listen(server, host, 0)
  }
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The local issuer has no port')
  return address.port
}
