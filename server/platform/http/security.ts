import helmet, { type FastifyHelmetOptions } from '@fastify/helmet'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'

import { platformFailures } from '#contract/http/route.ts'

import type { Config } from '../config.ts'
import { Failure } from '../failure.ts'
import { STYLE_HASHES } from './style-hashes.ts'

/** Hosts that Razorpay's own checkout loads from and talks to (as integrators report; sandbox: none of them). */
const RAZORPAY_HOSTS = {
  script: ['https://checkout.razorpay.com', 'https://cdn.razorpay.com'],
  frame: ['https://api.razorpay.com', 'https://checkout.razorpay.com'],
  connect: ['https://*.razorpay.com'],
}

/** Sets the headers that keep a page to its own scripts, styles and frames. */
export async function registerSecurityHeaders(
  app: FastifyInstance,
  config: Config,
  options: {
    checkoutUrl: string
    issuerUrl: string
    /** Players that posts may frame. */
    frameOrigins: readonly string[]
    /** Pages below these may use camera, microphone and screen, and encode what they film. */
    filmingPaths: readonly string[]
    /** Where signed media addresses lead; null: nowhere but here. */
    storeOrigin: string | null
    /** Vite writes a script and styles into the page, and waits for a restart in a worker. Never for a built app. */
    isServedFromSource: boolean
  },
): Promise<void> {
  const { checkoutUrl, isServedFromSource, frameOrigins, filmingPaths } = options
  const store = options.storeOrigin === null ? [] : [options.storeOrigin]
  const issuer = new URL(options.issuerUrl)
  const checkoutOrigin = new URL(checkoutUrl).origin
  const isRealCheckout = checkoutOrigin.endsWith('.razorpay.com')
  const isHttps = config.publicUrl.startsWith('https:')
  const policies = (mayFilm: boolean): FastifyHelmetOptions => ({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: [
          "'self'",
          // Browsers without an AAC encoder bring one as WebAssembly.
          ...(mayFilm ? ["'wasm-unsafe-eval'"] : []),
          ...(isServedFromSource ? ["'unsafe-inline'"] : []),
          ...(isRealCheckout ? RAZORPAY_HOSTS.script : [checkoutOrigin]),
        ],
        // A hash beside 'unsafe-inline' would switch the latter off.
        styleSrc: ["'self'", ...(isServedFromSource ? ["'unsafe-inline'"] : STYLE_HASHES)],
        // Portraits from the sign-in issuer: https everywhere but with the local stand-in.
        imgSrc: [
          "'self'",
          'data:',
          'blob:',
          'https:',
          ...(issuer.protocol === 'http:' ? [issuer.origin] : []),
          ...store,
        ],
        mediaSrc: ["'self'", 'blob:', ...store],
        fontSrc: ["'self'"],
        // The store: browsers without native HLS fetch its pieces by script.
        connectSrc: ["'self'", ...(isRealCheckout ? RAZORPAY_HOSTS.connect : []), ...store],
        frameSrc: [...(isRealCheckout ? RAZORPAY_HOSTS.frame : [checkoutOrigin]), ...frameOrigins],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        manifestSrc: ["'self'"],
        // It works in one, and so does the clock that goes on while its window isn't shown.
        workerSrc: ["'self'", ...(mayFilm || isServedFromSource ? ['blob:'] : [])],
        ...(isHttps ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    // The sign-in popup must keep its opener while it is at the issuer.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: isHttps ? { maxAge: 63_072_000, includeSubDomains: true } : false,
  })
  const headers = await headersOf(policies(false))
  headers.push(['permissions-policy', 'camera=(), microphone=(), display-capture=(), geolocation=()'])
  const whereFilmed = await headersOf(policies(true))
  whereFilmed.push([
    'permissions-policy',
    'camera=(self), microphone=(self), display-capture=(self), geolocation=()',
  ])
  app.addHook('onRequest', ({ url }, { raw }, done) => {
    for (const [name, value] of filmingPaths.some((path) => url.startsWith(path)) ? whereFilmed : headers)
      raw.setHeader(name, value)
    done()
  })
}

/**
 * The headers that helmet sets. It rebuilds its policies for each request, which was a twentieth of the cost of a small
 * call; ours are the same for all of them.
 */
async function headersOf(options: FastifyHelmetOptions): Promise<[name: string, value: string][]> {
  const probe = Fastify()
  await probe.register(helmet, options)
  probe.get('/', (_, reply) => reply.hijack().raw.end())
  const { headers } = await probe.inject('/')
  await probe.close()
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || OF_ANY_ANSWER.has(name) ? [] : [[name, String(value)]],
  )
}

const OF_ANY_ANSWER = new Set(['connection', 'date', 'content-length', 'transfer-encoding'])

/**
 * Refuses state-changing requests that another site's page sends. The bearer half of the session already makes them
 * useless; this also covers the calls that need no session, such as login.
 */
export function refuseCrossSite(request: FastifyRequest, publicUrl: string): void {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return
  const site = request.headers['sec-fetch-site']
  if (site === 'same-origin' || site === 'none') return
  const { origin } = request.headers
  // Servers and command lines send neither header; only browsers need this check.
  if (site === undefined && origin === undefined) return
  if (origin !== undefined && (origin === publicUrl || URL.parse(origin)?.host === request.headers.host))
    return
  throw new Failure(platformFailures.forbidden)
}
