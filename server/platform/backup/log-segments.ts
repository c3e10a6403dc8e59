import fs from 'node:fs/promises'
import path from 'node:path'

import { type BackupFolder, namesIn } from './folder.ts'
import { readSealed } from './sealed-file.ts'

/** The log is cut into segments of one size, counted from the beginning of time. */
export interface Segment {
  timeline: number
  number: bigint
}

export function segmentAt(lsn: bigint, timeline: number, segmentBytes: number): Segment {
  return { timeline, number: lsn / BigInt(segmentBytes) }
}

/** As PostgreSQL names them: timeline, and the number in two parts. */
export function segmentName({ timeline, number }: Segment, segmentBytes: number): string {
  const each = 0x1_0000_0000n / BigInt(segmentBytes)
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
  return hex(BigInt(timeline)) + hex(number / each) + hex(number % each)
}

/** The files that hold (a part of) one segment: the whole one, or attempts of which the longest counts. */
export interface SegmentFiles {
  isWhole: boolean
  parts: string[]
}

const NAME = /^([\dA-F]{24})(\.\d+\.part)?$/

/** What is kept of the log, by the names of segments. */
export async function listSegments({ root }: BackupFolder): Promise<Map<string, SegmentFiles>> {
  const found = new Map<string, SegmentFiles>()
  for (const name of await namesIn(path.join(root, 'log'))) {
    const [, segment, part] = NAME.exec(name) ?? []
    if (segment === undefined) continue
    const files = found.get(segment) ?? { isWhole: false, parts: [] }
    if (part === undefined) files.isWhole = true
    else files.parts.push(name)
    found.set(segment, files)
  }
  return found
}

/** A file of the log, and how it has to be opened. */
export function openingOf(file: string): { name: string; isOpenEnded: boolean } {
  const [, segment = file, part] = NAME.exec(path.basename(file)) ?? []
  return { name: `log/${segment}`, isOpenEnded: part !== undefined }
}

export interface KeptSegment {
  name: string
  /** Below the backup's folder. */
  file: string
  /** How much of it is kept. */
  bytes: number
}

/** The segments from the one with `from` on, up to the first that is missing or not whole. */
export async function* walkLog(
  folder: BackupFolder,
  from: bigint,
  { timeline, segmentBytes }: { timeline: number; segmentBytes: number },
): AsyncGenerator<KeptSegment> {
  const kept = await listSegments(folder)
  for (let { number } = segmentAt(from, timeline, segmentBytes); ; number += 1n) {
    const name = segmentName({ timeline, number }, segmentBytes)
    const files = kept.get(name)
    if (files?.isWhole) {
      yield { name, file: `log/${name}`, bytes: segmentBytes }
      continue
    }
    const longest = await findLongest(folder, files?.parts ?? [])
    if (longest) yield { name, ...longest }
    return
  }
}

async function findLongest(
  folder: BackupFolder,
  parts: readonly string[],
): Promise<{ file: string; bytes: number } | null> {
  let longest: { file: string; bytes: number } | null = null
  for (const part of parts) {
    const file = `log/${part}`
    let bytes = 0
    for await (const block of readSealed(path.join(folder.root, file), folder.key, openingOf(file)))
      bytes += block.length
    if (bytes > (longest?.bytes ?? 0)) longest = { file, bytes }
  }
  return longest
}

/** Drops what is kept of the log before a segment, of its timeline and earlier ones. Returns how many files. */
export async function dropLogBefore({ root }: BackupFolder, segment: string): Promise<number> {
  let dropped = 0
  for (const name of await namesIn(path.join(root, 'log'))) {
    const [, of] = NAME.exec(name) ?? []
    if (of === undefined || of >= segment) continue
    await fs.rm(path.join(root, 'log', name), { force: true })
    dropped += 1
  }
  return dropped
}
