import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { parse } from 'zod/v4/core'

import { BackupError } from './backup-error.ts'
import type { BackupKey } from './backup-key.ts'
import { readSealedJson, sealJson } from './sealed-file.ts'

/*
 * What a backup is made of. Every file is sealed (`sealed-file.ts`) under its path below the folder.
 *
 *   backup                     which database this is of
 *   bases/<moment>/tar, facts  copies of the whole cluster; one without facts was never finished
 *   log/<segment>, <segment>.<n>.part   the database's log since the oldest base; the newest segment grows
 *   covered                    up to which moment everything is here
 *   files/<moment>             what lies below DATA_DIR beside the database and the media
 *   media/<key>                pictures, videos and sounds; gone/<day>/<key>: those that nothing names since that day
 */

export interface BackupFolder {
  root: string
  key: BackupKey
}

const identity = z.object({ id: z.string(), systemId: z.string() })
export type BackupIdentity = z.output<typeof identity>

const baseFacts = z.object({
  /** By the clock of the database. */
  startedAt: z.string(),
  finishedAt: z.string(),
  timeline: z.number(),
  startLsn: z.string(),
  endLsn: z.string(),
  segmentBytes: z.number(),
  /** The major version of its PostgreSQL: no other reads its files. */
  majorVersion: z.number(),
  database: z.string(),
  /** The role that owns everything, by which the copy is opened. */
  superuser: z.string(),
  /** Before it was compressed. */
  tarBytes: z.number(),
})
export type BaseFacts = z.output<typeof baseFacts>

export interface Base {
  name: string
  facts: BaseFacts
}

const covered = z.object({ moment: z.string(), lsn: z.string(), timeline: z.number() })
/** Everything that was committed before `moment`, by the database's clock, is in the log up to `lsn`. */
export type Covered = z.output<typeof covered>

/** The moment as a name of a file: sorts like time. */
export function stampOf(moment: Date): string {
  return moment.toISOString().replaceAll(':', '-')
}

/** Opens a backup. null when the folder has none. Throws when it needs another key. */
export async function readIdentity({ root, key }: BackupFolder): Promise<BackupIdentity | null> {
  if (!(await exists(path.join(root, 'backup')))) return null
  return parse(identity, await readSealedJson(path.join(root, 'backup'), key, 'backup'))
}

/** Opens the backup of this database, or begins one in an empty folder. */
export async function openFolder(folder: BackupFolder, systemId: string): Promise<BackupIdentity> {
  const { root, key } = folder
  await fs.mkdir(root, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw new BackupError(`${root} can't be made (${String(error)}).`)
  })
  const found = await readIdentity(folder)
  if (found) {
    if (found.systemId === systemId) return found
    throw new BackupError(`${root} keeps the backup of another database: name another folder.`)
  }
  if ((await fs.readdir(root)).some((name) => !name.endsWith('.part')))
    throw new BackupError(`${root} is not empty, and no backup: name another folder.`)
  const made = { id: randomBytes(4).toString('hex'), systemId }
  await sealJson(path.join(root, 'backup'), key, 'backup', made)
  return made
}

/** The finished bases, oldest first. */
export async function listBases({ root, key }: BackupFolder): Promise<Base[]> {
  const bases: Base[] = []
  for (const name of (await namesIn(path.join(root, 'bases'))).toSorted()) {
    const facts = path.join(root, 'bases', name, 'facts')
    if (await exists(facts))
      bases.push({ name, facts: parse(baseFacts, await readSealedJson(facts, key, `bases/${name}/facts`)) })
  }
  return bases
}

/** Makes a base one of the finished: call it last. */
export async function writeFacts({ root, key }: BackupFolder, { name, facts }: Base): Promise<void> {
  await sealJson(path.join(root, 'bases', name, 'facts'), key, `bases/${name}/facts`, facts)
}

export async function readCovered({ root, key }: BackupFolder): Promise<Covered | null> {
  const file = path.join(root, 'covered')
  return (await exists(file)) ? parse(covered, await readSealedJson(file, key, 'covered')) : null
}

export async function writeCovered({ root, key }: BackupFolder, reached: Covered): Promise<void> {
  await sealJson(path.join(root, 'covered'), key, 'covered', reached)
}

export async function exists(file: string): Promise<boolean> {
  return fs.access(file).then(
    () => true,
    () => false,
  )
}

/** The names in a folder; none when there is no such folder. */
export async function namesIn(folder: string): Promise<string[]> {
  return fs.readdir(folder).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  })
}
