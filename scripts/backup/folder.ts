import fs from 'node:fs'
import path from 'node:path'

/*
 * What a backup is made of; every file ends with .zst.age but the first, and says nothing without the key.
 *
 *   database                              which database this is of, and which moment everything is here for
 *   bases/<moment>_<first>_<last>/        copies of the whole cluster, from when they are whole, and the log they need themselves:
 *     cluster.tar, files.tar, backup_label
 *   log/<segment>                         the database's log since the oldest base
 *   media/<key>                           pictures, videos and sounds, touched by each base that names them
 *   sandbox.tar                           what the stand-ins of development keep
 */

export const SEALED = '.zst.age'
const SEGMENT = /^[0-9A-F]{24}$/
const SEGMENTS_OF_4GB = 256

export interface Base {
  name: string
  /** The earliest moment that it restores. */
  moment: Date
  first: string
  last: string
}

/** The moment as a part of a name: sorts like time. */
export function stampOf(moment: Date): string {
  return moment.toISOString().replaceAll(':', '-')
}

/** The finished bases, oldest first. */
export function listBases(root: string): Base[] {
  return namesIn(path.join(root, 'bases'))
    .filter((name) => !name.endsWith('.part'))
    .map((name) => {
      const [stamp = '', first = '', last = ''] = name.split('_')
      const moment = new Date(stamp.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))
      return { name, moment, first, last }
    })
}

export function isSegment(name: string): boolean {
  return SEGMENT.test(name)
}

/** The segments that follow each other from this one on, of one timeline; none if it isn't there. */
export function segmentsFrom(root: string, first: string): string[] {
  const found: string[] = []
  for (let name = first; fs.existsSync(path.join(root, 'log', `${name}${SEALED}`)); name = segmentAfter(name))
    found.push(name)
  return found
}

function segmentAfter(name: string): string {
  const [high, low] = [name.slice(8, 16), name.slice(16)].map((part) => Number.parseInt(part, 16))
  const next = (high ?? 0) * SEGMENTS_OF_4GB + (low ?? 0) + 1
  const hex = (part: number) => part.toString(16).toUpperCase().padStart(8, '0')
  return `${name.slice(0, 8)}${hex(Math.floor(next / SEGMENTS_OF_4GB))}${hex(next % SEGMENTS_OF_4GB)}`
}

export interface Covered {
  /** The database's own number, and of which of its restored copies this is. */
  database: string
  /** Every commit before it is here. */
  moment: string
}

/** null: nothing is here yet. */
export function readCovered(root: string): Covered | null {
  const file = path.join(root, 'database')
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as Covered) : null
}

export function writeCovered(root: string, covered: Covered): void {
  const file = path.join(root, 'database')
  fs.writeFileSync(`${file}.part`, JSON.stringify(covered), { flush: true })
  fs.renameSync(`${file}.part`, file)
}

/**
 * Drops what no moment after `cutoff` needs, but never the newest base: bases, then the log before the oldest one that stays,
 * and media that no base has named since.
 */
export function dropOld(root: string, cutoff: Date): void {
  const bases = listBases(root)
  const kept = Math.max(
    0,
    bases.findLastIndex(({ moment }) => moment <= cutoff),
  )
  for (const { name } of bases.slice(0, kept))
    fs.rmSync(path.join(root, 'bases', name), { recursive: true, force: true })
  const oldest = bases[kept]
  if (!oldest) return
  for (const name of namesIn(path.join(root, 'log')))
    if (name < oldest.first) fs.rmSync(path.join(root, 'log', name), { force: true })
  for (const key of filesBelow(path.join(root, 'media'))) {
    const file = path.join(root, 'media', key)
    if (fs.statSync(file).mtime < oldest.moment) fs.rmSync(file, { force: true })
  }
}

/** The names in a folder, sorted; none when there is no such folder. */
export function namesIn(folder: string): string[] {
  return fs.existsSync(folder) ? fs.readdirSync(folder).toSorted() : []
}

/** The paths of all files below a folder. */
export function filesBelow(folder: string): string[] {
  if (!fs.existsSync(folder)) return []
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
}
