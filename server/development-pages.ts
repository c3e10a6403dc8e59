import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'

import { platformFailures } from '#contract/http/route.ts'

import type { Outside } from './embedded.ts'
import type { MovableClock } from './platform/clock.ts'
import type { Database } from './platform/db/open.ts'
import { transactionsOf } from './platform/db/transaction.ts'
import { Failure } from './platform/failure.ts'
import { JSON_BODY } from './platform/http/request-bodies.ts'
import { isFromThisMachine } from './platform/http/this-machine.ts'
import { enqueue, type Job } from './platform/jobs/define-job.ts'

/** A century; further than anyone needs, and far from the end of timestamps. */
const ADVANCE_MAX_SECONDS = 3_155_760_000

const advance = z.object({ advanceSeconds: z.number().check(z.gte(0), z.lte(ADVANCE_MAX_SECONDS)) })

/** The clocks of a development server: ours and the payment sandbox's. */
export interface DevelopmentClocks {
  clock: MovableClock
  database: Database
  outside: Outside
}

/** The clocks with the jobs to run once they were moved. */
interface TimeTravel extends DevelopmentClocks {
  regularJobs: readonly Job[]
}

/** Moves both clocks forward together; anything that falls due meanwhile happens. */
export async function advanceClocks(
  { clock, database, outside }: DevelopmentClocks,
  byMs: number,
): Promise<Date> {
  const now = await clock.advance(database.db, byMs)
  // The sandbox counts in seconds, like the provider.
  await outside.advancePaymentClock?.(Math.round(byMs / 1000))
  return now
}

/** Regular jobs would wait for their quarter of an hour; after moving the clock they run now. */
async function runRegularJobs({ database, regularJobs }: TimeTravel): Promise<void> {
  await transactionsOf(database.db)(async (db) => {
    for (const job of regularJobs) await enqueue(db, job, {}, { key: `clock:${job.name}` })
  })
}

/**
 * Development-only pages: the mailbox at /dev/mail and the movable clock at /dev/clock. Answers this machine only;
 * production never mounts it.
 */
export function mountDevelopmentPages(app: FastifyInstance, clocks: TimeTravel): void {
  const { clock } = clocks
  const { mailboxPages } = clocks.outside
  app.addHook('onRequest', async (request) => {
    if (request.url.startsWith('/dev/') && !isFromThisMachine(request))
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
  app.post('/dev/clock', { config: { body: JSON_BODY } }, async (request) => {
    const parsed = z.safeParse(advance, request.body)
    if (!parsed.success)
      throw new Failure(platformFailures.invalid_input, {
        message: 'Send { "advanceSeconds": a number from 0 up }.',
      })
    const now = await advanceClocks(clocks, parsed.data.advanceSeconds * 1000)
    await runRegularJobs(clocks)
    return { now: now.toISOString(), offsetMs: clock.offsetMs() }
  })
}
