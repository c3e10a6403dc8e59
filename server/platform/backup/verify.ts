import fs from 'node:fs/promises'
import path from 'node:path'

import { BackupError } from './backup-error.ts'
import { type BackupFolder, listBases, readCovered } from './folder.ts'
import { openingOf, walkLog } from './log-segments.ts'
import { formatLsn, parseLsn } from './replication.ts'
import { readSealed } from './sealed-file.ts'

/** Reads every byte of a backup. Calls back with a sentence for each file that isn't what was written, or is missing. */
export async function verifyFolder(
  folder: BackupFolder,
  say: (problem: string) => void,
): Promise<{ files: number; bytes: number; problems: number }> {
  const sum = { files: 0, bytes: 0, problems: 0 }
  const report = (problem: string) => {
    sum.problems += 1
    say(problem)
  }
  for await (const file of walk(folder.root, '')) {
    // Never finished, and made anew by the next run; those of the log are all there is of it.
    if (file.endsWith('.part') && !file.startsWith('log/')) continue
    sum.files += 1
    try {
      sum.bytes += await readAll(folder, file)
    } catch (error) {
      if (isGone(error)) continue
      report(error instanceof BackupError ? error.message : `${file} can't be read (${String(error)}).`)
    }
  }
  if (sum.problems === 0) for (const problem of await listGaps(folder)) report(problem)
  return sum
}

async function readAll({ root, key }: BackupFolder, file: string): Promise<number> {
  const opening = file.startsWith('log/') ? openingOf(file) : { name: nameOf(file) }
  let bytes = 0
  for await (const block of readSealed(path.join(root, file), key, opening)) bytes += block.length
  return bytes
}

/** A medium keeps the name it was sealed under when nothing names it any more. */
function nameOf(file: string): string {
  return file.replace(/^gone\/[^/]+\//, 'media/')
}

/** What should be there and isn't. */
async function listGaps(folder: BackupFolder): Promise<string[]> {
  const bases = await listBases(folder)
  if (bases.length === 0) return [`${folder.root} has no finished base.`]
  const covered = await readCovered(folder)
  const problems: string[] = []
  for (const [index, { name, facts }] of bases.entries()) {
    const tar = await fs.stat(path.join(folder.root, 'bases', name, 'tar')).catch(() => null)
    if (!tar) problems.push(`bases/${name}/tar is missing.`)
    const isNewest = index === bases.length - 1
    const until = isNewest && covered?.timeline === facts.timeline ? covered.lsn : facts.endLsn
    let next = ''
    let reached = (parseLsn(facts.startLsn) / BigInt(facts.segmentBytes)) * BigInt(facts.segmentBytes)
    for await (const { name: segment, bytes } of walkLog(folder, parseLsn(facts.startLsn), facts)) {
      next = segment
      reached += BigInt(bytes)
    }
    if (reached < parseLsn(until))
      problems.push(
        `The log ends at ${formatLsn(reached)} (${next || 'no segment'}), and base ${name} needs it up to ${until}.`,
      )
  }
  return problems
}

async function* walk(root: string, below: string): AsyncGenerator<string> {
  for (const entry of await fs.readdir(path.join(root, below), { withFileTypes: true })) {
    const file = path.posix.join(below, entry.name)
    if (entry.isDirectory()) yield* walk(root, file)
    else yield file
  }
}

/** A backup under way renames and drops files while we look. */
function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
