import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { platformFailures, type Route } from '#contract/http/route.ts'

import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import type { Platform } from '../platform.ts'
import { answerFailure } from './answer-failure.ts'
import type { Implementation } from './implement.ts'
import { registerMetrics } from './metrics.ts'
import { openApiDocument } from './openapi.ts'
import { registerRoutes, type SessionReader } from './register-routes.ts'
import { refuseCrossSite, registerSecurityHeaders } from './security.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it was sent; kept where a signature is over it. */
    rawBody?: Buffer
  }
}

const JSON_BODY_MAX_BYTES = 1_048_576

export interface HttpServer {
  app: FastifyInstance
  /** Makes /readyz say no, so that a balancer stops sending before the listener closes. */
  startDraining(): void
}

/** Builds the HTTP server with every route of the contract. It does not listen yet. */
export async function createHttpServer(options: {
  platform: Platform
  routes: readonly Route[]
  implementations: readonly Implementation[]
  sessions: SessionReader
  /** Whose pages ours may show in frames, beside the payment provider's. */
  frameOrigins?: readonly string[]
  /** The web app comes from source, through Vite. */
  isServedFromSource?: boolean
  /** Mounts what is not part of the contract: pages, static files, development pages. */
  mount?: (app: FastifyInstance) => Promise<void>
}): Promise<HttpServer> {
  const { platform, routes, implementations } = options
  checkComplete(routes, implementations)
  const { config, log } = platform
  const logger: FastifyBaseLogger = log
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    trustProxy: config.trustProxy,
    bodyLimit: JSON_BODY_MAX_BYTES,
    genReqId: () => newId(platform.clock.now()),
    requestTimeout: 0,
    connectionTimeout: 0,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
  })
  let isDraining = false

  // Fastify reads plain text by itself; no call of ours takes any.
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    request.rawBody = body
    if (request.url.startsWith('/api/razorpay/webhook')) return done(null, {})
    if (body.length === 0) return done(null, {})
    try {
      // `__proto__` in a body must never become more than a refused key.
      done(
        null,
        JSON.parse(body.toString('utf8'), (key, value: unknown) => (key === '__proto__' ? undefined : value)),
      )
    } catch {
      done(new Failure(platformFailures.bad_request))
    }
  })
  await app.register(cookie)
  // Forms are streamed to disk once it is known who may send them; nothing may read them before.
  app.addContentTypeParser('multipart/form-data', (_request, payload, done) => done(null, payload))
  await app.register(compress, { threshold: 1024, encodings: ['gzip', 'deflate'] })
  await registerSecurityHeaders(app, config, {
    checkoutUrl: platform.razorpay.checkoutUrl,
    issuerUrl: platform.oidc.issuer,
    frameOrigins: options.frameOrigins ?? [],
    storeOrigin: platform.storage.origin,
    isServedFromSource: options.isServedFromSource ?? false,
  })
  app.addHook('onRequest', async (request) => {
    if (!request.url.startsWith('/api/razorpay/webhook')) refuseCrossSite(request, config.publicUrl)
  })
  app.setErrorHandler((error, request, reply) => answerFailure(error, request, reply, log))

  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'silent' }, async (_, reply) => {
    const isReady = !isDraining && (await isAnswering(platform))
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'not ready' })
  })
  registerMetrics(app, config.metricsToken)
  app.get('/api/openapi.json', async () => openApiDocument(routes, config.publicUrl))
  registerRoutes(app, platform, implementations, options.sessions)
  app.all('/api/*', async () => {
    throw new Failure(platformFailures.not_found)
  })
  await options.mount?.(app)
  return { app, startDraining: () => void (isDraining = true) }
}

async function isAnswering(platform: Platform): Promise<boolean> {
  try {
    await sql`select 1`.execute(platform.database.db)
    await platform.storage.check()
    return true
  } catch (error) {
    platform.log.warn({ err: error }, 'not ready')
    return false
  }
}

/** A route nobody implements, or a handler for no route, is found at the start and not by a user. */
function checkComplete(routes: readonly Route[], implementations: readonly Implementation[]): void {
  const implemented = new Set(implementations.map(({ route }) => route))
  const missing = routes.filter((route) => !implemented.has(route))
  const extra = implementations.filter(({ route }) => !routes.includes(route))
  const names = [...missing, ...extra.map(({ route }) => route)].map(
    (route) => `${route.method} ${route.path}`,
  )
  if (names.length > 0) throw new Error(`The contract and its implementation differ: ${names.join(', ')}`)
}
