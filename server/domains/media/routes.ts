import { createHash } from 'node:crypto'
import type * as z from 'zod/mini'

import { mediaFailures } from '#contract/media/failures.ts'
import * as contract from '#contract/media/routes.ts'
import type { Db } from '#server/platform/db/query.ts'
import { Failure } from '#server/platform/failure.ts'
import {
  type Implementation,
  implementForMember,
  implementInPhases,
} from '#server/platform/http/implement.ts'
import { emit } from '#server/platform/jobs/events.ts'

import { presentMedium } from './delivery/present.ts'
import { mediumChanged } from './events.ts'
import {
  checkCaptions,
  dropCaptions,
  getOwnMedium,
  keepCaptions,
  lockOwnMedium,
  newFolder,
  removeOwnMedium,
} from './medium.ts'
import { cleanCaptionsApart } from './processing/caption-cleaning.ts'
import { listOfferedRenditions, type MediumRow, updateAlt } from './queries.ts'
import { takeoutAddress } from './takeout/takeout.ts'
import { getStorageUse } from './uploads/quota.ts'

async function answerWith(db: Db, row: MediumRow): Promise<z.infer<typeof contract.medium>> {
  return presentMedium(row, await listOfferedRenditions(db, [row.id]))
}

/** Pages that show a post with this medium are old now. */
async function tellOfChange(db: Db, row: MediumRow, now: Date): Promise<void> {
  if (row.attachedAt !== null) await emit(db, mediumChanged, { mediaId: row.id }, now)
}

/** It may read gigabytes. */
const takeoutLimits = [
  {
    limit: { name: 'takeout', points: 10, windowSeconds: 3600 },
    by: ({ viewer }: { viewer: { id: string } | null }) => viewer?.id ?? '',
  },
]

export const mediaImplementations: Implementation[] = [
  implementForMember(
    contract.beginTakeout,
    async (_, { viewer, platform, now }) => takeoutAddress(platform, viewer.id, now),
    { limits: takeoutLimits },
  ),

  implementForMember(contract.getStorage, (db, { viewer, platform, now }) =>
    getStorageUse(platform, db, viewer.id, now),
  ),

  implementForMember(contract.getMedium, async (db, { input, viewer }) =>
    answerWith(db, await getOwnMedium(db, viewer, input.mediaId)),
  ),

  implementForMember(contract.describeMedium, async (db, { input, viewer, now }) => {
    const row = await lockOwnMedium(db, viewer, input.mediaId)
    await updateAlt(db, row.id, input.alt)
    await tellOfChange(db, row, now)
    return answerWith(db, { ...row, alt: input.alt })
  }),

  implementForMember(contract.deleteMedium, async (db, { input, viewer }) => {
    await removeOwnMedium(db, viewer, input.mediaId)
    return {}
  }),

  implementInPhases(contract.putCaptions, async (inTransaction, { input, viewer, platform, now }) => {
    const { folder } = await inTransaction(async (db) => {
      const row = await getOwnMedium(db, viewer, input.mediaId)
      await checkCaptions(db, row, input.language)
      return row
    })
    const vtt = await cleanCaptionsApart(platform, input.vtt)
    if (vtt === null) throw new Failure(mediaFailures.captions_malformed)
    const bytes = Buffer.from(vtt)
    // Never the same key twice: browsers may keep what they have read.
    const key = `media/${folder}/captions-${newFolder()}.vtt`
    await platform.storage.put(key, bytes, 'text/vtt; charset=utf-8')
    try {
      return await inTransaction(async (db) => {
        const row = await lockOwnMedium(db, viewer, input.mediaId)
        await checkCaptions(db, row, input.language)
        await keepCaptions(db, {
          mediaId: row.id,
          name: `captions-${input.language}`,
          key,
          mime: 'text/vtt; charset=utf-8',
          sizeBytes: bytes.length,
          sha256: createHash('sha256').update(bytes).digest('hex'),
          keptAt: now,
          widthPx: null,
          heightPx: null,
          label: input.label,
        })
        await tellOfChange(db, row, now)
        return answerWith(db, row)
      })
    } catch (error) {
      await platform.storage.delete(key)
      throw error
    }
  }),

  implementForMember(contract.deleteCaptions, async (db, { input, viewer, now }) => {
    const row = await lockOwnMedium(db, viewer, input.mediaId)
    await dropCaptions(db, row.id, input.language)
    await tellOfChange(db, row, now)
    return answerWith(db, row)
  }),
]
