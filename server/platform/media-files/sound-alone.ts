import { type Box, listInside, readBoxes, u32, u64, wholeBox, writeBox, writeFullBox } from './boxes.ts'
import { readFragment, type SampleRun, sum } from './join/read-fragment.ts'
import { readInit } from './join/read-init.ts'

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
  const pairs = readBoxes(segment).flatMap((box, index) => {
    if (box.type !== 'moof') return []
    const moof = wholeBox(segment, box)
    const runs = readFragment(moof, tracks).filter((run) => run.track === track && run.sizes.length > 0)
    return runs.map((run) => writeRun(index, id, run, dataOf(segment, box.start - 8, run)))
  })
  return Buffer.concat(pairs)
}

function dataOf(segment: Buffer, moofAt: number, { dataOffset, sizes }: SampleRun): Buffer {
  const from = moofAt + dataOffset
  const bytes = segment.subarray(from, from + sum(sizes))
  if (from < 0 || bytes.length !== sum(sizes)) throw new Error('Sound that isn’t where it should be')
  return bytes
}

function writeRun(number: number, id: number, run: SampleRun, data: Buffer): Buffer {
  const { decodeTime, durations, sizes } = run
  const rows = sizes.flatMap((size, index) => [durations[index] ?? 0, size])
  const moof = (dataAt: number) =>
    writeBox(
      'moof',
      writeFullBox('mfhd', 0, 0, u32(number)),
      writeBox(
        'traf',
        // Offsets count from the beginning of this `moof`.
        writeFullBox('tfhd', 0, 0x02_00_00, u32(id)),
        writeFullBox('tfdt', 1, 0, u64(decodeTime)),
        // Each sample has its own duration and size.
        writeFullBox('trun', 0, 0x00_03_01, u32(sizes.length, dataAt), u32(...rows)),
      ),
    )
  return Buffer.concat([moof(moof(0).length + 8), writeBox('mdat', data)])
}

function idOfTrack(bytes: Buffer, trak: Box): number {
  const [tkhd] = listInside(bytes, trak, 'tkhd')
  if (!tkhd) throw new Error('No tkhd where one is needed')
  return bytes.readUInt32BE(tkhd.start + (bytes.readUInt8(tkhd.start) === 1 ? 20 : 12))
}
