import type { Db } from '#server/platform/db/query.ts'
import { decrypt, encrypt } from '#server/platform/encryption.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { PushKeys } from '#server/platform/push/push-client.ts'

import { findStoredKeys, insertKeys } from './push-queries.ts'

function contextOf({ secretKey, config }: Platform) {
  const { previousSecretKey } = config
  return { secretKey, previousSecretKey, purpose: 'push', owner: 'push keys' }
}

/** Makes the pair of keys that push services know us by, if there is none yet. */
export async function makeKeysOnce(db: Db, platform: Platform): Promise<void> {
  if (await findStoredKeys(db)) return
  const { publicKey, privateKey } = await platform.push.makeKeys()
  await insertKeys(db, { publicKey, encryptedPrivateKey: encrypt(privateKey, contextOf(platform)) })
}

export async function getPublicKey(db: Db): Promise<string> {
  const keys = await findStoredKeys(db)
  if (!keys) throw new Error('The keys for pushes were not made yet')
  return keys.publicKey
}

export async function getKeys(db: Db, platform: Platform): Promise<PushKeys> {
  const keys = await findStoredKeys(db)
  if (!keys) throw new Error('The keys for pushes were not made yet')
  return {
    publicKey: keys.publicKey,
    privateKey: decrypt(keys.encryptedPrivateKey, contextOf(platform)),
  }
}
