import type { FastifyInstance } from 'fastify'

import type { Platform } from '#server/platform/platform.ts'
import { openRtmpIntake, type Receiver, type RtmpIntake } from '#server/platform/rtmp/intake.ts'
import { hashSecret } from '#server/platform/secrets.ts'

import { findCreatorOfKey, noteIncoming, noteNothingComesIn } from './stream-key-queries.ts'

/** Takes what streaming software sends, from the moment that pages are served. */
export function mountRtmp(app: FastifyInstance, platform: Platform): void {
  const { rtmp } = platform.config
  if (rtmp === null) return
  let intake: RtmpIntake | null = null
  app.addHook('onListen', async () => {
    intake = openRtmpIntake({
      ...rtmp,
      log: platform.log,
      authorize: (key) => receiverOf(platform, hashSecret(key)),
    })
  })
  app.addHook('onClose', async () => {
    await intake?.close()
  })
}

/** What becomes of what comes in with a key; null: it is nobody's. */
async function receiverOf(platform: Platform, keyHash: Buffer): Promise<Receiver | null> {
  const { db } = platform.database
  const found = await findCreatorOfKey(db, keyHash)
  if (!found) return null
  return {
    owner: found.creatorId,
    init: async () => undefined,
    segment: async () => undefined,
    async facts(facts) {
      // A key that was replaced, or whose page is closed, ends what it began.
      if (!(await findCreatorOfKey(db, keyHash))) return false
      await noteIncoming(db, keyHash, { ...facts, isPreview: true, now: platform.clock.now() })
      return true
    },
    end: () => noteNothingComesIn(db, keyHash),
  }
}
