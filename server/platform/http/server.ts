import compress, { type FastifyCompressOptions } from '@fastify/compress'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { constants, type ZlibOptions, type ZstdOptions } from 'node:zlib'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'

import { platformFailures, type Route } from '#contract/http/route.ts'

import { noteError } from '../errors/note-error.ts'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import { isClockRight } from '../jobs/clock-watch.ts'
import type { Platform } from '../platform.ts'
import { recordRequests } from '../tracing/request-spans.ts'
import { createAllowances } from './allowances.ts'
import { answerFailure, isUnexpected } from './answer-failure.ts'
import { rememberSerializers } from './answer-serializers.ts'
import type { Implementation } from './implement.ts'
import { registerMetrics } from './metrics.ts'
import { openApiDocument } from './openapi.ts'
import { CONNECTION_CHECK_MS, HEADERS_MAX_BYTES, KEEP_ALIVE_MS, PATIENCE, type Patience } from './patience.ts'
import { limitPipelining, stopReadingOnceCut } from './pipelining.ts'
import { registerRoutes, type SessionReader } from './register-routes.ts'
import { registerBodies, SIGNED_BODY } from './request-bodies.ts'
import { limitRequests } from './request-limits.ts'
import { checkRequestLine, readableUrl } from './request-line.ts'
import { requestLines } from './request-lines.ts'
import { refuseCrossSite, registerSecurityHeaders } from './security.ts'

/** 128 KB hold most answers whole; without a word zstd takes 2 MB from the system for each. */
const ZSTD_WINDOW_LOG = 15

/** Each kind of compression takes the options it knows. */
const FASTEST: ZlibOptions & ZstdOptions = {
  level: 1,
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_windowLog]: ZSTD_WINDOW_LOG },
}

/**
 * Compressing is most of what a list of posts costs besides its SQL. For 31 KB, in microseconds of processor time: zstd
 * 190, gzip at its fastest 280, gzip by default 1,000 or more; all but the fastest gzip leave about as many bytes.
 * Synchronous, because a stream for each answer costs more than the answer; a list of 100 posts takes 2 ms.
 */
const COMPRESSION = {
  threshold: 1024,
  encodings: ['zstd', 'gzip', 'deflate'],
  zlibOptions: FASTEST,
  syncThreshold: 262_144,
  globalDecompression: false,
} satisfies FastifyCompressOptions

export interface HttpServer {
  app: FastifyInstance
  /** Makes /readyz fail, so that a balancer stops sending before the listener closes. */
  startDraining(): void
}

/** Builds the HTTP server with every route of the contract. It does not listen yet. */
export async function createHttpServer(options: {
  platform: Platform
  routes: readonly Route[]
  implementations: readonly Implementation[]
  sessions: SessionReader
  /** Sites whose pages ours may show in frames, besides the payment provider's. */
  frameOrigins?: readonly string[]
  /** Pages below these may use camera, microphone and screen. */
  filmingPaths?: readonly string[]
  /** The web app is served from source, through Vite. */
  isServedFromSource?: boolean
  /** Tests use shorter waits. */
  patience?: Partial<Patience>
  /** Mounts everything outside the contract: pages, static files, development pages. */
  mount?: (app: FastifyInstance) => Promise<void>
}): Promise<HttpServer> {
  const { platform, routes, implementations } = options
  checkComplete(routes, implementations)
  const { config, log } = platform
  const patience = { ...PATIENCE, ...options.patience }
  const logger: FastifyBaseLogger = log
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: requestLines(),
    trustProxy: config.trustProxy,
    genReqId: () => newId(platform.clock.now()),
    serverFactory: (handle) => createNodeServer(handle, patience),
    // Validators that tell kinds of answers apart are compiled here, so that the first caller needn't wait for them.
    serializerOpts: { compileValidators: true },
    schemaController: { compilersFactory: { buildSerializer: rememberSerializers } },
    forceCloseConnections: 'idle',
    // A request that still arrives on an open connection is answered, with `connection: close`.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 300 },
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    frameworkErrors: (error, request, reply) => answerFailure(error, request, reply, log),
  })
  let isDraining = false

  // A connection that is closed while the next request is on its way loses it; here the other side knows.
  app.addHook('onRequest', async (_request, reply) => {
    if (isDraining) reply.header('connection', 'close')
  })
  // Node would also end connections whose answer is still being prepared, as when 500 MB go to the store.
  app.addHook('onRequest', async (_request, { raw }) => {
    raw.on('timeout', (socket: Socket) => void (socket.writableLength > 0 && socket.destroy()))
  })
  recordRequests(app)
  await app.register(cookie)
  await app.register(compress, COMPRESSION)
  await registerSecurityHeaders(app, config, {
    checkoutUrl: platform.razorpay.checkoutUrl,
    issuerUrl: platform.oidc.issuer,
    frameOrigins: options.frameOrigins ?? [],
    filmingPaths: options.filmingPaths ?? [],
    storeOrigin: platform.storage.origin,
    isServedFromSource: options.isServedFromSource ?? false,
  })
  app.addHook('onRequest', async (request) => {
    checkRequestLine(request)
    // Providers have no pages, and prove themselves by their signature.
    if (request.routeOptions.config.body !== SIGNED_BODY) refuseCrossSite(request, config.publicUrl)
  })
  limitRequests(app, patience)
  const bytes = createAllowances({
    burst: patience.largeBytesAtOnce,
    perSecond: patience.largeBytesPerSecond,
  })
  registerBodies(app, patience, bytes)
  // It reads nothing of a form until the sender is known and its parts are asked for.
  await app.register(multipart)
  app.setErrorHandler((error, request, reply) => {
    if (isUnexpected(error, request))
      noteError(platform, error, {
        source: 'request',
        place: `${request.method} ${request.routeOptions.url ?? 'page'}`,
        reference: request.id,
      })
    answerFailure(error, request, reply, log)
  })

  app.get('/healthz', { logLevel: 'silent' }, async () => ({ status: 'ok' }))
  // Balancers ask for `?except=store`: it is away for all nodes at once, and without it they still take payments.
  app.get<{ Querystring: { except?: string } }>(
    '/readyz',
    { logLevel: 'silent' },
    async ({ query }, reply) => {
      // Looked at after the wait as well: an old yes would send requests to a server that is closing.
      const isReady = !isDraining && (await isAnswering(platform, query.except)) && !isDraining
      // People can still read, and all nodes are in the same trouble: those who ask for nodes get them.
      if (isReady && query.except !== 'store' && platform.database.isFull())
        return reply.status(503).send({ status: 'storage full' })
      return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'not ready' })
    },
  )
  registerMetrics(app, config, platform.database.pool)
  app.get('/api/openapi.json', async () => openApiDocument(routes, config.publicUrl))
  registerRoutes(app, platform, implementations, options.sessions, { patience, bytes })
  const nothingHere = async () => {
    throw new Failure(platformFailures.not_found)
  }
  app.all('/api/*', { config: { body: 'unread' }, onRequest: nothingHere }, nothingHere)
  await options.mount?.(app)
  return { app, startDraining: () => void (isDraining = true) }
}

function createNodeServer(handle: RequestListener, patience: Patience): Server {
  const server = createServer(
    {
      headersTimeout: patience.headersWithinMs,
      connectionsCheckingInterval: Math.min(CONNECTION_CHECK_MS, patience.headersWithinMs),
      maxHeaderSize: HEADERS_MAX_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      // Uploads may take hours, as long as they keep their pace. Each kind of body has its own limit.
      requestTimeout: 0,
    },
    limitPipelining(handle, patience.pipelinedRequests),
  )
  server.setTimeout(patience.answerStallMs)
  server.maxConnections = patience.connections
  server.on('connection', stopReadingOnceCut)
  return server
}

async function isAnswering(platform: Platform, except: string | undefined): Promise<boolean> {
  try {
    if (!isClockRight(await platform.database.askForTime()))
      throw new Error('The clocks of this machine and of its database disagree.')
    if (except !== 'store') await platform.storage.check()
    return true
  } catch (error) {
    platform.log.warn({ err: error }, 'not ready')
    return false
  }
}

/** A route without a handler, or a handler without a route, is found at the start and not by a user. */
function checkComplete(routes: readonly Route[], implementations: readonly Implementation[]): void {
  const implemented = new Set(implementations.map(({ route }) => route))
  const missing = routes.filter((route) => !implemented.has(route))
  const extra = implementations.filter(({ route }) => !routes.includes(route))
  const names = [...missing, ...extra.map(({ route }) => route)].map(
    (route) => `${route.method} ${route.path}`,
  )
  if (names.length > 0) throw new Error(`The contract and its implementation differ: ${names.join(', ')}`)
}
