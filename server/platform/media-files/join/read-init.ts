import { type Box, getInside, listInside, readBoxes, wholeBox } from '../boxes.ts'

/** A track, as the header of fragments declares it. */
export interface TrackHead {
  id: number
  isVideo: boolean
  timescale: number
  /** What its samples are. */
  stsd: Buffer
  /** Boxes that are kept as they are: what handles it, and its media header. */
  hdlr: Buffer
  mediaHead: Buffer
  language: number
  /** The end of `tkhd`: layer, volume, matrix and size. */
  look: Buffer
  /** Where it begins in its own time, for players. */
  mediaTime: number
  /** Of samples whose fragments don't say otherwise. */
  defaults: { duration: number; size: number; flags: number }
}

const LOOK_BYTES = 60
const NO_MEDIA = 0xffff_ffff

/** The tracks of a header. Throws where it can't be read. */
export function readInit(bytes: Buffer): TrackHead[] {
  const moov = getInside(bytes, { type: '', start: 0, end: bytes.length }, 'moov')
  const extensions = listInside(bytes, getInside(bytes, moov, 'mvex'), 'trex')
  return listInside(bytes, moov, 'trak').map((trak) => readTrack(bytes, trak, extensions))
}

function readTrack(bytes: Buffer, trak: Box, extensions: readonly Box[]): TrackHead {
  const tkhd = getInside(bytes, trak, 'tkhd')
  const id = bytes.readUInt32BE(tkhd.start + (isLong(bytes, tkhd) ? 20 : 12))
  const mdia = getInside(bytes, trak, 'mdia')
  const mdhd = getInside(bytes, mdia, 'mdhd')
  const timescale = bytes.readUInt32BE(mdhd.start + (isLong(bytes, mdhd) ? 20 : 12))
  const minf = getInside(bytes, mdia, 'minf')
  const mediaHead = readBoxes(bytes, minf.start, minf.end).find(
    ({ type }) => type === 'vmhd' || type === 'smhd',
  )
  const trex = extensions.find((box) => bytes.readUInt32BE(box.start + 4) === id)
  if (timescale === 0 || !trex || !mediaHead) throw new Error('A track that isn’t whole')
  return {
    id,
    isVideo: mediaHead.type === 'vmhd',
    timescale,
    stsd: wholeBox(bytes, getInside(bytes, minf, 'stbl', 'stsd')),
    hdlr: wholeBox(bytes, getInside(bytes, mdia, 'hdlr')),
    mediaHead: wholeBox(bytes, mediaHead),
    language: bytes.readUInt16BE(mdhd.end - 4),
    look: bytes.subarray(tkhd.end - LOOK_BYTES, tkhd.end),
    mediaTime: readMediaTime(bytes, trak),
    defaults: {
      duration: bytes.readUInt32BE(trex.start + 12),
      size: bytes.readUInt32BE(trex.start + 16),
      flags: bytes.readUInt32BE(trex.start + 20),
    },
  }
}

function isLong(bytes: Buffer, box: Box): boolean {
  return bytes.readUInt8(box.start) === 1
}

/** What the edit list says is shown first. */
function readMediaTime(bytes: Buffer, trak: Box): number {
  const [edts] = listInside(bytes, trak, 'edts')
  const [elst] = edts ? listInside(bytes, edts, 'elst') : []
  if (!elst) return 0
  const count = Math.min(bytes.readUInt32BE(elst.start + 4), 10)
  const isWide = isLong(bytes, elst)
  for (let entry = 0; entry < count; entry += 1) {
    const at = elst.start + 8 + entry * (isWide ? 20 : 12)
    const time = isWide ? Number(bytes.readBigInt64BE(at + 8)) : bytes.readUInt32BE(at + 4)
    if (time >= 0 && time !== NO_MEDIA) return time
  }
  return 0
}
