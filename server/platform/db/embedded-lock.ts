import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

import { programEnvironment, run } from '../program.ts'
import type { ClusterLocation } from './embedded-location.ts'
import { EmbeddedPostgresError } from './embedded-process.ts'

// open(2) on macOS takes the lock itself; Node has no names for these flags.
const MACOS_O_EXLOCK = 0x20
// The exit status of flock when another process has the lock; every other failure has a higher one.
const FLOCK_TAKEN = 1
const FAST_SHUTDOWN_MS = 60_000
const IMMEDIATE_SHUTDOWN_MS = 10_000
const POLL_MS = 20

/**
 * Takes the cluster for this process and returns the release; throws when another Cheers has it. The kernel's lock
 * ends with its holder, however that ends, so it can neither go stale nor be mistaken for a reused process id.
 */
export function takeClusterLock(location: ClusterLocation): () => void {
  const file = path.join(location.home, 'lock')
  const fd = openLock(file, location)
  if (process.platform === 'linux') {
    // flock(2) belongs to the open file, which this process and the short-lived flock program share.
    const stdio = ['ignore', 'ignore', 'pipe', fd] as const
    const taken = spawnSync('flock', ['-n', '3'], { stdio: [...stdio], env: programEnvironment() })
    if (taken.status !== 0) {
      fs.closeSync(fd)
      if (taken.status === FLOCK_TAKEN) throw inUse(file, location)
      const reason = taken.error?.message ?? taken.stderr.toString().trim()
      throw cannotLock(file, reason)
    }
  }
  fs.ftruncateSync(fd)
  fs.writeSync(fd, String(process.pid), 0)
  return () => fs.closeSync(fd)
}

/**
 * Ends a server of this cluster that outlived a killed Cheers and removes what it left. The caller holds the cluster
 * lock, so nobody else is using that server. Ending it rather than adopting it keeps one kind of server: our child,
 * with this start's settings and tied to this process.
 */
export async function endLeftoverServer(cluster: string, log: (line: string) => void): Promise<void> {
  const leftover = await findServer(cluster)
  if (leftover !== null) {
    log(`Ending the PostgreSQL (pid ${leftover}) that an earlier Cheers left running.`)
    const hasEnded =
      (await signalAndWait('SIGINT', FAST_SHUTDOWN_MS, cluster, leftover)) ||
      (await signalAndWait('SIGQUIT', IMMEDIATE_SHUTDOWN_MS, cluster, leftover))
    if (!hasEnded) {
      throw new EmbeddedPostgresError(
        `The PostgreSQL of ${cluster} (pid ${leftover}) does not end: end it by hand and start again.`,
      )
    }
  }
  // PostgreSQL takes a zombie, or a reused id under its own account, for a living server and refuses to start. Its
  // shared memory key comes from the folder's inode, so it still notices children of a dead server.
  fs.rmSync(path.join(cluster, 'postmaster.pid'), { force: true })
}

/** The process id of the living server of this cluster, or null. */
async function findServer(cluster: string): Promise<number | null> {
  let pid: number
  try {
    pid = Number.parseInt(fs.readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8'), 10)
  } catch {
    return null
  }
  return pid > 1 && (await isServerOf(cluster, pid)) ? pid : null
}

async function isServerOf(cluster: string, pid: number): Promise<boolean> {
  if (process.platform !== 'linux') {
    const { output } = await run(['ps', '-o', 'stat=,command=', '-p', String(pid)])
    return !output.startsWith('Z') && output.includes(`-D ${cluster} `)
  }
  try {
    // The state follows the name, which is in parentheses and may itself contain any character.
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8')
    const state = stat.slice(stat.lastIndexOf(')') + 2).charAt(0)
    if (state === 'Z' || state === 'X') return false
    const [program = '', ...args] = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    if (path.basename(program) !== 'postgres') return false
    return args.includes(cluster) || worksIn(pid, cluster)
  } catch {
    return false
  }
}

// Recognises a server whose DATA_DIR was moved while it ran; the server changes into its cluster when it starts.
function worksIn(pid: number, cluster: string): boolean {
  const current = fs.statSync(`/proc/${pid}/cwd`)
  const wanted = fs.statSync(cluster)
  return current.ino === wanted.ino && current.dev === wanted.dev
}

async function signalAndWait(
  signal: 'SIGINT' | 'SIGQUIT',
  timeoutMs: number,
  cluster: string,
  pid: number,
): Promise<boolean> {
  try {
    process.kill(pid, signal)
  } catch {
    // It has just ended, or it isn't ours to end: the wait tells.
  }
  const deadline = Date.now() + timeoutMs
  while (await isServerOf(cluster, pid)) {
    if (Date.now() > deadline) return false
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  return true
}

function openLock(file: string, location: ClusterLocation): number {
  const { O_RDWR, O_CREAT, O_NONBLOCK } = fs.constants
  const lockFlags = process.platform === 'darwin' ? MACOS_O_EXLOCK | O_NONBLOCK : 0
  try {
    return fs.openSync(file, O_RDWR | O_CREAT | lockFlags, 0o600)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EAGAIN') throw inUse(file, location)
    if (code !== 'EACCES' && code !== 'EPERM') throw cannotLock(file, String(error))
    throw new EmbeddedPostgresError(
      `The database of ${location.dataDirectory} belongs to another account: start Cheers as that account, or give ` +
        'this one another DATA_DIR.',
    )
  }
}

function inUse(file: string, location: ClusterLocation): EmbeddedPostgresError {
  const pid = fs.readFileSync(file, 'utf8').trim() || 'unknown'
  return new EmbeddedPostgresError(
    `${location.dataDirectory} is already in use by another Cheers (pid ${pid}): stop it, or give this one another DATA_DIR.`,
  )
}

function cannotLock(file: string, reason: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `${file} cannot be locked (${reason}): install util-linux, keep DATA_DIR on a local writable disk, or set DATABASE_URL.`,
  )
}
