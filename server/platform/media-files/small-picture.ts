import { sizeWithin } from '../ffmpeg/ladder.ts'
import { writeAvcEntry } from './avc-entry.ts'
import { type Box, readBoxes, u16, u32, wholeBox, writeBox, writeFullBox } from './boxes.ts'
import { readInit, type TrackHead } from './join/read-init.ts'
import { readRuns, writeRun } from './runs.ts'
import { idOfTrack, soundOfSegment } from './sound-alone.ts'

/*
 * The boxes of a small picture: headers and segments as a broadcaster sent them, with a picture that an encoder of ours made
 * of theirs. Times are the broadcaster's, to the tick, and the sound is theirs byte by byte. Nothing is decoded here.
 */

const SHORT_SIDE_PX = 360
/** Of `avc1`, before the boxes in it. */
const ENTRY_BYTES = 78
const SIDE_MAX_PX = 16_384
const SETS_MAX_BYTES = 1000

/** What an encoder has to know to make segments that fit one header. */
export interface SmallFrame {
  widthPx: number
  heightPx: number
  /** Ticks a second. */
  timescale: number
  /** Pictures that don't say which colours they mean are shown by browsers as those of their size are. */
  colours: 'hd' | 'sd'
}

function getVideo(tracks: readonly TrackHead[]): { video: TrackHead; track: number } {
  const track = tracks.findIndex(({ isVideo }) => isVideo)
  const video = tracks[track]
  if (!video) throw new Error('A header without a picture')
  return { video, track }
}

/** Reads it from a header, of 360 pixels on the shorter side. Throws where it can't be read. */
export function smallFrameOf(init: Buffer): SmallFrame {
  const { timescale, stsd } = getVideo(readInit(init)).video
  const [entry] = readBoxes(stsd, 16)
  if (!entry || entry.end - entry.start < ENTRY_BYTES) throw new Error('A picture without a description')
  const [width, height] = [stsd.readUInt16BE(entry.start + 24), stsd.readUInt16BE(entry.start + 26)]
  const pasp = readBoxes(stsd, entry.start + ENTRY_BYTES, entry.end).find(({ type }) => type === 'pasp')
  const across = pasp ? stsd.readUInt32BE(pasp.start) / stsd.readUInt32BE(pasp.start + 4) : 1
  const source = { widthPx: Math.round(width * across), heightPx: height }
  const sides = Object.values(source)
  if (!sides.every((side) => side >= 2 && side <= SIDE_MAX_PX)) throw new Error('A picture of no size')
  return { ...sizeWithin(source, SHORT_SIDE_PX), timescale, colours: height >= 720 ? 'hd' : 'sd' }
}

/** The boxes that the description of a track's samples lies in. */
const AROUND_DESCRIPTION: ReadonlySet<string> = new Set(['trak', 'mdia', 'minf', 'stbl'])

/** The header of the small segments; `record`: the parameters of their pictures. */
export function smallInit(init: Buffer, { widthPx, heightPx }: SmallFrame, record: Buffer): Buffer {
  const { id } = getVideo(readInit(init)).video
  const stsd = writeFullBox('stsd', 0, 0, u32(1), writeAvcEntry({ record, width: widthPx, height: heightPx }))
  const changed = (box: Box): Buffer => {
    const bytes = wholeBox(init, box)
    if (box.type === 'stsd') return stsd
    if (box.type === 'tkhd') return Buffer.concat([bytes.subarray(0, -8), u16(widthPx, 0), u16(heightPx, 0)])
    if (!AROUND_DESCRIPTION.has(box.type)) return bytes
    return writeBox(box.type, ...readBoxes(init, box.start, box.end).map(changed))
  }
  const written = (box: Box): Buffer => {
    if (box.type === 'moov') return writeBox('moov', ...readBoxes(init, box.start, box.end).map(written))
    return box.type === 'trak' && idOfTrack(init, box) === id ? changed(box) : wholeBox(init, box)
  }
  return Buffer.concat(readBoxes(init).map(written))
}

interface PictureSpan {
  /**
   * When its picture begins. Without a keyframe that is when it is decoded: what was decoded before and is shown later belongs to
   * it, in the place of what the segment before showed with holes.
   */
  firstTick: number
  endTick: number
  /** It can be decoded alone. */
  isKeyframeFirst: boolean
}

/** When the pictures of a segment are shown; null: it has none. Throws where it can't be read. */
export function pictureSpan(segment: Buffer, init: Buffer): PictureSpan | null {
  const tracks = readInit(init)
  const runs = readRuns(segment, tracks, getVideo(tracks).track)
  const [head] = runs
  if (!head) return null
  let [first, last, ticks, lastEnd] = [Number.POSITIVE_INFINITY, 0, 0, 0]
  for (const { decodeTime, durations, shifts } of runs) {
    let at = decodeTime
    for (const [index, duration] of durations.entries()) {
      const shownAt = at + (shifts[index] ?? 0)
      first = Math.min(first, shownAt)
      last = Math.max(last, shownAt)
      lastEnd = Math.max(lastEnd, shownAt + duration)
      at += duration
      ticks += duration
    }
  }
  // In the order of decoding, durations are those between decodings: they add up, each by itself may be a tick off.
  const endTick = last < first + ticks ? first + ticks : lastEnd
  if (!Number.isSafeInteger(endTick) || first < 0) throw new Error('A picture of no time')
  const isKeyframeFirst = head.areSync[0] === true
  return { firstTick: isKeyframeFirst ? first : Math.min(first, head.decodeTime), endTick, isKeyframeFirst }
}

/** A segment with the picture that an encoder made of it. Throws where either can't be read, or they don't fit. */
export function smallSegment({
  init,
  segment,
  made,
}: {
  init: Buffer
  segment: Buffer
  made: Buffer
}): Buffer {
  const span = pictureSpan(segment, init)
  if (!span) throw new Error('A segment without a picture')
  const { firstTick, endTick } = span
  const samples = readMade(made)
  const shownAt = samples.map(({ tick }) => tick)
  const [first] = shownAt
  if (first === undefined || first < firstTick || shownAt.some((tick) => tick >= endTick))
    throw new Error('A picture of another time')
  const bytes = samples.map((sample, index) =>
    index === 0 ? withSets(sample.bytes, recordOf(made)) : sample.bytes,
  )
  const picture = writeRun(1, getVideo(readInit(init)).video.id, {
    decodeTime: first,
    durations: shownAt.map((tick, index) => (shownAt[index + 1] ?? endTick) - tick),
    sizes: bytes.map(({ length }) => length),
    areSync: samples.map(({ isSync }) => isSync),
    data: Buffer.concat(bytes),
  })
  return Buffer.concat([picture, soundOfSegment(segment, init)])
}

/** What the encoder wrote, in the order it is shown in, which is the one of decoding. */
function readMade(made: Buffer): { tick: number; bytes: Buffer; isSync: boolean }[] {
  return readRuns(made, readInit(made), 0).flatMap(
    ({ decodeTime, durations, shifts, sizes, areSync, data }) => {
      if (shifts.some((shift) => shift !== 0)) throw new Error('Pictures that aren’t in order')
      let [tick, at] = [decodeTime, 0]
      return sizes.map((size, index) => {
        const sample = { tick, bytes: data.subarray(at, at + size), isSync: areSync[index] === true }
        tick += durations[index] ?? 0
        at += size
        return sample
      })
    },
  )
}

/** The parameters of the pictures in a file that our encoder made. */
export function recordOf(made: Buffer): Buffer {
  const { stsd } = getVideo(readInit(made)).video
  const [entry] = readBoxes(stsd, 16)
  const boxes = entry && readBoxes(stsd, entry.start + ENTRY_BYTES, entry.end)
  const avcC = boxes?.find(({ type }) => type === 'avcC')
  if (!avcC || avcC.end - avcC.start > SETS_MAX_BYTES) throw new Error('A picture without parameters')
  return stsd.subarray(avcC.start, avcC.end)
}

/** Supplementary words of one kind: which encoder wrote it, at length. */
const SEI = 6
const SEI_OF_ENCODER = 5

/**
 * A first picture with its parameters before it, so that it can be decoded even where another build of the encoder wrote the
 * header; and without the encoder's name.
 */
function withSets(sample: Buffer, record: Buffer): Buffer {
  const units: Buffer[] = []
  for (let at = 0; at < sample.length;) {
    const end = at + 4 + sample.readUInt32BE(at)
    if (end > sample.length || end === at + 4) throw new Error('A picture that breaks off')
    const isName = (sample.readUInt8(at + 4) & 31) === SEI && sample.readUInt8(at + 5) === SEI_OF_ENCODER
    if (!isName) units.push(sample.subarray(at, end))
    at = end
  }
  return Buffer.concat([...setsOf(record), ...units])
}

/** The sequence's parameters, and the picture's. */
function setsOf(record: Buffer): Buffer[] {
  const sets: Buffer[] = []
  let at = 5
  for (const mask of [31, 255]) {
    const count = record.readUInt8(at) & mask
    at += 1
    for (let index = 0; index < count; index += 1) {
      const size = record.readUInt16BE(at)
      sets.push(u32(size), record.subarray(at + 2, at + 2 + size))
      at += 2 + size
    }
  }
  return sets
}
