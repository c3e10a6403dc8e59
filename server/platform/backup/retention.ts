import fs from 'node:fs/promises'
import path from 'node:path'

import { type Base, type BackupFolder, listBases, namesIn, stampOf } from './folder.ts'
import { dropLogBut, segmentsOf } from './log-segments.ts'
import { syncFolder } from './sealed-file.ts'

/** What is kept: every moment of the last `keepMs`, and the last base of as many weeks and months, by the calendar of UTC. */
export interface Retention {
  keepMs: number
  weeks: number
  months: number
}

export interface RetentionPlan {
  /** Kept with all of the log after the first of them. */
  followed: readonly Base[]
  /** Kept with as much of the log as they need themselves. */
  standalone: readonly Base[]
  superfluous: readonly Base[]
}

const DAY_MS = 86_400_000
/** 1 January 1970 was a Thursday. */
const MONDAY_OFFSET_DAYS = 3

function weekOf({ facts }: Base): string {
  return String(Math.floor((Date.parse(facts.finishedAt) / DAY_MS + MONDAY_OFFSET_DAYS) / 7))
}

function monthOf({ facts }: Base): string {
  return facts.finishedAt.slice(0, 7)
}

/**
 * The newest base is never dropped. Periods are counted among those that have a base, so neither a clock that runs ahead
 * nor a year without backups takes any of them.
 */
export function planRetention(
  bases: readonly Base[],
  { keepMs, weeks, months }: Retention,
  now: Date,
): RetentionPlan {
  const cutoff = now.getTime() - keepMs
  // The last one from before the cutoff is where the first moments after it are restored from.
  const first = Math.max(
    0,
    bases.findLastIndex(({ facts }) => Date.parse(facts.finishedAt) <= cutoff),
  )
  const earlier = bases.slice(0, first)
  const lasting = new Set([...lastOfEach(bases, weekOf, weeks), ...lastOfEach(bases, monthOf, months)])
  return {
    followed: bases.slice(first),
    standalone: earlier.filter((base) => lasting.has(base)),
    superfluous: earlier.filter((base) => !lasting.has(base)),
  }
}

/** The last base of each of the last `count` periods that have one. */
function lastOfEach(bases: readonly Base[], periodOf: (base: Base) => string, count: number): Base[] {
  const last = new Map<string, Base>()
  for (const base of bases.toReversed()) if (!last.has(periodOf(base))) last.set(periodOf(base), base)
  return [...last.values()].slice(0, count)
}

/** Drops what is too old. Returns how many bases. */
export async function dropOld(folder: BackupFolder, retention: Retention, now: Date): Promise<number> {
  const plan = planRetention(await listBases(folder), retention, now)
  await carryOut(folder, plan)
  return plan.superfluous.length
}

/**
 * Drops the superfluous bases, then the log, files and media that nothing needs any more. Wherever it breaks off, each base
 * that still counts has all it needs, and the next time finishes.
 */
export async function carryOut(
  folder: BackupFolder,
  { followed, standalone, superfluous }: RetentionPlan,
): Promise<void> {
  for (const { name } of superfluous) {
    const directory = path.join(folder.root, 'bases', name)
    // Without its facts it doesn't count any more, whatever breaks meanwhile.
    await fs.rm(path.join(directory, 'facts'), { force: true })
    await fs.rm(directory, { recursive: true, force: true })
  }
  const [oldestFollowed] = followed
  if (!oldestFollowed) return
  // Gone for good before what they needed goes.
  await syncFolder(path.join(folder.root, 'bases'))
  await dropLogBut(folder, {
    from: segmentsOf(oldestFollowed.facts).first,
    ranges: standalone.map(({ facts }) => segmentsOf(facts)),
  })
  await dropFiles(folder, standalone, oldestFollowed)
  const oldest = standalone[0] ?? oldestFollowed
  await dropGoneBefore(folder, oldest.facts.startedAt.slice(0, 10))
}

/** Of each moment, the newest from before stays: it is what lay there. The first one serves moments before it. */
async function dropFiles(
  { root }: BackupFolder,
  standalone: readonly Base[],
  oldestFollowed: Base,
): Promise<void> {
  const names = (await namesIn(path.join(root, 'files'))).toSorted()
  const lastUntil = (moment: string) =>
    names.findLast((name) => name <= stampOf(new Date(moment))) ?? names.at(0)
  const needed = new Set(standalone.map(({ facts }) => lastUntil(facts.finishedAt)))
  const from = lastUntil(oldestFollowed.facts.startedAt) ?? ''
  for (const name of names)
    if (name < from && !needed.has(name)) await fs.rm(path.join(root, 'files', name), { force: true })
}

/** Media that nothing named on a day before the oldest base was made. */
async function dropGoneBefore({ root }: BackupFolder, day: string): Promise<void> {
  for (const name of await namesIn(path.join(root, 'gone')))
    if (name < day) await fs.rm(path.join(root, 'gone', name), { recursive: true, force: true })
}
