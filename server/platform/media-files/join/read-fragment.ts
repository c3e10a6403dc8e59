import { type Box, getInside, listInside, readBoxes } from '../boxes.ts'
import type { TrackHead } from './read-init.ts'

/** Consecutive samples of a track, whose bytes lie one after another. */
export interface SampleRun {
  /** The number of its track among those of the header. */
  track: number
  /** When the first begins, in the track's time. */
  decodeTime: number
  /** From the beginning of `moof`. */
  dataOffset: number
  durations: number[]
  sizes: number[]
  /** How much later than decoded each is shown. */
  shifts: number[]
  areSync: boolean[]
}

const SAMPLES_MAX = 20_000
const NOT_SYNC = 0x1_0000

/** The samples that a `moof` declares. Throws where it can't be read. */
export function readFragment(bytes: Buffer, tracks: readonly TrackHead[]): SampleRun[] {
  const moof = getInside(bytes, { type: '', start: 0, end: bytes.length }, 'moof')
  const runs: SampleRun[] = []
  let nextOffset = bytes.length + 8
  for (const traf of listInside(bytes, moof, 'traf')) {
    const head = readTrackHead(bytes, traf, tracks)
    let { decodeTime } = head
    for (const trun of readBoxes(bytes, traf.start, traf.end).filter(({ type }) => type === 'trun')) {
      const run = readRun(bytes, trun, { ...head, decodeTime, nextOffset })
      runs.push(run)
      decodeTime += sum(run.durations)
      nextOffset = run.dataOffset + sum(run.sizes)
    }
  }
  return runs
}

interface FragmentHead {
  track: number
  decodeTime: number
  duration: number
  size: number
  flags: number
}

function readTrackHead(bytes: Buffer, traf: Box, tracks: readonly TrackHead[]): FragmentHead {
  const tfhd = getInside(bytes, traf, 'tfhd')
  const flags = bytes.readUInt32BE(tfhd.start)
  const id = bytes.readUInt32BE(tfhd.start + 4)
  const track = tracks.findIndex((one) => one.id === id)
  const known = tracks[track]
  if (!known) throw new Error('A fragment of an unknown track')
  let at = tfhd.start + 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0)
  const next = (isGiven: number, otherwise: number): number => {
    if (isGiven === 0) return otherwise
    at += 4
    return bytes.readUInt32BE(at - 4)
  }
  const { defaults } = known
  const [duration, size] = [next(flags & 8, defaults.duration), next(flags & 0x10, defaults.size)]
  const tfdt = getInside(bytes, traf, 'tfdt')
  const isWide = bytes.readUInt8(tfdt.start) === 1
  return {
    track,
    duration,
    size,
    flags: next(flags & 0x20, defaults.flags),
    decodeTime: isWide ? Number(bytes.readBigUInt64BE(tfdt.start + 4)) : bytes.readUInt32BE(tfdt.start + 4),
  }
}

function readRun(bytes: Buffer, trun: Box, head: FragmentHead & { nextOffset: number }): SampleRun {
  const flags = bytes.readUInt32BE(trun.start)
  const isSigned = flags >>> 24 > 0
  const count = bytes.readUInt32BE(trun.start + 4)
  if (count > SAMPLES_MAX) throw new Error('A fragment of too many samples')
  let at = trun.start + 8
  const next = (isGiven: number, otherwise: number): number => {
    if (isGiven === 0) return otherwise
    at += 4
    if (at > trun.end) throw new Error('A fragment that breaks off')
    return bytes.readUInt32BE(at - 4)
  }
  const { track, decodeTime, nextOffset } = head
  const dataOffset = next(flags & 1, nextOffset)
  const firstFlags = next(flags & 4, head.flags)
  const run: SampleRun = { track, decodeTime, dataOffset, durations: [], sizes: [], shifts: [], areSync: [] }
  for (let index = 0; index < count; index += 1) {
    run.durations.push(next(flags & 0x100, head.duration))
    run.sizes.push(next(flags & 0x200, head.size))
    const own = next(flags & 0x400, index === 0 ? firstFlags : head.flags)
    run.areSync.push((own & NOT_SYNC) === 0)
    const shift = next(flags & 0x800, 0)
    run.shifts.push(isSigned ? shift | 0 : shift)
  }
  return run
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
