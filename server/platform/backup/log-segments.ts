import fs from 'node:fs/promises'
import path from 'node:path'

import { type BackupFolder, type BaseFacts, namesIn } from './folder.ts'
import { parseLsn } from './replication.ts'
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

/** The first and last segment that a base needs, by their names. */
export function segmentsOf({
  startLsn,
  endLsn,
  timeline,
  segmentBytes,
}: Pick<BaseFacts, 'startLsn' | 'endLsn' | 'timeline' | 'segmentBytes'>): { first: string; last: string } {
  const nameAt = (lsn: string) => segmentName(segmentAt(parseLsn(lsn), timeline, segmentBytes), segmentBytes)
  return { first: nameAt(startLsn), last: nameAt(endLsn) }
}

/** Whether all of the log is kept from one base to the next. */
export async function leadsTo(folder: BackupFolder, from: BaseFacts, to: BaseFacts): Promise<boolean> {
  if (from.timeline !== to.timeline || from.segmentBytes !== to.segmentBytes) return false
  const { timeline, segmentBytes } = from
  const kept = await listSegments(folder)
  const { number: end } = segmentAt(parseLsn(to.startLsn), timeline, segmentBytes)
  for (
    let { number } = segmentAt(parseLsn(from.startLsn), timeline, segmentBytes);
    number < end;
    number += 1n
  )
    if (!kept.get(segmentName({ timeline, number }, segmentBytes))?.isWhole) return false
  return true
}

/**
 * Drops what is kept of the log before a segment, of its timeline and earlier ones, but for some ranges. Returns how many
 * files.
 */
export async function dropLogBut(
  { root }: BackupFolder,
  { from, ranges }: { from: string; ranges: readonly { first: string; last: string }[] },
): Promise<number> {
  let dropped = 0
  for (const name of await namesIn(path.join(root, 'log'))) {
    const [, of] = NAME.exec(name) ?? []
    if (of === undefined || of >= from) continue
    if (ranges.some(({ first, last }) => first <= of && of <= last)) continue
    await fs.rm(path.join(root, 'log', name), { force: true })
    dropped += 1
  }
  return dropped
}
