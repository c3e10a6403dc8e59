import type { EditedFile } from './edited-file.ts'

/** Boxes with metadata of a recording: where, when, by whom and with what it was made. */
const DESCRIPTIONS: ReadonlySet<string> = new Set(['udta', 'meta', 'uuid'])
/** Boxes that hold other boxes, on the way to metadata. */
const CONTAINERS: ReadonlySet<string> = new Set(['moov', 'trak', 'mdia'])
/** Boxes that begin with the dates of creation and modification. */
const DATED: ReadonlySet<string> = new Set(['mvhd', 'tkhd', 'mdhd'])
/** Tracks that are played. Others hold locations, second by second, of cameras and drones. */
const PLAYED: ReadonlySet<string> = new Set(['vide', 'soun'])
/** A box that players skip. */
const FREE = Buffer.from('free')
/** The most boxes we look at: a file of tiny ones would be read for hours. */
const BOXES_MAX = 10_000
/** A table of a track that is not played; such tracks are small. */
const TABLE_MAX_BYTES = 4_000_000

interface Budget {
  left: number
}

interface Box {
  at: number
  type: string
  bodyAt: number
  end: number
}

/**
 * Removes metadata, dates and unplayed tracks from an MP4 or QuickTime file. They are overwritten and become free
 * space, so that nothing else moves.
 */
export async function stripBoxes(file: EditedFile): Promise<void> {
  await stripBetween(file, 0, file.sizeBytes(), { left: BOXES_MAX })
}

async function stripBetween(file: EditedFile, start: number, end: number, boxes: Budget): Promise<void> {
  for (let at = start; at + 8 <= end;) {
    const box = await readBox(file, at, end)
    boxes.left -= 1
    if (!box || boxes.left < 0) return
    if (DESCRIPTIONS.has(box.type)) await free(file, box)
    else if (DATED.has(box.type)) await dropDates(file, box)
    else if (box.type === 'trak' && !(await isPlayed(file, box, boxes))) await dropTrack(file, box, boxes)
    else if (CONTAINERS.has(box.type)) await stripBetween(file, box.bodyAt, box.end, boxes)
    at = box.end
  }
}

async function readBox(file: EditedFile, at: number, end: number): Promise<Box | null> {
  const header = await file.read(at, 16)
  if (header.length < 8) return null
  const type = header.toString('latin1', 4, 8)
  const short = header.readUInt32BE(0)
  if (short === 1 && header.length < 16) return null
  // 1: the size follows in eight bytes. 0: the box extends to the end.
  const headerBytes = short === 1 ? 16 : 8
  const sizeBytes = short === 1 ? Number(header.readBigUInt64BE(8)) : short === 0 ? end - at : short
  if (sizeBytes < headerBytes || at + sizeBytes > end) return null
  return { at, type, bodyAt: at + headerBytes, end: at + sizeBytes }
}

async function free(file: EditedFile, { at, bodyAt, end }: Box): Promise<void> {
  await file.write(at + 4, FREE)
  await file.blank(bodyAt, end)
}

/** Both dates, each of four bytes, or of eight in version 1. */
async function dropDates(file: EditedFile, { bodyAt, end }: Box): Promise<void> {
  const [version = 0] = await file.read(bodyAt, 1)
  const datesEnd = bodyAt + 4 + (version === 1 ? 16 : 8)
  if (datesEnd > end) return
  const dates = await file.read(bodyAt + 4, datesEnd - bodyAt - 4)
  if (dates.some((byte) => byte !== 0)) await file.blank(bodyAt + 4, datesEnd)
}

async function findBox(
  file: EditedFile,
  inside: Box,
  path: readonly string[],
  boxes: Budget,
): Promise<Box | null> {
  const [type, ...rest] = path
  for (let at = inside.bodyAt; at + 8 <= inside.end;) {
    const box = await readBox(file, at, inside.end)
    boxes.left -= 1
    if (!box || boxes.left < 0) return null
    if (box.type === type) return rest.length === 0 ? box : findBox(file, box, rest, boxes)
    at = box.end
  }
  return null
}

async function isPlayed(file: EditedFile, track: Box, boxes: Budget): Promise<boolean> {
  const handler = await findBox(file, track, ['mdia', 'hdlr'], boxes)
  return handler === null || PLAYED.has((await file.read(handler.bodyAt + 8, 4)).toString('latin1'))
}

/** The track's content goes first, then the references to it. */
async function dropTrack(file: EditedFile, track: Box, boxes: Budget): Promise<void> {
  for (const { start, end } of await listSamples(file, track, boxes)) await file.blank(start, end)
  await free(file, track)
}

/** The positions of a track's samples, chunk by chunk. */
async function listSamples(
  file: EditedFile,
  track: Box,
  boxes: Budget,
): Promise<{ start: number; end: number }[]> {
  const table = async (type: string) => {
    const box = await findBox(file, track, ['mdia', 'minf', 'stbl', type], boxes)
    return box && box.end - box.bodyAt <= TABLE_MAX_BYTES ? file.read(box.bodyAt, box.end - box.bodyAt) : null
  }
  const offsets = readOffsets(await table('stco'), 4) ?? readOffsets(await table('co64'), 8)
  const runs = await table('stsc')
  const sizes = await table('stsz')
  if (!offsets || !runs || !sizes || sizes.length < 12) return []
  const oneSize = sizes.readUInt32BE(4)
  const sampleCount = oneSize > 0 ? 0 : Math.min(sizes.readUInt32BE(8), Math.floor((sizes.length - 12) / 4))
  let sample = 0
  let run = 0
  const chunks = offsets.map((start, chunk) => {
    while (8 + (run + 2) * 12 <= runs.length && runs.readUInt32BE(8 + (run + 1) * 12) <= chunk + 1) run += 1
    const count = 20 + run * 12 <= runs.length ? runs.readUInt32BE(12 + run * 12) : 0
    let end = start + count * oneSize
    for (let index = 0; index < count && sample < sampleCount; index += 1, sample += 1)
      end += sizes.readUInt32BE(12 + sample * 4)
    return { start, end: Math.min(end, file.sizeBytes()) }
  })
  return merge(chunks)
}

/** Without overlaps: a file may refer to the same bytes a million times. */
function merge(spans: readonly { start: number; end: number }[]): { start: number; end: number }[] {
  const merged: { start: number; end: number }[] = []
  for (const { start, end } of spans.toSorted((left, right) => left.start - right.start)) {
    const last = merged.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

function readOffsets(table: Buffer | null, width: 4 | 8): number[] | null {
  if (!table || table.length < 8) return null
  const count = Math.min(table.readUInt32BE(4), Math.floor((table.length - 8) / width))
  return Array.from({ length: count }, (_, index) =>
    width === 4 ? table.readUInt32BE(8 + index * 4) : Number(table.readBigUInt64BE(8 + index * 8)),
  )
}
