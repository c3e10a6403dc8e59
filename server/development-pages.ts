import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import { platformFailures } from '#contract/http/route.ts'

import type { Outside } from './embedded.ts'
import type { MovableClock } from './platform/clock.ts'
import type { Database } from './platform/db/open.ts'
import { Failure } from './platform/failure.ts'
import { isFromThisMachine } from './platform/http/this-machine.ts'

/** A century; further than anybody needs, and far from the end of timestamps. */
const ADVANCE_MAX_SECONDS = 3_155_760_000

const advance = z.object({ advanceSeconds: z.number().check(z.gte(0), z.lte(ADVANCE_MAX_SECONDS)) })

/**
 * What only development has: the mailbox at /dev/mail and the movable clock at /dev/clock. Answers this machine only;
 * production never mounts it.
 */
export function mountDevelopmentPages(
  app: FastifyInstance,
  options: { clock: MovableClock; database: Database; outside: Outside },
): void {
  const { clock, database, outside } = options
  const { mailboxPages } = outside
  app.addHook('onRequest', async (request) => {
    // A page elsewhere could point a name of its own at loopback; only our own names are answered.
    const isLocal = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(request.headers.host ?? '')
    if (request.url.startsWith('/dev/') && !(isLocal && isFromThisMachine(request)))
      throw new Failure(platformFailures.not_found)
  })
  if (mailboxPages)
    for (const url of ['/dev/mail', '/dev/mail.json', '/dev/mail/*'])
      app.all(url, async (request, reply) => {
        reply.hijack()
        const isAnswered = await mailboxPages(request.raw, reply.raw)
        if (!isAnswered) reply.raw.writeHead(404).end('Not found')
      })

  app.get('/dev/clock', async () => ({ now: clock.now().toISOString(), offsetMs: clock.offsetMs() }))
  app.post('/dev/clock', async (request) => {
    const parsed = z.safeParse(advance, request.body)
    if (!parsed.success)
      throw new Failure(platformFailures.invalid_input, {
        message: 'Send { "advanceSeconds": a number from 0 up }.',
      })
    const { advanceSeconds } = parsed.data
    const now = await clock.advance(database.db, advanceSeconds * 1000)
    await outside.advancePaymentClock?.(advanceSeconds)
    return { now: now.toISOString(), offsetMs: clock.offsetMs() }
  })
}
