import type { EditedFile } from './edited-file.ts'

/** Enough for 500 MB. */
const PAGES_MAX = 300_000

/** How a stream begins, and how its comments do. */
const COMMENTS_BY_CODEC: readonly { codec: string; comments: string; hasFramingBit: boolean }[] = [
  { codec: '\x01vorbis', comments: '\x03vorbis', hasFramingBit: true },
  { codec: 'OpusHead', comments: 'OpusTags', hasFramingBit: false },
  { codec: '\x80theora', comments: '\x81theora', hasFramingBit: false },
  { codec: 'Speex   ', comments: '', hasFramingBit: false },
]

interface Page {
  at: number
  bodyAt: number
  end: number
  serial: number
  isFirst: boolean
  lacing: Buffer
}

interface Stream {
  codec: string
  /** Packets that came before. */
  packets: number
  /** Bytes of the unfinished packet. */
  pieces: { at: number; length: number }[]
  pages: Page[]
  isDone: boolean
}

/** Empties the comments of every stream of an Ogg file, and recomputes its pages' checksums. */
export async function stripOgg(file: EditedFile, start: number): Promise<void> {
  const streams = new Map<number, Stream>()
  let at = start
  for (let count = 0; count < PAGES_MAX; count += 1) {
    const page = await readPage(file, at)
    if (!page) return
    at = page.end
    if (page.isFirst) {
      const codec = (await file.read(page.bodyAt, 8)).toString('latin1')
      streams.set(page.serial, { codec, packets: 0, pieces: [], pages: [], isDone: false })
    }
    const stream = streams.get(page.serial)
    if (stream && !stream.isDone) await readPackets(file, page, stream)
  }
}

async function readPage(file: EditedFile, at: number): Promise<Page | null> {
  const head = await file.read(at, 27 + 255)
  if (head.length < 27 || head.toString('latin1', 0, 4) !== 'OggS') return null
  const lacing = head.subarray(27, 27 + (head[26] ?? 0))
  const bodyAt = at + 27 + lacing.length
  const end = lacing.reduce((sum, bytes) => sum + bytes, bodyAt)
  if (end > file.sizeBytes()) return null
  return { at, bodyAt, end, serial: head.readUInt32LE(14), isFirst: ((head[5] ?? 0) & 2) !== 0, lacing }
}

/** Gathers packets from their pieces; an unfinished one continues on the stream's next page. */
async function readPackets(file: EditedFile, page: Page, stream: Stream): Promise<void> {
  let at = page.bodyAt
  for (const bytes of page.lacing) {
    stream.pieces.push({ at, length: bytes })
    if (stream.pages.at(-1) !== page) stream.pages.push(page)
    at += bytes
    if (bytes === 255) continue
    stream.packets += 1
    // The first says what the stream is, the second holds its comments.
    if (stream.packets === 2) {
      await emptyPacket(file, stream)
      stream.isDone = true
      return
    }
    stream.pieces = []
    stream.pages = []
  }
}

async function emptyPacket(file: EditedFile, { codec, pieces, pages }: Stream): Promise<void> {
  const known = COMMENTS_BY_CODEC.find((one) => codec.startsWith(one.codec))
  const [first] = pieces
  if (!known || !first) return
  const prefix = Buffer.from(known.comments, 'latin1')
  if (!(await file.read(first.at, prefix.length)).equals(prefix)) return
  // No vendor, no comments; the rest of the packet is padding.
  const emptied = Buffer.concat([prefix, Buffer.alloc(8), Buffer.from(known.hasFramingBit ? [1] : [])])
  if (emptied.length > pieces.reduce((sum, { length }) => sum + length, 0)) return
  let written = 0
  for (const { at, length: pieceLength } of pieces) {
    const part = Buffer.alloc(pieceLength)
    emptied.copy(part, 0, written)
    await file.write(at, part)
    written += pieceLength
  }
  for (const page of pages) await seal(file, page)
}

/** Ogg's own checksum: CRC-32 with its bits in the opposite order to everyone else's. */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24
  for (let bit = 0; bit < 8; bit += 1)
    value = (value & 0x8000_0000 ? (value << 1) ^ 0x04c1_1db7 : value << 1) >>> 0
  return value
})

async function seal(file: EditedFile, page: Page): Promise<void> {
  const bytes = await file.read(page.at, page.end - page.at)
  bytes.writeUInt32LE(0, 22)
  const crc = bytes.reduce((sum, byte) => ((sum << 8) ^ (CRC_TABLE[(sum >>> 24) ^ byte] ?? 0)) >>> 0, 0)
  const sealed = Buffer.alloc(4)
  sealed.writeUInt32LE(crc)
  await file.write(page.at + 22, sealed)
}
