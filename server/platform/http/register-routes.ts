import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { platformFailures, type Route } from '#contract/http/route.ts'
import { toJSONSchema } from 'zod/v4/core'

import { Failure } from '../failure.ts'
import type { Platform } from '../platform.ts'
import type { Circumstances, Implementation, Viewer } from './implement.ts'
import { invoke } from './invoke.ts'
import { type MultipartForm, readMultipart } from './multipart.ts'
import { stagingFolder } from './staging.ts'

export interface SessionReader {
  /** Who a request comes from, or null; extends the session's idle time. */
  findViewer(request: {
    authorization: string | undefined
    cookies: Circumstances['cookies']
  }): Promise<Viewer | null>
}

/** Mounts every implementation below /api. */
export function registerRoutes(
  app: FastifyInstance,
  platform: Platform,
  implementations: readonly Implementation[],
  sessions: SessionReader,
): void {
  for (const implementation of implementations) {
    const { route } = implementation
    app.route({
      method: route.method,
      url: `/api${route.path}`,
      schema: { response: { 200: answerSchema(route) } },
      handler: async (request, reply) => {
        const viewer =
          route.caller === 'provider'
            ? null
            : await sessions.findViewer({
                authorization: request.headers.authorization,
                cookies: request.cookies,
              })
        const multipart = isMultipart(request)
          ? await acceptMultipart(implementation, viewer, request, platform)
          : null
        try {
          const output = await invoke(implementation, platform, {
            ...circumstancesOf(request, reply, platform),
            viewer,
            input: mergeInput(route.method, request, multipart?.fields),
            ...(multipart ? { files: multipart.files } : {}),
            ...(route.caller === 'provider'
              ? { rawBody: request.rawBody ?? Buffer.alloc(0), headers: request.headers }
              : {}),
          })
          // What a member sees is theirs alone; what a visitor sees may change any moment.
          void reply.header('cache-control', viewer ? 'private, no-store' : 'no-cache')
          return output
        } finally {
          await multipart?.discard()
        }
      },
    })
  }
}

/**
 * The shape that an answer is written in: only what it names. Where there is a choice (an object or null, one of two
 * objects) the serialiser first looks which one fits, and an object that may have no further fields would not fit a
 * row that has some; so that is not said.
 */
function answerSchema(route: Route): object {
  return toJSONSchema(route.output, {
    io: 'output',
    target: 'draft-7',
    override: ({ jsonSchema }) => {
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
}

/** Refuses before the body is read when it could only be thrown away. */
async function acceptMultipart(
  implementation: Implementation,
  viewer: Viewer | null,
  request: FastifyRequest,
  platform: Platform,
): Promise<MultipartForm> {
  const { route, options } = implementation
  if (route.accepts !== 'multipart') throw new Failure(platformFailures.unsupported_media_type)
  if (route.caller !== 'anyone' && !viewer) throw new Failure(platformFailures.signed_out)
  if (route.caller === 'creator' && viewer?.creatorId === null) throw new Failure(platformFailures.forbidden)
  const folder = stagingFolder(platform.config.dataDir)
  return readMultipart(request, options.files ?? { names: [], maxBytes: 0 }, folder)
}

function isMultipart(request: FastifyRequest): boolean {
  return request.headers['content-type']?.startsWith('multipart/form-data') ?? false
}

/** Path parameters win: a body cannot say it meant another page than the address does. */
function mergeInput(method: string, request: FastifyRequest, fields?: Record<string, string>): unknown {
  const sent = method === 'GET' || method === 'DELETE' ? request.query : (fields ?? request.body ?? {})
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent
  return { ...sent, ...(request.params as Record<string, string>) }
}

export function circumstancesOf(
  request: FastifyRequest,
  reply: FastifyReply,
  platform: Platform,
): Circumstances {
  const isSecure = platform.config.publicUrl.startsWith('https:')
  return {
    platform,
    now: platform.clock.now(),
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
    cookies: request.cookies,
    setCookie: (name, value, { maxAgeSeconds, path = '/' }) =>
      void reply.setCookie(name, value, {
        path,
        httpOnly: true,
        sameSite: 'lax',
        secure: isSecure,
        maxAge: maxAgeSeconds,
      }),
    clearCookie: (name, { path = '/' } = {}) =>
      void reply.clearCookie(name, { path, httpOnly: true, sameSite: 'lax', secure: isSecure }),
  }
}
