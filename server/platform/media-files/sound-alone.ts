import { type Box, listInside, readBoxes, wholeBox, writeBox } from './boxes.ts'
import { readInit } from './join/read-init.ts'
import { readRuns, writeRun } from './runs.ts'

/* The sound of fragments without their pictures: what is left of them is a twentieth. Nothing is decoded. */

/** A header that declares the sound alone; null: there is none. Throws where it can't be read. */
export function soundOfInit(init: Buffer): Buffer | null {
  const sound = readInit(init).find(({ isVideo }) => !isVideo)
  if (!sound) return null
  const kept = (box: Box): Buffer[] => {
    if (box.type === 'trak') return idOfTrack(init, box) === sound.id ? [wholeBox(init, box)] : []
    if (box.type === 'trex') return init.readUInt32BE(box.start + 4) === sound.id ? [wholeBox(init, box)] : []
    if (box.type !== 'moov' && box.type !== 'mvex') return [wholeBox(init, box)]
    return [writeBox(box.type, ...readBoxes(init, box.start, box.end).flatMap(kept))]
  }
  return Buffer.concat(readBoxes(init).flatMap(kept))
}

/** The sound of a segment of that header; empty where it has none. Throws where it can't be read. */
export function soundOfSegment(segment: Buffer, init: Buffer): Buffer {
  const tracks = readInit(init)
  const track = tracks.findIndex(({ isVideo }) => !isVideo)
  const id = tracks[track]?.id ?? 0
  return Buffer.concat(
    readRuns(segment, tracks, track).map(({ decodeTime, durations, sizes, data }, index) =>
      writeRun(index, id, { decodeTime, durations, sizes, data }),
    ),
  )
}

export function idOfTrack(bytes: Buffer, trak: Box): number {
  const [tkhd] = listInside(bytes, trak, 'tkhd')
  if (!tkhd) throw new Error('No tkhd where one is needed')
  return bytes.readUInt32BE(tkhd.start + (bytes.readUInt8(tkhd.start) === 1 ? 20 : 12))
}
