import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { platformFailures, type Route } from '#contract/http/route.ts'

import { Failure } from '../failure.ts'
import { workForKnown } from '../callers.ts'
import type { Platform } from '../platform.ts'
import type { Allowances } from './allowances.ts'
import { answerSchema } from './answer-serializers.ts'
import { limitedAddress } from './caller-address.ts'
import { withoutUnchosenFiles } from './form-files.ts'
import type { Circumstances, Implementation, Viewer } from './implement.ts'
import { invoke } from './invoke.ts'
import { formReceiver } from './multipart.ts'
import type { Patience } from './patience.ts'
import {
  type BodyRule,
  isForm,
  JSON_BODY,
  JSON_OR_FORM_BODY,
  LONG_JSON_BODY,
  SIGNED_BODY,
} from './request-bodies.ts'
import { createSlots, takePlace } from './slots.ts'

export interface SessionReader {
  /** The sender of a request, or null; extends the session's idle time. */
  findViewer(request: {
    authorization: string | undefined
    cookies: Circumstances['cookies']
  }): Promise<Viewer | null>
}

const HEAVY_RETRY_SECONDS = 2

/** Mounts every implementation below /api. */
export function registerRoutes(
  app: FastifyInstance,
  platform: Platform,
  implementations: readonly Implementation[],
  sessions: SessionReader,
  { patience, bytes }: { patience: Patience; bytes: Allowances },
): void {
  const forms = formReceiver(platform.config.dataDir, patience, bytes)
  const heavy = createSlots({ perKey: patience.heavyPerPerson, total: patience.heavy })
  for (const implementation of implementations) {
    const { route, options } = implementation
    app.route({
      method: route.method,
      url: `/api${route.path}`,
      schema: { response: { 200: answerSchema(route) } },
      config: bodyOf(route),
      handler: async (request, reply) => {
        if (isForm(request)) await forms.admit(implementation, request)
        const viewer =
          route.caller === 'provider'
            ? null
            : await sessions.findViewer({
                authorization: request.headers.authorization,
                cookies: request.cookies,
              })
        const multipart = isForm(request) ? await forms.receive(implementation, viewer, request) : null
        let leave: (() => void) | null = null
        try {
          if (options.isHeavy)
            leave = takePlace(heavy, viewer?.id ?? limitedAddress(request.ip), HEAVY_RETRY_SECONDS)
          const call = {
            ...circumstancesOf(request, reply, platform),
            principal: viewer,
            input: mergeInput(implementation, request, multipart?.fields),
            ...(multipart ? { files: multipart.files } : {}),
            ...(route.caller === 'provider'
              ? { rawBody: request.rawBody ?? Buffer.alloc(0), headers: request.headers }
              : {}),
          }
          const output = await (viewer
            ? workForKnown(viewer.id, () => invoke(implementation, platform, call))
            : invoke(implementation, platform, call))
          // A member's answers are theirs alone; a visitor's may change any moment.
          void reply.header('cache-control', viewer ? 'private, no-store' : 'no-cache')
          return output
        } finally {
          leave?.()
          await multipart?.discard()
        }
      },
    })
  }
}

/** The bodies the contract allows. Everything else is refused unread. */
function bodyOf({ method, caller, accepts }: Route): { body?: BodyRule } {
  if (method === 'GET' || method === 'DELETE') return {}
  if (caller === 'provider') return { body: SIGNED_BODY }
  if (accepts === 'long-json') return { body: LONG_JSON_BODY }
  return { body: accepts === 'multipart' ? JSON_OR_FORM_BODY : JSON_BODY }
}

/** The input can't name a different page than the address: that is a mistake, whichever of the two was meant. */
function mergeInput(
  { route: { method }, options: { files } }: Implementation,
  request: FastifyRequest,
  fields?: Record<string, string>,
): unknown {
  const sent = method === 'GET' || method === 'DELETE' ? request.query : (fields ?? request.body ?? {})
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent
  const parameters = request.params as Record<string, string>
  for (const [name, value] of Object.entries(parameters)) {
    const said = (sent as Record<string, unknown>)[name]
    if (typeof said === 'string' && said.toLowerCase() !== value.toLowerCase())
      throw new Failure(platformFailures.bad_request, {
        message: 'The address and what was sent name different things.',
        field: name,
      })
  }
  return { ...(files ? withoutUnchosenFiles({ ...sent }, files) : sent), ...parameters }
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
    requestId: request.id,
    ip: limitedAddress(request.ip),
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
