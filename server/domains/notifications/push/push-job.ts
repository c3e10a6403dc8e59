import * as z from 'zod/mini'

import { NOTICE_KINDS } from '#contract/notifications/kinds.ts'
import { findLanguage } from '#server/domains/accounts/service.ts'
import { defineJob, defineJobInPhases, enqueueEach } from '#server/platform/jobs/define-job.ts'

import { getChoice } from '../choices/choices.ts'
import { listNoticeFacts } from '../facts-queries.ts'
import { pathOf, sentenceOf } from '../facts.ts'
import { queuedNotice } from '../queued-notice.ts'
import { getKeys } from './push-keys.ts'
import { deleteGoneDevice, findDevice, listDeviceIds, noteDelivered, noteRefusal } from './push-queries.ts'

/** Refusals in a row after which a device is given up. */
const REFUSALS_MAX = 5

/** Pushes one person's news to each of their devices: a job each, so that one device's trouble repeats no other's. */
export const pushNotice = defineJob(
  { name: 'notifications.push-notice', payload: queuedNotice, maxAttempts: 3 },
  async (db, notice) => {
    const deviceIds = await listDeviceIds(db, notice.userId)
    await enqueueEach(
      db,
      pushToDevice,
      deviceIds.map((deviceId) => ({ ...notice, deviceId })),
    )
  },
)

/** Sent twice, the second takes the first one's place on the screen. */
export const pushToDevice = defineJobInPhases(
  {
    name: 'notifications.push-to-device',
    payload: z.extend(queuedNotice, { deviceId: z.string() }),
    maxAttempts: 5,
    reachesOut: true,
  },
  async (inTransaction, { deviceId, ...notice }, { platform, signal }) => {
    const { userId, kind, creatorId, actorId, groupKey } = notice
    const ready = await inTransaction(async (db) => {
      const device = await findDevice(db, deviceId)
      // The browser may be somebody else's by now.
      if (device?.userId !== userId) return null
      if (!(await getChoice(db, { userId, topic: NOTICE_KINDS[kind], creatorId })).push) return null
      const stored = { ...notice, actors: actorId === null ? [] : [actorId] }
      const [facts] = await listNoticeFacts(db, userId, [stored])
      if (!facts) return null
      const language = await findLanguage(db, userId)
      // Neither titles nor texts: screens are seen by others, and what is members' own stays on our pages.
      const title = sentenceOf(stored, facts, language)
      const text = JSON.stringify({ title, path: pathOf(stored, facts), tag: groupKey })
      return { device, text, keys: await getKeys(db, platform) }
    })
    if (!ready) return
    const push = { text: ready.text, name: groupKey }
    const outcome = await platform.push.send(ready.device, push, ready.keys, signal)
    await inTransaction((db) => {
      if (outcome === 'gone') return deleteGoneDevice(db, deviceId)
      return outcome === 'sent' ? noteDelivered(db, deviceId) : noteRefusal(db, deviceId, REFUSALS_MAX)
    })
  },
)
