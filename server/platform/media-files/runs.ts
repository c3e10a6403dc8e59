import { readBoxes, u32, u64, wholeBox, writeBox, writeFullBox } from './boxes.ts'
import { readFragment, type SampleRun, sum } from './join/read-fragment.ts'
import type { TrackHead } from './join/read-init.ts'

/* Samples with their bytes, taken out of fragments and written into new ones. */

export type FullRun = SampleRun & { data: Buffer }

/** Decoded without another; the opposite. */
const ALONE = 0x02_00_00_00
const DEPENDENT = 0x01_01_00_00

/** What a segment has of one track, by its number. Throws where it can't be read. */
export function readRuns(segment: Buffer, tracks: readonly TrackHead[], track: number): FullRun[] {
  return readBoxes(segment).flatMap((box) => {
    if (box.type !== 'moof') return []
    const runs = readFragment(wholeBox(segment, box), tracks)
    return runs.flatMap((run) => {
      if (run.track !== track || run.sizes.length === 0) return []
      const from = box.start - 8 + run.dataOffset
      const data = segment.subarray(from, from + sum(run.sizes))
      if (from < 0 || data.length !== sum(run.sizes))
        throw new Error('A sample that isn’t where it should be')
      return [{ ...run, data }]
    })
  })
}

/** A fragment of one run, which is shown in the order it is decoded in. `areSync`: absent where each sample is. */
export function writeRun(
  number: number,
  trackId: number,
  run: Pick<FullRun, 'decodeTime' | 'durations' | 'sizes' | 'data'> & { areSync?: readonly boolean[] },
): Buffer {
  const { decodeTime, durations, sizes, areSync, data } = run
  const rows = sizes.flatMap((size, index) => [
    durations[index] ?? 0,
    size,
    ...(areSync ? [areSync[index] === true ? ALONE : DEPENDENT] : []),
  ])
  const moof = (dataAt: number) =>
    writeBox(
      'moof',
      writeFullBox('mfhd', 0, 0, u32(number)),
      writeBox(
        'traf',
        // Offsets count from the beginning of this `moof`.
        writeFullBox('tfhd', 0, 0x02_00_00, u32(trackId)),
        writeFullBox('tfdt', 1, 0, u64(decodeTime)),
        // Each sample has its own duration and size, and flags where they differ.
        writeFullBox('trun', 0, areSync ? 0x00_07_01 : 0x00_03_01, u32(sizes.length, dataAt), u32(...rows)),
      ),
    )
  return Buffer.concat([moof(moof(0).length + 8), writeBox('mdat', data)])
}
