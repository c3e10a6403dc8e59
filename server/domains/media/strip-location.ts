import fs, { type FileHandle } from 'node:fs/promises'

import { forgetDigest } from '#server/platform/storage/file-digest.ts'

/** Boxes that describe a recording instead of being it: where, when, by whom and with what it was made. */
const DESCRIPTIONS: ReadonlySet<string> = new Set(['udta', 'meta', 'uuid'])
/** Boxes that hold other boxes, on the way to descriptions. */
const CONTAINERS: ReadonlySet<string> = new Set(['moov', 'trak'])
/** What players skip. */
const FREE = Buffer.from('free')
const BOXES_MAX = 10_000

/**
 * Takes descriptions out of an MP4 or QuickTime file, in place: phones write into them where a video was made. They are
 * overwritten and become free space, so that nothing else moves. A file that is no such file is left as it is. What was
 * hashed of it before is hashed again.
 */
export async function stripDescriptions(file: string): Promise<void> {
  const handle = await fs.open(file, 'r+')
  try {
    const { size } = await handle.stat()
    const seen = { boxes: 0, changed: 0 }
    await stripBoxes(handle, 0, size, seen)
    if (seen.changed > 0) forgetDigest(file)
  } finally {
    await handle.close()
  }
}

async function stripBoxes(
  handle: FileHandle,
  start: number,
  end: number,
  seen: { boxes: number; changed: number },
): Promise<void> {
  for (let at = start; at + 8 <= end;) {
    seen.boxes += 1
    const box = await readBox(handle, at, end)
    if (!box || seen.boxes > BOXES_MAX) return
    if (DESCRIPTIONS.has(box.type)) {
      seen.changed += 1
      await handle.write(FREE, 0, FREE.length, at + 4)
      await blank(handle, at + box.headerBytes, box.end)
    } else if (CONTAINERS.has(box.type)) await stripBoxes(handle, at + box.headerBytes, box.end, seen)
    at = box.end
  }
}

async function readBox(
  handle: FileHandle,
  at: number,
  end: number,
): Promise<{ type: string; headerBytes: number; end: number } | null> {
  const header = Buffer.alloc(16)
  const { bytesRead } = await handle.read(header, 0, 16, at)
  if (bytesRead < 8) return null
  const type = header.toString('latin1', 4, 8)
  const short = header.readUInt32BE(0)
  // 1: the size follows in eight bytes. 0: the box goes on to the end.
  const headerBytes = short === 1 ? 16 : 8
  const sizeBytes = short === 1 ? Number(header.readBigUInt64BE(8)) : short === 0 ? end - at : short
  if (sizeBytes < headerBytes || at + sizeBytes > end) return null
  return { type, headerBytes, end: at + sizeBytes }
}

async function blank(handle: FileHandle, start: number, end: number): Promise<void> {
  const zeros = Buffer.alloc(Math.min(64 * 1024, end - start))
  for (let at = start; at < end; at += zeros.length)
    await handle.write(zeros, 0, Math.min(zeros.length, end - at), at)
}
