import { createHash, hkdfSync, randomBytes } from 'node:crypto'
import fs from 'node:fs'

import { BackupError } from './backup-error.ts'

/** What everything in a backup is encrypted with. It is kept apart from the backup: whoever has both can read it. */
export interface BackupKey {
  /** Says in each file which key it needs, without telling anything about the key. */
  id: Buffer
  secret: Buffer
}

const SECRET_BYTES = 32
export const KEY_ID_BYTES = 8
const PREFIX = 'cheers-backup-key-1:'

/** Writes a new key, which only this account may read. Never overwrites: a lost key is a lost backup. */
export function makeKeyFile(file: string): void {
  const line = `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64url')}\n`
  try {
    fs.writeFileSync(file, line, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    throw new BackupError(
      isThere ? `${file} is already there, and is kept.` : `${file} can't be written (${String(error)}).`,
    )
  }
}

/** Throws a `BackupError` unless the file holds one key, and only its owner may read it. */
export function readKeyFile(file: string): BackupKey {
  const stats = fs.statSync(file, { throwIfNoEntry: false })
  if (!stats)
    throw new BackupError(`There is no key file ${file}: make one with npm run backup -- --new-key ${file}`)
  if ((stats.mode & 0o077) !== 0)
    throw new BackupError(`Others may read the key file ${file}: close it with chmod 600 ${file}`)
  const [, text = ''] = /^cheers-backup-key-1:([\w-]{43})\s*$/.exec(fs.readFileSync(file, 'utf8')) ?? []
  const secret = Buffer.from(text, 'base64url')
  if (secret.length !== SECRET_BYTES) throw new BackupError(`${file} is not a key file of npm run backup.`)
  return keyOf(secret)
}

/** The key of these 32 bytes. */
export function keyOf(secret: Buffer): BackupKey {
  const id = createHash('sha256')
    .update('cheers backup key id')
    .update(secret)
    .digest()
    .subarray(0, KEY_ID_BYTES)
  return { id, secret }
}

/** The two keys of one file, for its bytes and for the heads of its frames. No two files share one. */
export function deriveFileKeys(key: BackupKey, salt: Buffer, name: string): { bytes: Buffer; heads: Buffer } {
  const derived = Buffer.from(hkdfSync('sha256', key.secret, salt, `cheers backup file:${name}`, 64))
  return { bytes: derived.subarray(0, 32), heads: derived.subarray(32) }
}
