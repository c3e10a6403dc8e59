import type { EditedFile } from './edited-file.ts'

/** Tags before, after or between the parts of an audio file: ID3, APE, Lyrics3, RIFF and FLAC. */

const TAGS_MAX = 100
/** Anything longer is no list of chunks, and would be read for hours. */
const CHUNKS_MAX = 10_000

/** Empties ID3v2 tags at the beginning; returns where the sound begins. The tag itself stays, as padding. */
export async function stripLeadingTags(file: EditedFile): Promise<number> {
  let at = 0
  for (let count = 0; count < TAGS_MAX; count += 1) {
    const header = await file.read(at, 10)
    const bodyBytes = readId3Size(header, 'ID3')
    if (bodyBytes === null) return at
    const hasFooter = ((header[5] ?? 0) & 0x10) !== 0
    const end = at + 10 + bodyBytes + (hasFooter ? 10 : 0)
    if (end > file.sizeBytes()) return at
    const body = await file.read(at + 10, Math.min(end - at - 10, 64 * 1024))
    if (body.some((byte) => byte !== 0) || header[5] !== 0) {
      const room = end - at - 10
      // No flags any more: no second header, no footer.
      await file.write(
        at + 5,
        Buffer.from([0, (room >> 21) & 127, (room >> 14) & 127, (room >> 7) & 127, room & 127]),
      )
      await file.blank(at + 10, end)
    }
    at = end
  }
  return at
}

/** The size of a tag without its header: four times seven bits. */
function readId3Size(header: Buffer, mark: string): number | null {
  if (header.length < 10 || header.toString('latin1', 0, 3) !== mark) return null
  const digits = [...header.subarray(6, 10)]
  if (digits.some((digit) => digit > 127)) return null
  return digits.reduce((size, digit) => size * 128 + digit, 0)
}

/** Cuts off the tags after the sound. */
export async function stripTrailingTags(file: EditedFile): Promise<void> {
  for (let count = 0; count < TAGS_MAX; count += 1) {
    const size = file.sizeBytes()
    const tagBytes = await findTrailingTag(file, size)
    if (tagBytes === null || tagBytes > size) return
    await file.cut(size - tagBytes)
  }
}

async function findTrailingTag(file: EditedFile, size: number): Promise<number | null> {
  const end = await file.read(Math.max(0, size - 128), 128)
  if (end.length < 128) return null
  if (end.toString('latin1', 0, 3) === 'TAG') {
    const enhanced = await file.read(size - 128 - 227, 4)
    return enhanced.toString('latin1') === 'TAG+' ? 128 + 227 : 128
  }
  const ape = end.subarray(-32)
  if (ape.toString('latin1', 0, 8) === 'APETAGEX')
    return ape.readUInt32LE(12) + ((ape.readUInt32LE(20) & 0x8000_0000) === 0 ? 0 : 32)
  if (end.toString('latin1', 119) === 'LYRICS200') return Number(end.toString('latin1', 113, 119)) + 15
  const id3Bytes = readId3Size(end.subarray(-10), '3DI')
  return id3Bytes === null ? null : id3Bytes + 20
}

/** Chunks of a WAVE file needed for playing it. */
const WAVE_CHUNKS: ReadonlySet<string> = new Set(
  'fmt |data|fact|ds64|cue |smpl|inst|PEAK|JUNK|PAD |FLLR'.split('|'),
)

/** Chunks are named by four letters. */
const CHUNK_NAME = /^[\x20-\x7e]{4}$/

/** Turns every other chunk into one that readers skip. */
export async function stripWave(file: EditedFile, start: number): Promise<void> {
  for (let at = start + 12, count = 0; at + 8 <= file.sizeBytes() && count < CHUNKS_MAX; count += 1) {
    const header = await file.read(at, 8)
    const name = header.toString('latin1', 0, 4)
    if (!CHUNK_NAME.test(name)) return
    const sizeBytes = header.readUInt32LE(4)
    const end = Math.min(at + 8 + sizeBytes, file.sizeBytes())
    if (!WAVE_CHUNKS.has(name)) {
      await file.write(at, Buffer.from('JUNK'))
      await file.blank(at + 8, end)
    }
    // Chunks begin at even offsets. In files beyond 4 GB, and in streams, `data` extends to the end.
    at = end + (sizeBytes % 2)
  }
}

const FLAC_PADDING = 1
/** Application data, comments, pictures. */
const FLAC_DESCRIPTIONS: ReadonlySet<number> = new Set([2, 4, 6])

/** Turns metadata blocks into padding. */
export async function stripFlac(file: EditedFile, start: number): Promise<void> {
  let at = start + 4
  for (let isLast = false, count = 0; !isLast && count < CHUNKS_MAX; count += 1) {
    const header = await file.read(at, 4)
    if (header.length < 4) return
    const kind = header.readUInt8(0)
    const end = at + 4 + header.readUIntBE(1, 3)
    isLast = (kind & 0x80) !== 0
    if (end > file.sizeBytes()) return
    if (FLAC_DESCRIPTIONS.has(kind & 0x7f)) {
      await file.write(at, Buffer.from([(kind & 0x80) | FLAC_PADDING]))
      await file.blank(at + 4, end)
    }
    at = end
  }
}
