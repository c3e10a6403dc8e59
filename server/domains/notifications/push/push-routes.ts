import { PUSH_DEVICES_MAX } from '#contract/notifications/kinds.ts'
import { pushFailures as failures } from '#contract/notifications/failures.ts'
import * as contract from '#contract/notifications/push-routes.ts'
import { Failure } from '#server/platform/failure.ts'
import { type Implementation, implementForMember } from '#server/platform/http/implement.ts'
import type { Limit } from '#server/platform/http/limits.ts'
import { newId } from '#server/platform/ids.ts'

import { areUsableKeys } from './browser-keys.ts'
import { getPublicKey } from './push-keys.ts'
import { countDevices, deleteDevice, saveDevice } from './push-queries.ts'

/** Browsers tell us once a visit. */
const devicesPerUser: Limit = { name: 'push-device', points: 60, windowSeconds: 3600 }

export const pushImplementations: Implementation[] = [
  implementForMember(contract.getPushKey, async (db) => ({ publicKey: await getPublicKey(db) })),

  implementForMember(
    contract.addPushDevice,
    async (db, { input: { endpoint, keys }, viewer, platform, now }) => {
      if (!platform.push.isKnownService(endpoint)) throw new Failure(failures.push_service_unknown)
      if (!areUsableKeys(keys)) throw new Failure(failures.push_keys_wrong)
      if ((await countDevices(db, viewer.id, endpoint)) >= PUSH_DEVICES_MAX)
        throw new Failure(failures.push_devices_full)
      const device = { id: newId(now), userId: viewer.id, endpoint, ...keys }
      await saveDevice(db, { ...device, sessionId: viewer.sessionId, now })
      return {}
    },
    { limits: [{ limit: devicesPerUser, by: (call) => call.viewer?.id ?? call.ip }] },
  ),

  implementForMember(contract.removePushDevice, async (db, { input: { endpoint }, viewer }) => {
    await deleteDevice(db, { userId: viewer.id, endpoint })
    return {}
  }),
]
