import fs, { type FileHandle } from 'node:fs/promises'

import { type Box, readBoxes } from '../boxes.ts'
import { readFragment, type SampleRun } from './read-fragment.ts'
import { readInit } from './read-init.ts'
import { createTable, type Table, writeHead } from './sample-tables.ts'

/* Run only by processes of a pool: they parse what strangers sent. */

/** One line: what players read first, and where its fragments lie in the file of all. */
export interface Line {
  init: string
  start: number
  end: number
}

export interface Join {
  /** Fragments, one after another. */
  fragments: string
  /** Of the same kind, in order. */
  lines: readonly Line[]
  output: string
}

/** Bytes that are copied as they are. */
interface Span {
  start: number
  end: number
}

/** More than any fragment's header has. */
const MOOF_MAX_BYTES = 4_194_304
const COPY_BYTES = 1_048_576

/** Joins lines of fragments into one file that plays from its beginning, and can be sought in. Returns its length. */
export async function joinFragments({ fragments, lines, output }: Join): Promise<{ durationMs: number }> {
  const [first] = lines
  if (!first) throw new Error('Nothing to join')
  const tables = readInit(Buffer.from(first.init, 'base64')).map(createTable)
  const source = await fs.open(fragments, 'r')
  try {
    const spans: Span[] = []
    let written = 0
    for (const line of lines) {
      const reader = lineReader(line, tables)
      for (let at = line.start; at < line.end;) {
        const { moof, mdat, moofAt } = await readPair(source, at, line.end)
        for (const run of readFragment(moof, reader.tracks)) {
          const from = moofAt + run.dataOffset
          if (from < mdat.start || from + bytesOf(run) > mdat.end)
            throw new Error('Samples outside of their fragment')
          reader.add(run, written + from - mdat.start)
        }
        spans.push({ start: mdat.start, end: mdat.end })
        written += mdat.end - mdat.start
        at = mdat.end
      }
    }
    await writeFile(output, source, writeHead(tables, written), spans)
  } finally {
    await source.close()
  }
  return { durationMs: Math.round(Math.max(...tables.map(({ shownMs }) => shownMs()))) }
}

function bytesOf({ sizes }: SampleRun): number {
  return sizes.reduce((total, size) => total + size, 0)
}

/** A line begins where the longest track before it ends; within it, tracks keep their distance. */
function lineReader({ init }: Line, tables: readonly Table[]) {
  const tracks = readInit(Buffer.from(init, 'base64'))
  if (tracks.length !== tables.length) throw new Error('Lines of different tracks')
  const beginning = Math.max(...tables.map(({ head, endTime }) => endTime() / head.timescale))
  let origin: number | null = null
  return {
    tracks,
    add(run: SampleRun, offset: number): void {
      const table = tables[run.track]
      const scale = tracks[run.track]?.timescale
      if (!table || scale !== table.head.timescale) throw new Error('Lines of different tracks')
      origin ??= run.decodeTime / scale
      const at = Math.round((beginning + run.decodeTime / scale - origin) * scale)
      table.add(run, { at, offset })
    },
  }
}

/** The next header with its samples; boxes before it are left out. */
async function readPair(
  source: FileHandle,
  from: number,
  end: number,
): Promise<{ moof: Buffer; moofAt: number; mdat: Box }> {
  let moof: { bytes: Buffer; at: number } | null = null
  for (let at = from; at < end;) {
    const head = await readAt(source, at, 8)
    const size = head.readUInt32BE(0)
    const type = head.toString('latin1', 4, 8)
    if (size < 8 || size > end - at) throw new Error('Boxes that don’t add up')
    if (type === 'moof') {
      if (size > MOOF_MAX_BYTES) throw new Error('A header that is too large')
      moof = { bytes: await readAt(source, at, size), at }
    }
    if (type === 'mdat') {
      if (!moof) throw new Error('Samples without a header')
      readBoxes(moof.bytes)
      return { moof: moof.bytes, moofAt: moof.at, mdat: { type, start: at + 8, end: at + size } }
    }
    at += size
  }
  throw new Error('A fragment without samples')
}

async function readAt(source: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await source.read(bytes, 0, length, at)
  if (bytesRead < length) throw new Error('A file that breaks off')
  return bytes
}

async function writeFile(
  output: string,
  source: FileHandle,
  head: Buffer,
  spans: readonly Span[],
): Promise<void> {
  const target = await fs.open(output, 'wx')
  try {
    await target.writeFile(head)
    const room = Buffer.alloc(COPY_BYTES)
    for (const { start, end } of spans)
      for (let at = start; at < end;) {
        const { bytesRead } = await source.read(room, 0, Math.min(room.length, end - at), at)
        if (bytesRead === 0) throw new Error('A file that breaks off')
        await target.writeFile(room.subarray(0, bytesRead))
        at += bytesRead
      }
    await target.sync()
  } finally {
    await target.close()
  }
}
