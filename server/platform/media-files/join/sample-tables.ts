import { u32, u64, writeBox } from '../boxes.ts'
import { createNumbers, createRuns, type Numbers } from './numbers.ts'
import type { TrackHead } from './read-init.ts'
import type { SampleRun } from './read-fragment.ts'

/** Players count in milliseconds above the tracks. */
const MOVIE_TIMESCALE = 1000
const MATRIX = u32(0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000)
const SAMPLES_MAX = 8_000_000

/** What the header of a whole file says of one track's samples. */
export function createTable(head: TrackHead) {
  const sizes = createNumbers()
  const durations = createRuns()
  const shifts = createRuns()
  const sync = createNumbers()
  /** Of each run of samples: where it is, and how many they are. */
  const offsets = createNumbers()
  const counts = createRuns()
  let end = 0
  /** How much later than the others it begins. */
  let delay = 0
  let hasShifts = false
  /** When the last sample that is shown ends; it may be decoded before others. */
  let shownEnd = 0

  return {
    head,
    /** When the last sample ends, in the track's time. */
    endTime: () => delay + end,
    /** How long it is shown, in milliseconds. */
    shownMs: () => ((delay + shownEnd - head.mediaTime) * MOVIE_TIMESCALE) / head.timescale,

    /** Adds samples whose bytes are there. What is missing before them prolongs the one before. */
    add(
      { durations: long, sizes: large, shifts: shifted, areSync }: SampleRun,
      given: { at: number; offset: number },
    ) {
      if (large.length === 0) return
      if (sizes.length + large.length > SAMPLES_MAX) throw new Error('Too many samples')
      const gap = Math.max(0, given.at - end - delay)
      if (sizes.length === 0) delay = gap
      else if (gap > 0) {
        durations.addToLast(gap)
        end += gap
      }
      large.forEach((size, index) => {
        sizes.push(size)
        durations.push(long[index] ?? 0)
        shifts.push(shifted[index] ?? 0)
        if (shifted[index] !== 0) hasShifts = true
        if (areSync[index] === true) sync.push(sizes.length)
        end += long[index] ?? 0
        shownEnd = Math.max(shownEnd, end + (shifted[index] ?? 0))
      })
      offsets.push(given.offset)
      counts.push(large.length)
    },

    /** The `trak` box of the file, whose samples begin at `base`. */
    write(number: number, base: number): Buffer {
      const { look, timescale, language, hdlr, mediaHead, stsd, mediaTime } = head
      const shown = Math.round(((shownEnd - mediaTime) * MOVIE_TIMESCALE) / timescale)
      const waits = Math.round((delay * MOVIE_TIMESCALE) / timescale)
      const tkhd = writeBox(
        'tkhd',
        u32(0x0100_0007),
        u64(0),
        u64(0),
        u32(number, 0),
        u64(waits + shown),
        look,
      )
      const edit = writeBox('edts', writeBox('elst', ...edits(waits, shown, mediaTime)))
      const mdhd = writeBox(
        'mdhd',
        u32(0x0100_0000),
        u64(0),
        u64(0),
        u32(timescale),
        u64(end),
        u32(language * 0x1_0000),
      )
      const dinf = writeBox('dinf', writeBox('dref', u32(0, 1), writeBox('url ', u32(1))))
      const stbl = writeBox('stbl', stsd, ...writeTables(base))
      return writeBox(
        'trak',
        tkhd,
        edit,
        writeBox('mdia', mdhd, hdlr, writeBox('minf', mediaHead, dinf, stbl)),
      )
    },
  }

  function writeTables(base: number): Buffer[] {
    const lasting = durations.list()
    const shift = shifts.list()
    return [
      writeBox('stts', u32(0, lasting.counts.length), pairs(lasting.counts, lasting.values)),
      ...(hasShifts
        ? [writeBox('ctts', u32(0x0100_0000, shift.counts.length), pairs(shift.counts, shift.values))]
        : []),
      ...(sync.length < sizes.length ? [writeBox('stss', u32(0, sync.length), list(sync))] : []),
      writeChunks(),
      writeBox('stsz', u32(0, 0, sizes.length), list(sizes)),
      writeBox('co64', u32(0, offsets.length), wide(offsets, base)),
    ]
  }

  function writeChunks(): Buffer {
    const runs = counts.list()
    const entries = Buffer.alloc(runs.counts.length * 12)
    let first = 1
    for (let run = 0; run < runs.counts.length; run += 1) {
      entries.writeUInt32BE(first, run * 12)
      entries.writeUInt32BE(runs.values.at(run), run * 12 + 4)
      entries.writeUInt32BE(1, run * 12 + 8)
      first += runs.counts.at(run)
    }
    return writeBox('stsc', u32(0, runs.counts.length), entries)
  }
}

export type Table = ReturnType<typeof createTable>

/** What players show: nothing at first where a track begins later, and then its samples. */
function edits(waits: number, shown: number, mediaTime: number): Buffer[] {
  const nothing = [u64(waits), u32(-1, -1, 0x1_0000)]
  const isLate = waits > 0
  const samples = [u64(shown), u64(mediaTime), u32(0x1_0000)]
  return [u32(0x0100_0000, isLate ? 2 : 1), ...(isLate ? nothing : []), ...samples]
}

/** Everything before the samples. */
export function writeHead(tables: readonly Table[], dataBytes: number): Buffer {
  const ftyp = writeBox('ftyp', Buffer.from('isom\0\0\x02\0isomiso2avc1mp41', 'latin1'))
  const mdat = Buffer.concat([u32(1), Buffer.from('mdat', 'latin1'), u64(16 + dataBytes)])
  // Offsets take the same room whatever they are.
  const size = ftyp.length + writeMoov(tables, 0).length + mdat.length
  return Buffer.concat([ftyp, writeMoov(tables, size), mdat])
}

function writeMoov(tables: readonly Table[], base: number): Buffer {
  const lasting = tables.map(({ shownMs }) => shownMs())
  const mvhd = writeBox(
    'mvhd',
    u32(0x0100_0000),
    u64(0),
    u64(0),
    u32(MOVIE_TIMESCALE),
    u64(Math.round(Math.max(0, ...lasting))),
    u32(0x1_0000, 0x0100_0000, 0, 0),
    MATRIX,
    Buffer.alloc(24),
    u32(tables.length + 1),
  )
  return writeBox('moov', mvhd, ...tables.map((table, index) => table.write(index + 1, base)))
}

function list(values: Numbers): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (let index = 0; index < values.length; index += 1) bytes.writeUInt32BE(values.at(index), index * 4)
  return bytes
}

function wide(values: Numbers, base: number): Buffer {
  const bytes = Buffer.alloc(values.length * 8)
  for (let index = 0; index < values.length; index += 1)
    bytes.writeBigUInt64BE(BigInt(values.at(index) + base), index * 8)
  return bytes
}

function pairs(counts: Numbers, values: Numbers): Buffer {
  const bytes = Buffer.alloc(counts.length * 8)
  for (let index = 0; index < counts.length; index += 1) {
    bytes.writeUInt32BE(counts.at(index), index * 8)
    bytes.writeUInt32BE(values.at(index) >>> 0, index * 8 + 4)
  }
  return bytes
}
