import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import fs, { type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

import { inBlocks } from '../storage/digest.ts'
import { BackupError, DamagedFile } from './backup-error.ts'
import { type BackupKey, deriveFileKeys, KEY_ID_BYTES } from './backup-key.ts'

/*
 * A sealed file is encrypted, and says of each of its bytes whether it is the one that was written. It begins with a
 * mark, the id of its key and a salt; frames follow, each of a head (length, whether it is the last, and a check of
 * both), the bytes, compressed where that helps and encrypted (AES-256-GCM, numbered), and their tag. The keys are
 * derived from the salt and the file's name, so a file in the place of another is damage too. A file that is still
 * written to has no last frame yet.
 */

const MARK = Buffer.from('CHEERSB1')
const SALT_BYTES = 32
const HEADER_BYTES = MARK.length + KEY_ID_BYTES + SALT_BYTES
const CHECK_BYTES = 8
const HEAD_BYTES = 4 + CHECK_BYTES
const TAG_BYTES = 16
const LAST = 0x8000_0000
const IS_PACKED = 0x4000_0000
/** What one frame holds at most. */
export const FRAME_BYTES = 256 * 1024
/** Small pieces are gathered to this; the last of them fits into the frame as well. */
const GATHERED_BYTES = 192 * 1024
/** The fastest, and all of a frame in one piece. */
const PACKING = { params: { [constants.ZSTD_c_compressionLevel]: 1 }, chunkSize: FRAME_BYTES }
const UNPACKING = { maxOutputLength: FRAME_BYTES, chunkSize: FRAME_BYTES }
const READ_BYTES = 1024 * 1024

export interface SealedWriter {
  /** Appends bytes; once `sync` has resolved, they are there for good, whatever breaks afterwards. */
  write(bytes: Uint8Array): Promise<void>
  sync(): Promise<void>
  /** Ends the file: nothing can be cut off it unnoticed. */
  finish(): Promise<void>
  /** Closes the file as it is. */
  abandon(): Promise<void>
}

interface FrameKeys {
  bytes: Buffer
  heads: Buffer
}

/** Begins a file. `name` is what it has to be opened as, wherever it lies. */
export async function createSealed(file: string, key: BackupKey, name: string): Promise<SealedWriter> {
  const salt = randomBytes(SALT_BYTES)
  const keys = deriveFileKeys(key, salt, name)
  await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
  const handle = await fs.open(file, 'w', 0o600)
  await handle.writeFile(Buffer.concat([MARK, key.id, salt]))
  let count = 0
  const append = (frames: Buffer[]) => handle.writeFile(Buffer.concat(frames))
  return {
    async write(bytes) {
      for (let from = 0; from < bytes.byteLength; from += FRAME_BYTES)
        await append(sealFrame(keys, count++, bytes.subarray(from, from + FRAME_BYTES), false))
    },
    sync: () => handle.datasync(),
    async finish() {
      await append(sealFrame(keys, count++, new Uint8Array(), true))
      await handle.sync()
      await handle.close()
    },
    abandon: () => handle.close(),
  }
}

function sealFrame(
  { bytes, heads }: FrameKeys,
  number: number,
  plain: Uint8Array,
  isLast: boolean,
): Buffer[] {
  const packed = zstdCompressSync(plain, PACKING)
  const body = packed.length < plain.byteLength ? packed : plain
  const length = Buffer.alloc(4)
  length.writeUInt32BE((isLast ? LAST : 0) + (body === packed ? IS_PACKED : 0) + body.byteLength)
  const cipher = createCipheriv('aes-256-gcm', bytes, nonceOf(number))
  cipher.setAAD(length)
  return [length, checkOf(heads, number, length), cipher.update(body), cipher.final(), cipher.getAuthTag()]
}

/** No number is used twice with one key: the key is the file's own. */
function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 4)
  return nonce
}

function checkOf(heads: Buffer, number: number, length: Buffer): Buffer {
  return createHmac('sha256', heads).update(nonceOf(number)).update(length).digest().subarray(0, CHECK_BYTES)
}

interface Opening {
  /** What the file was made as. */
  name: string
  /** It may still be written to, or was when the writer was killed: what ends in the middle of a frame ends before it. */
  isOpenEnded?: boolean
}

/** The bytes of a sealed file, none of which is passed on before it is proved. Throws `DamagedFile`. */
export async function* readSealed(
  file: string,
  key: BackupKey,
  { name, isOpenEnded = false }: Opening,
): AsyncGenerator<Buffer> {
  const handle = await fs.open(file, 'r')
  try {
    const take = bytesOf(handle)
    const header = await take(HEADER_BYTES)
    if (isOpenEnded && header.length < HEADER_BYTES) return
    if (header.length < HEADER_BYTES || !header.subarray(0, MARK.length).equals(MARK))
      throw new DamagedFile(file, 'it does not begin as a file of a backup does')
    if (!header.subarray(MARK.length, MARK.length + KEY_ID_BYTES).equals(key.id))
      throw new BackupError(`${file} needs another key than the one given, or is damaged.`)
    const keys = deriveFileKeys(key, header.subarray(MARK.length + KEY_ID_BYTES), name)
    for (let number = 0; ; number += 1) {
      const frame = await readFrame(take, keys, number, file)
      if (frame === null) {
        if (isOpenEnded) return
        throw new DamagedFile(file, 'its end is missing')
      }
      if (frame.bytes.length > 0) yield frame.bytes
      if (!frame.isLast) continue
      if ((await take(1)).length > 0) throw new DamagedFile(file, 'something follows its end')
      return
    }
  } finally {
    await handle.close()
  }
}

type Take = (count: number) => Promise<Buffer>

/** null when the file ends before the frame does. */
async function readFrame(
  take: Take,
  { bytes, heads }: FrameKeys,
  number: number,
  file: string,
): Promise<{ bytes: Buffer; isLast: boolean } | null> {
  const head = await take(HEAD_BYTES)
  if (head.length < HEAD_BYTES) return null
  const length = head.subarray(0, 4)
  if (!timingSafeEqual(head.subarray(4), checkOf(heads, number, length)))
    throw new DamagedFile(file, `frame ${number} does not begin as it was written`)
  const word = length.readUInt32BE()
  const count = word % IS_PACKED
  const body = await take(count + TAG_BYTES)
  if (body.length < count + TAG_BYTES) return null
  const decipher = createDecipheriv('aes-256-gcm', bytes, nonceOf(number))
  decipher.setAAD(length)
  decipher.setAuthTag(body.subarray(count))
  try {
    const found = decipher.update(body.subarray(0, count))
    decipher.final()
    const isPacked = word % LAST >= IS_PACKED
    return {
      bytes: isPacked ? zstdDecompressSync(found, UNPACKING) : found,
      isLast: word >= LAST,
    }
  } catch {
    throw new DamagedFile(file, `frame ${number} holds other bytes than were written`)
  }
}

/** Takes the next bytes of a file, fewer only at its end. */
function bytesOf(handle: FileHandle): Take {
  let buffered = Buffer.alloc(0)
  return async (count) => {
    while (buffered.length < count) {
      const block = Buffer.allocUnsafe(Math.max(READ_BYTES, count - buffered.length))
      const { bytesRead } = await handle.read(block, 0, block.length, null)
      if (bytesRead === 0) break
      buffered = Buffer.concat([buffered, block.subarray(0, bytesRead)])
    }
    const taken = buffered.subarray(0, count)
    buffered = buffered.subarray(taken.length)
    return taken
  }
}

/** Seals all of a stream under its final name, which the file gets once it is whole and on disk for good. */
export async function sealStream(
  file: string,
  key: BackupKey,
  name: string,
  source: AsyncIterable<Uint8Array>,
): Promise<void> {
  const part = `${file}.${randomBytes(4).toString('hex')}.part`
  const writer = await createSealed(part, key, name)
  try {
    for await (const { chunks } of inBlocks(source, GATHERED_BYTES)) await writer.write(Buffer.concat(chunks))
    await writer.finish()
  } catch (error) {
    await writer.abandon()
    await fs.rm(part, { force: true })
    throw error
  }
  await publish(part, file)
}

/** Gives a whole file its name; it has it even if the power fails now. */
export async function publish(part: string, file: string): Promise<void> {
  await fs.rename(part, file)
  await syncFolder(path.dirname(file))
}

/** Has the names in a folder on disk for good. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A small sealed file of JSON. */
export async function sealJson(file: string, key: BackupKey, name: string, value: unknown): Promise<void> {
  await sealStream(file, key, name, asStream(Buffer.from(JSON.stringify(value))))
}

export async function readSealedJson(file: string, key: BackupKey, name: string): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of readSealed(file, key, { name })) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

async function* asStream(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}
