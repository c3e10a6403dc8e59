import * as z from 'zod/mini'
import type { FastifyInstance } from 'fastify'

import { platformFailures } from '#contract/http/route.ts'
import { EVENTS_PATH, STREAMS_PER_USER, TOPICS_MAX } from '#contract/realtime.ts'

import type { Db } from '../db/query.ts'
import { Failure } from '../failure.ts'
import type { Viewer } from '../http/implement.ts'
import type { SessionReader } from '../http/register-routes.ts'
import { leaveRequestLimits } from '../http/request-limits.ts'
import type { Platform } from '../platform.ts'
import { openHub, type Wanted } from './hub.ts'
import type { Listener } from './listener.ts'
import { readPosition } from './notifier.ts'
import { createStreamPlaces } from './stream-places.ts'
import { refusedBytes, REPLACED_BYTES, startStream } from './stream.ts'
import type { Topic } from './topic.ts'

/** Leaves a node connections for everything else. */
const STREAMS_PER_NODE = 10_000

const RETRY_AFTER_SECONDS = 5

const query = z.object({ topics: z.string(), since: z.optional(z.string()) })

/** Mounts the stream of events for signed-in people. */
export async function mountRealtime(
  app: FastifyInstance,
  platform: Platform,
  options: {
    sessions: SessionReader
    listener: Listener
    topics: readonly Topic[]
    /** People whose doing somebody isn't told of. */
    listKeptApart: (db: Db, userId: string) => Promise<ReadonlySet<string>>
  },
): Promise<void> {
  const { sessions, listener } = options
  const { db } = platform.database
  const kinds = new Map(options.topics.map((topic) => [topic.kind, topic]))
  const places = createStreamPlaces({ perUser: STREAMS_PER_USER, total: STREAMS_PER_NODE })

  async function mayFollow(viewer: Viewer, name: string): Promise<boolean> {
    const [kind = '', id = ''] = name.split(':')
    return (await kinds.get(kind)?.mayFollow(db, viewer, id, platform.clock.now())) ?? false
  }

  const isRepeated = (name: string) => kinds.get(name.split(':')[0] ?? '')?.holdsContent !== true
  const listKeptApart = (userId: string) => options.listKeptApart(db, userId)
  const hub = await openHub({ db, listener, log: platform.log, mayFollow, listKeptApart, isRepeated })
  // Streams never end by themselves, and closing waits for answers under way.
  app.addHook('preClose', async () => hub.close())

  app.get(EVENTS_PATH, async (request, reply) => {
    const { authorization } = request.headers
    const { cookies } = request
    const findViewer = () => sessions.findViewer({ authorization, cookies })
    const viewer = await findViewer()
    if (!viewer) throw new Failure(platformFailures.signed_out)
    const wanted = readWanted(request.query)
    const isAllowed = await Promise.all(wanted.map(({ topic }) => mayFollow(viewer, topic)))
    if (!isAllowed.includes(true)) throw new Failure(platformFailures.forbidden)

    const keptApart = await listKeptApart(viewer.id)

    // Its page may have gone meanwhile; later it is noticed below.
    if (reply.raw.destroyed) {
      reply.hijack()
      return
    }
    const giveBack = places.take(viewer.id, () => {
      stream.write(REPLACED_BYTES)
      stream.end()
    })
    if (!giveBack)
      throw new Failure(platformFailures.too_many_requests, { retryAfterSeconds: RETRY_AFTER_SECONDS })
    reply.hijack()
    leaveRequestLimits(request)
    const stream = startStream(reply.raw, findViewer)
    stream.keptApart = keptApart
    reply.raw.once('close', () => {
      giveBack()
      hub.leave(stream)
    })
    for (const [index, { topic }] of wanted.entries())
      if (!isAllowed[index]) stream.write(refusedBytes(topic))
    try {
      await hub.follow(
        stream,
        wanted.filter((_, index) => isAllowed[index]),
      )
    } catch (error) {
      request.log.warn({ err: error }, 'a stream could not begin')
      stream.end()
    }
  })
}

/** The topics of a request, each once. A name is a kind and a UUID. */
function readWanted(sent: unknown): Wanted[] {
  const parsed = z.safeParse(query, sent)
  const names = parsed.success ? [...new Set(parsed.data.topics.split(','))] : []
  const areNames = names.every((name) => {
    const [, id, ...rest] = name.split(':')
    return rest.length === 0 && z.safeParse(z.uuid(), id).success
  })
  if (!areNames || names.length === 0 || names.length > TOPICS_MAX)
    throw new Failure(platformFailures.invalid_input, { field: 'topics' })
  const since = new Map<string, number>()
  for (const word of (parsed.data?.since ?? '').split(',')) {
    const position = readPosition(word)
    if (position) since.set(position.topic, position.seq)
  }
  return names.map((topic) => ({ topic, since: since.get(topic) ?? null }))
}
