import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import fs from 'node:fs'
import path from 'node:path'
import { compose } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'

/*
 * Files of a backup: compressed by zstd and encrypted by age, so that without us `age -d -i KEY FILE | zstd -d` reads one.
 */

/** A plain sentence for the operator; no stack is needed. */
export class BackupError extends Error {
  override name = 'BackupError'
}

export interface BackupKey {
  /** Encrypts. */
  recipient: string
  /** Decrypts; null: the file holds the recipient alone, for a machine that backs up and can't read what it wrote. */
  identity: string | null
}

/** Writes a new key, as `age-keygen` does. Never overwrites: a lost key is a lost backup. Returns its recipient. */
export async function makeKeyFile(file: string): Promise<string> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  try {
    fs.writeFileSync(file, `# public key: ${recipient}\n${identity}\n`, {
      mode: 0o600,
      flag: 'wx',
      flush: true,
    })
  } catch (error) {
    throw new BackupError(`${file} can't be written; a key that is there is kept (${String(error)}).`)
  }
  return recipient
}

/** Reads a key of ours, or any other X25519 key of age. Throws a `BackupError` if others may read it. */
export async function readKeyFile(file: string): Promise<BackupKey> {
  const stats = fs.statSync(file, { throwIfNoEntry: false })
  if (!stats)
    throw new BackupError(`There is no key file ${file}: make one with npm run backup -- --new-key ${file}`)
  const text = fs.readFileSync(file, 'utf8')
  const identity = /AGE-SECRET-KEY-1\w+/.exec(text)?.[0] ?? null
  if (identity !== null && (stats.mode & 0o077) !== 0)
    throw new BackupError(`Others may read the key file ${file}: close it with chmod 600 ${file}`)
  const recipient =
    identity === null ? /age1\w+/.exec(text)?.[0] : await identityToRecipient(identity).catch(() => undefined)
  if (recipient === undefined) throw new BackupError(`${file} is no key file of age.`)
  return { recipient, identity }
}

/** Writes a file, which is there whole or not at all. */
export async function seal(
  file: string,
  { recipient }: BackupKey,
  source: AsyncIterable<Uint8Array>,
): Promise<void> {
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  const encrypter = new Encrypter()
  encrypter.addRecipient(recipient)
  await pipeline(
    source,
    createZstdCompress(),
    async function* (chunks: AsyncIterable<Uint8Array>) {
      yield* await encrypter.encrypt(ReadableStream.from(chunks))
    },
    fs.createWriteStream(`${file}.part`, { flush: true }),
  )
  fs.renameSync(`${file}.part`, file)
  const folder = fs.openSync(path.dirname(file), 'r')
  fs.fsyncSync(folder)
  fs.closeSync(folder)
}

/** What was written. Throws a `BackupError` that names the file when it is damaged, cut off, or of another key. */
export async function* unseal(file: string, { identity }: BackupKey): AsyncGenerator<Uint8Array> {
  if (identity === null) throw new BackupError('This key only encrypts: name the file with the secret key.')
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const plain = compose(
    fs.createReadStream(file),
    async function* (chunks: AsyncIterable<Uint8Array>) {
      yield* await decrypter.decrypt(ReadableStream.from(chunks))
    },
    createZstdDecompress(),
  ) as AsyncIterable<Uint8Array>
  try {
    yield* plain
  } catch (error) {
    throw new BackupError(`${file} is damaged, or needs another key (${String(error)}).`, { cause: error })
  }
}
