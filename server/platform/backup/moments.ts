import { BackupError } from './backup-error.ts'
import { type Base, type BackupFolder, listBases, readCovered } from './folder.ts'
import { leadsTo, listSegments, segmentAt, segmentName } from './log-segments.ts'
import { parseLsn } from './replication.ts'

/** Any moment from one to the other can be restored; where both are the same, that one alone. */
export interface Span {
  from: string
  to: string
}

/** What can be restored, earliest first: without a gap in the log, all that lies between bases and after the last. */
export async function listSpans(folder: BackupFolder): Promise<Span[]> {
  const bases = await listBases(folder)
  const covered = await readCovered(folder)
  const spans: Span[] = []
  let isGoingOn = false
  for (const [index, { facts }] of bases.entries()) {
    const next = bases[index + 1]
    const from = isGoingOn ? (spans.pop()?.from ?? facts.finishedAt) : facts.finishedAt
    isGoingOn = next !== undefined && (await leadsTo(folder, facts, next.facts))
    const isFollowed = next === undefined && covered?.timeline === facts.timeline
    const to = isFollowed && covered.moment > facts.finishedAt ? covered.moment : facts.finishedAt
    spans.push({ from, to })
  }
  return spans
}

/**
 * The base that a moment is restored from: the newest that was finished before it. `isCovered`: the log is known to reach
 * beyond the moment. Throws when there is none, or when the log doesn't reach it. null: the latest.
 */
export async function chooseBase(
  folder: BackupFolder,
  moment: Date | null,
): Promise<{ base: Base; isCovered: boolean }> {
  const bases = await listBases(folder)
  const index =
    moment === null
      ? bases.length - 1
      : bases.findLastIndex(({ facts }) => new Date(facts.finishedAt) <= moment)
  const base = bases[index]
  if (!base) {
    const [oldest] = bases
    throw new BackupError(
      oldest
        ? `This backup begins at ${oldest.facts.finishedAt}: no earlier moment can be restored.`
        : `${folder.root} has no finished base.`,
    )
  }
  if (moment === null) return { base, isCovered: false }
  const covered = await readCovered(folder)
  if (covered && moment > new Date(covered.moment))
    throw new BackupError(`This backup reaches to ${covered.moment}: restore that moment, or --to latest.`)
  const next = bases[index + 1]
  if (moment.getTime() === Date.parse(base.facts.finishedAt)) return { base, isCovered: true }
  if (!next) return { base, isCovered: covered?.timeline === base.facts.timeline }
  const isCovered = await leadsTo(folder, base.facts, next.facts)
  // Where a node took another's place, or no backup ran, some of the log is there: the database finds out how much.
  if (isCovered || (await hasMoreLog(folder, base))) return { base, isCovered }
  throw new BackupError(
    `Between ${base.facts.finishedAt} and ${next.facts.finishedAt} nothing is kept: restore one of these two moments.`,
  )
}

/** Whether more of the log is kept than the base needs itself. */
async function hasMoreLog(folder: BackupFolder, { facts }: Base): Promise<boolean> {
  const { timeline, segmentBytes, endLsn } = facts
  const { number } = segmentAt(parseLsn(endLsn), timeline, segmentBytes)
  return (await listSegments(folder)).has(segmentName({ timeline, number: number + 1n }, segmentBytes))
}
