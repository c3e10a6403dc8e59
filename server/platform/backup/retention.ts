import fs from 'node:fs/promises'
import path from 'node:path'

import { type Base, type BackupFolder, listBases, namesIn, stampOf } from './folder.ts'
import { dropLogBefore, segmentAt, segmentName } from './log-segments.ts'
import { parseLsn } from './replication.ts'

/** Which bases go: those that no moment of the last `keepMs` needs. The newest one never does. */
export function listSuperfluous(bases: readonly Base[], keepMs: number, now: Date): Base[] {
  const cutoff = now.getTime() - keepMs
  // The last one from before the cutoff is where the first moments after it are restored from.
  const first = bases.findLastIndex(({ facts }) => Date.parse(facts.finishedAt) <= cutoff)
  return bases.slice(0, Math.max(0, first))
}

/** Drops what is too old, and with it the log, files and media that nothing needs any more. Returns how many bases. */
export async function dropOld(folder: BackupFolder, keepMs: number, now: Date): Promise<number> {
  const bases = await listBases(folder)
  const superfluous = listSuperfluous(bases, keepMs, now)
  for (const { name } of superfluous) {
    const directory = path.join(folder.root, 'bases', name)
    // Without its facts it doesn't count any more, whatever breaks meanwhile.
    await fs.rm(path.join(directory, 'facts'), { force: true })
    await fs.rm(directory, { recursive: true, force: true })
  }
  const oldest = bases[superfluous.length]
  if (!oldest) return superfluous.length
  const { startLsn, timeline, segmentBytes, startedAt } = oldest.facts
  await dropLogBefore(
    folder,
    segmentName(segmentAt(parseLsn(startLsn), timeline, segmentBytes), segmentBytes),
  )
  await dropFilesBefore(folder, stampOf(new Date(startedAt)))
  await dropGoneBefore(folder, startedAt.slice(0, 10))
  return superfluous.length
}

/** The newest from before stays: it is what lay there at the moment. */
async function dropFilesBefore({ root }: BackupFolder, stamp: string): Promise<void> {
  const earlier = (await namesIn(path.join(root, 'files'))).filter((name) => name < stamp).toSorted()
  for (const name of earlier.slice(0, -1)) await fs.rm(path.join(root, 'files', name), { force: true })
}

/** Media that nothing named on a day before the oldest base was made. */
async function dropGoneBefore({ root }: BackupFolder, day: string): Promise<void> {
  for (const name of await namesIn(path.join(root, 'gone')))
    if (name < day) await fs.rm(path.join(root, 'gone', name), { recursive: true, force: true })
}
