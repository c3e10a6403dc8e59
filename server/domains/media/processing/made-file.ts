import fs from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'

import { madeNotes } from '#contract/media/messages.ts'

/** What a process says of the difference between what it was given and what it made. */
export type MadeNote = keyof typeof madeNotes
export const madeNote = z.custom<MadeNote>(
  (said) => typeof said === 'string' && Object.hasOwn(madeNotes, said),
)

/** How files of each type that we make begin: the bytes, and where. */
const BEGINNINGS: Readonly<Record<string, { at: number; bytes: string }>> = {
  'image/webp': { at: 8, bytes: 'WEBP' },
  'image/jpeg': { at: 0, bytes: '\u00FF\u00D8\u00FF' },
  'image/png': { at: 0, bytes: '\u0089PNG' },
  'video/mp4': { at: 4, bytes: 'ftyp' },
  'audio/mp4': { at: 4, bytes: 'ftyp' },
  'application/vnd.apple.mpegurl': { at: 0, bytes: '#EXTM3U' },
}
const HEAD_BYTES = 12

/** Whether bytes begin as files of this type do. */
export function isOfType(head: Uint8Array, mime: string): boolean {
  const beginning = BEGINNINGS[mime]
  if (!beginning) return false
  const { at, bytes } = beginning
  return (
    Buffer.from(head.buffer, head.byteOffset, head.byteLength).toString('latin1', at, at + bytes.length) ===
    bytes
  )
}

/** A file that a program claims it made is missing, empty, or something else. The message is for the log. */
export class NotMade extends Error {
  override name = 'NotMade'
}

/**
 * Checks a file that a process claims it made: below `folder`, not a link, not empty, and of its type. Throws
 * `NotMade`.
 */
export async function checkMade(folder: string, file: string, mime: string): Promise<void> {
  const isBelow = path.resolve(file) === file && file.startsWith(`${folder}${path.sep}`)
  const facts = isBelow ? await fs.lstat(file).catch(() => null) : null
  if (!facts?.isFile() || facts.size === 0) throw new NotMade(`${path.basename(file)} was not made`)
  const handle = await fs.open(file, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    if (!isOfType(buffer.subarray(0, bytesRead), mime))
      throw new NotMade(`${path.basename(file)} is not ${mime}`)
  } finally {
    await handle.close()
  }
}
