import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

import { Failure } from '#server/platform/failure.ts'
import { limitedAddress } from '#server/platform/http/caller-address.ts'
import type { Platform } from '#server/platform/platform.ts'
import { openRtmpIntake, type Receiver, type RtmpIntake } from '#server/platform/rtmp/intake.ts'
import { hashSecret } from '#server/platform/secrets.ts'

import { acceptInit, acceptSegment } from '../broadcasts/broadcasting.ts'
import { noteCaptions } from '../broadcasts/broadcast-queries.ts'
import { createClips } from './clips.ts'
import { beginForSoftware, endForSoftware, isAwaited } from './sessions-for-software.ts'
import { findCreatorOfKey, noteIncoming, noteNothingComesIn } from './stream-key-queries.ts'
import { wrongKeys } from './stream-key-routes.ts'

/** Storing is tried again after so long; meanwhile the sender waits. */
const AGAIN_MS = [500, 2000, 5000]
/** A session that couldn't be begun, such as one that another line still holds, is tried again after so long. */
const BEGIN_AGAIN_MS = 8000

/** Takes what streaming software sends, from the moment that pages are served. */
export function mountRtmp(app: FastifyInstance, platform: Platform): void {
  const { rtmp } = platform.config
  if (rtmp === null) return
  let intake: RtmpIntake | null = null
  app.addHook('onListen', async () => {
    intake = openRtmpIntake({
      ...rtmp,
      log: platform.log,
      authorize: async (key, address) => {
        const receiver = await receiverOf(platform, hashSecret(key))
        await noteKey(platform, address, receiver !== null)
        return receiver
      },
    })
  })
  app.addHook('onClose', async () => {
    await intake?.close()
  })
}

/** What becomes of what comes in with a key; null: it is nobody's. */
async function receiverOf(platform: Platform, keyHash: Buffer): Promise<Receiver | null> {
  const { db } = platform.database
  const owner = await findCreatorOfKey(db, keyHash)
  if (!owner) return null
  const clips = createClips(platform, keyHash)
  /** null: nobody is shown it. */
  let broadcast: { id: string; nextSeq: number } | null = null
  /**
   * The line that a new beginning may end. At first any: software that comes back doesn't wait until its broken line, perhaps at a
   * node that is gone, is noticed. Then its own: of two that send at once, the newest stays.
   */
  let follows = 'any'
  let triedAt = 0

  /** A failure of the session, such as its end, makes a preview of what comes in. */
  async function orPreview(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      platform.log.info({ code: error.spec.code }, 'RTMP: nobody is shown what comes in')
      broadcast = null
    }
  }

  return {
    owner: owner.creatorId,

    async init({ bytes, mime, width, height }) {
      triedAt = Date.now()
      clips.begin(bytes)
      await orPreview(async () => {
        const begun = await beginForSoftware(platform, owner, { mime, width, height, follows })
        if (begun) {
          await acceptInit(platform, begun.id, bytes)
          follows = begun.id
        }
        broadcast = begun
      })
      if (broadcast) await clips.drop()
    },

    async segment(segment) {
      const sent = broadcast
      if (!sent) return clips.add(segment)
      await orPreview(async () => {
        const { bytes, durationMs } = segment
        const seq = sent.nextSeq
        await again(() => acceptSegment(platform, sent.id, { seq, durationMs, bytes }))
        sent.nextSeq = seq + 1
      })
    },

    async facts({ hasCaptions, ...facts }) {
      // A key that was replaced, or whose page is closed, ends what it began.
      if (!(await findCreatorOfKey(db, keyHash))) return 'cut'
      const isPreview = broadcast === null
      await noteIncoming(db, keyHash, { ...facts, isPreview, now: platform.clock.now() })
      if (broadcast && hasCaptions) await noteCaptions(db, broadcast.id)
      if (!isPreview || Date.now() - triedAt < BEGIN_AGAIN_MS) return 'go on'
      return (await isAwaited(platform, owner.creatorId)) ? 'begin' : 'go on'
    },

    async end(_reason, fault) {
      if (broadcast) await endForSoftware(platform, broadcast.id)
      await clips.drop()
      await noteNothingComesIn(db, keyHash, { fault, now: platform.clock.now() })
    },
  }
}

/** So that who tries can be told, until they have got it right. */
async function noteKey({ limits }: Platform, address: string, isRight: boolean): Promise<void> {
  try {
    if (isRight) await limits.reset(wrongKeys, limitedAddress(address))
    else await limits.consume(wrongKeys, limitedAddress(address))
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
}

/** Segments have numbers, so one that is sent again is stored once. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (const waitMs of AGAIN_MS)
    try {
      return await work()
    } catch (error) {
      if (error instanceof Failure) throw error
      await sleep(waitMs)
    }
  return work()
}
