import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import { type Account } from '../program.ts'
import { EmbeddedPostgresError, SERVER_ACCOUNT, canEnter, isRoot } from './embedded-process.ts'

/** Where root keeps things that PostgreSQL's account can't reach in DATA_DIR or node_modules. */
const SYSTEM_DIRECTORY = '/var/lib/cheers'
const LOCATION_FILE = 'postgresql.location'
// sun_path holds 104 bytes on macOS and 108 on Linux, its final zero included.
const SOCKET_PATH_MAX_BYTES = 103

export interface ClusterLocation {
  dataDirectory: string
  /** The folder of the lock and of the cluster; PostgreSQL's account may pass through it, not write to it. */
  home: string
  cluster: string
  /** Where the log waits for `npm run backup`, beside the cluster. */
  archive: string
  logFile: string
  /** Where a copy of the programs goes when the installed ones cannot be run. */
  copiesDirectory: string
  account: Account
}

/** Decides where the cluster of a DATA_DIR lives and which account owns it, and makes the folders. */
export async function locateCluster(dataDir: string): Promise<ClusterLocation> {
  // Root's own folder lets PostgreSQL's account through without showing it what else is there.
  const folderMode = isRoot() ? 0o711 : 0o700
  makeDirectory(dataDir, folderMode)
  const dataDirectory = fs.realpathSync(dataDir)
  const home = findRecordedHome(dataDirectory) ?? (await chooseHome(dataDirectory, folderMode))
  const cluster = path.join(home, 'cluster')
  const copiesDirectory = isRoot() ? SYSTEM_DIRECTORY : home
  const logFile = path.join(dataDirectory, 'postgresql.log')
  const archive = path.join(home, 'archive')
  return { dataDirectory, home, cluster, archive, logFile, copiesDirectory, account: accountOf(cluster) }
}

/** Makes a new private socket folder with a short path and removes the one that an earlier start left. */
export async function renewSocketDirectory({ home, account }: ClusterLocation): Promise<string> {
  const record = path.join(home, 'socket-directory')
  if (fs.existsSync(record)) removeSocketDirectory(fs.readFileSync(record, 'utf8'), account)
  for (const base of [isRoot() ? '' : (process.env['XDG_RUNTIME_DIR'] ?? ''), os.tmpdir(), '/tmp']) {
    // PostgreSQL splits its list of socket folders at commas and reads quotes in it.
    if (!/^\/[\w./+-]*$/.test(base) || !(await canEnter(base, account))) continue
    if (Buffer.byteLength(`${base}/cheers-XXXXXX/.s.PGSQL.5432`) > SOCKET_PATH_MAX_BYTES) continue
    try {
      // A fresh random name: nobody can have taken it before, and mkdtemp makes it 0700.
      const socketDirectory = fs.mkdtempSync(path.join(base, 'cheers-'))
      giveTo(socketDirectory, account)
      fs.writeFileSync(record, socketDirectory, { mode: 0o600 })
      return socketDirectory
    } catch {
      continue
    }
  }
  throw new EmbeddedPostgresError(
    `The built-in PostgreSQL found no folder for its socket: ${os.tmpdir()} and /tmp are not writable.`,
  )
}

/** Removes a socket folder of ours; one that belongs to another account is left alone. */
export function removeSocketDirectory(socketDirectory: string, { uid = process.getuid?.() }: Account): void {
  const stats = fs.lstatSync(socketDirectory, { throwIfNoEntry: false })
  if (!stats?.isDirectory() || stats.uid !== uid || !path.basename(socketDirectory).startsWith('cheers-'))
    return
  try {
    fs.rmSync(socketDirectory, { recursive: true, force: true })
  } catch {
    // Only litter: the next start takes a new name.
  }
}

/** Hands a folder or file to the account when this process is root; otherwise it already owns it. */
export function giveTo(file: string, { uid, gid }: Account): void {
  if (uid !== undefined && gid !== undefined) fs.lchownSync(file, uid, gid)
}

/** Makes a folder with this mode; one that was there keeps its own. */
export function makeDirectory(directory: string, mode: number): void {
  try {
    // The umask narrows the mode passed to mkdir.
    if (fs.mkdirSync(directory, { recursive: true }) !== undefined) fs.chmodSync(directory, mode)
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The built-in PostgreSQL cannot make ${directory} (${String(error)}): make it yourself, or set DATABASE_URL.`,
    )
  }
}

function accountOf(cluster: string): Account {
  if (!isRoot()) return {}
  if (process.platform !== 'linux') {
    throw new EmbeddedPostgresError(
      'The built-in PostgreSQL does not run as root on this system: start Cheers as an ordinary user, or set DATABASE_URL.',
    )
  }
  // A cluster that an ordinary user created keeps its owner, so that this user can come back to it.
  const owner = fs.statSync(cluster, { throwIfNoEntry: false })
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : SERVER_ACCOUNT
}

async function chooseHome(dataDirectory: string, mode: number): Promise<string> {
  const inside = path.join(dataDirectory, 'postgresql')
  if (!isRoot() || fs.existsSync(inside) || (await canEnter(dataDirectory, SERVER_ACCOUNT))) {
    makeDirectory(inside, mode)
    return inside
  }
  const id = randomBytes(12).toString('hex')
  const home = path.join(SYSTEM_DIRECTORY, id)
  makeDirectory(SYSTEM_DIRECTORY, 0o755)
  makeDirectory(home, mode)
  fs.writeFileSync(path.join(home, 'data-directory'), dataDirectory)
  // The folder exists before its record, so a record without its folder is a loss and never a beginning.
  const draft = path.join(dataDirectory, `${LOCATION_FILE}.${id}`)
  fs.writeFileSync(draft, id, { mode: 0o600, flush: true })
  try {
    fs.linkSync(draft, path.join(dataDirectory, LOCATION_FILE))
    return home
  } catch (error) {
    fs.rmSync(home, { recursive: true })
    const quicker = findRecordedHome(dataDirectory)
    if (quicker === null) throw error
    return quicker
  } finally {
    fs.rmSync(draft)
  }
}

function findRecordedHome(dataDirectory: string): string | null {
  const record = path.join(dataDirectory, LOCATION_FILE)
  const id = findText(record)
  if (id === null) return null
  const home = path.join(SYSTEM_DIRECTORY, path.basename(id))
  const owner = findText(path.join(home, 'data-directory'))
  if (owner === null) {
    throw new EmbeddedPostgresError(
      `The database of ${dataDirectory} is in ${home}, which is missing or closed to this account: bring it back, ` +
        `or delete ${record} to begin with an empty database.`,
    )
  }
  if (owner !== dataDirectory) {
    // A copied DATA_DIR would write into the database of its original; a moved one takes its database along.
    if (findText(path.join(owner, LOCATION_FILE)) === id) {
      throw new EmbeddedPostgresError(
        `${dataDirectory} is a copy of ${owner}, and the database itself is in ${home}: delete ${record} to begin ` +
          'with an empty database.',
      )
    }
    fs.writeFileSync(path.join(home, 'data-directory'), dataDirectory)
  }
  return home
}

function findText(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
