import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

import { listBases, readCovered } from '#server/platform/backup/folder.ts'
import { carryOut } from '#server/platform/backup/retention.ts'
import { verifyFolder } from '#server/platform/backup/verify.ts'
import { openS3Storage } from '#server/platform/storage/s3-storage.ts'
import { startSwift } from '#server/testing/swift/start-swift.ts'

import { fetchFromStore } from '#scripts/backup/copy-in-store.ts'
import { restoreCopy } from '#scripts/backup/restore-copy.ts'
import { compareDumps, type Dump, dumpAll, dumpNow, rowsOf } from './backup/dump.ts'
import { startBusyProduct } from './backup/product.ts'
import { openScratch } from './backup/scratch.ts'

/*
 * Backs up a product while people join, pay, write and upload, kills the backup, and restores it to random moments: each
 * copy has exactly the rows of its moment. `node lab/prove/backup.ts`, or with the number of restores and `short`.
 */

const RESTORES = Number(process.argv[2] ?? 10)
const IS_SHORT = process.argv[3] === 'short'
/** Between two moments, at most. */
const APART_MS = IS_SHORT ? 1500 : 6000

const { root, dataDir, folder, ...scratch } = await openScratch()
/** Keeps a copy of the backup's folder; null where no S3 server can be had. */
const store = await startSwift()

let isProved = true
function say(holds: boolean, what: string): void {
  console.log(`${holds ? 'holds' : 'FAILS'}  ${what}`)
  isProved &&= holds
}

function startBackup(...given: string[]): ChildProcess {
  const flags = store ? [...given, '--copy', store.storageUrl] : given
  return scratch.startBackup({ flags, stdio: ['ignore', 'ignore', 'inherit'] })
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

async function until(isTrue: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + 120_000
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error(`Waited in vain until ${what}.`)
    await sleep(100)
  }
}

async function restore(
  name: string,
  moment: string | null,
  from = folder,
): Promise<{ dump: Dump; problems: string[]; reached: Date; ms: number }> {
  const into = path.join(root, name)
  await fs.mkdir(into, { mode: 0o711 })
  const began = performance.now()
  let dump: Dump = new Map()
  const { problems, moment: reached } = await restoreCopy({
    folder: from,
    moment,
    into,
    postgres: null,
    say: () => undefined,
    look: async (connection) => {
      dump = await dumpAll(connection)
    },
  })
  const ms = performance.now() - began
  await fs.rm(into, { recursive: true, force: true })
  return { dump, problems, reached, ms }
}

/** The longest that the covered moment was behind, for as long as it is watched. */
function watchLag() {
  let longestMs = 0
  const stopping = new AbortController()
  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      // It is replaced while we read.
      const covered = await readCovered(folder).catch(() => null)
      if (covered) longestMs = Math.max(longestMs, Date.now() - Date.parse(covered.moment))
      await sleep(200)
    }
  }
  const watching = watch()
  return async () => {
    stopping.abort()
    await watching
    return longestMs
  }
}

const product = await startBusyProduct(dataDir)
const sql = new pg.Client(product.connection)
await sql.connect()
let backup = startBackup()
await until(async () => (await listBases(folder)).length > 0, 'there is a base')

const stopWatching = watchLag()
const moments: { moment: string; dump: Dump }[] = []
for (let count = 0; count < RESTORES; count += 1) {
  await sleep(randomInt(200, APART_MS))
  moments.push(await dumpNow(sql))
}
const lagMs = await stopWatching()

// Killed while it follows, and while it copies everything; what it has, stays.
await end(backup, 'SIGKILL')
const killedAt = Date.now()
if (!IS_SHORT) {
  const { reached } = await restore('after-kill', null)
  const lostMs = killedAt - reached.getTime()
  say(lostMs < 60_000, `killed, the backup had everything but the last ${(lostMs / 1000).toFixed(2)} s`)
}

const before = await listBases(folder)
backup = startBackup('--once')
const isCopying = async () => (await fs.readdir(path.join(folder.root, 'bases'))).length > before.length
await until(isCopying, 'a base is being copied')
await sleep(150)
await end(backup, 'SIGKILL')
const after = await listBases(folder)
const kept = await verifyFolder(folder, (problem) => console.log(problem))
say(
  after.length === before.length && kept.problems === 0,
  `killed while it copies everything, it left the ${after.length} it had, whole`,
)

const [code] = (await once(startBackup('--once'), 'exit')) as [number | null]
say(code === 0 && (await listBases(folder)).length === before.length + 1, 'and the next one is whole')

backup = startBackup()
const last = await dumpNow(sql)
moments.push(last)
await until(
  async () => ((await readCovered(folder).catch(() => null))?.moment ?? '') > last.moment,
  'it has caught up',
)
await product.stopWriting()
const fetched = { ...folder, root: path.join(root, 'fetched') }
async function isCopied(): Promise<boolean> {
  if (!store) return true
  await fs.rm(fetched.root, { recursive: true, force: true })
  // The first time, it hasn't begun.
  const isThere = await fetchFromStore(openS3Storage(store.storageUrl), fetched.root).then(
    () => true,
    () => false,
  )
  return isThere && ((await readCovered(fetched))?.moment ?? '') > last.moment
}
await until(isCopied, 'the copy in the store has caught up')
await end(backup, 'SIGTERM')
const { payments, messages, media } = product.written()
console.log(`${payments} payments, ${messages} messages and ${media} media were written meanwhile`)

let exact = 0
let slowestMs = 0
for (const [index, { moment, dump }] of moments.entries()) {
  const restored = await restore(`restored-${index}`, moment)
  slowestMs = Math.max(slowestMs, restored.ms)
  const differences = compareDumps(dump, restored.dump)
  for (const line of [...differences, ...restored.problems]) console.log(`${moment}  ${line}`)
  if (differences.length === 0 && restored.problems.length === 0) exact += 1
}
say(
  exact === moments.length,
  `${exact} of ${moments.length} restores to random moments have exactly the rows of before (${rowsOf(last.dump)} rows in the last), ${(slowestMs / 1000).toFixed(1)} s at most`,
)
if (store) {
  const copied = await restore('from-store', last.moment, fetched)
  const differences = [...compareDumps(last.dump, copied.dump), ...copied.problems]
  for (const line of differences) console.log(`from the store: ${line}`)
  say(differences.length === 0, 'its copy in an S3 store has them too')
}
say(lagMs < 60_000, `the backup was at most ${(lagMs / 1000).toFixed(1)} s behind`)

// What is kept of weeks and months: bases with as much of the log as they need themselves.
const bases = await listBases(folder)
const [eldest, newest] = [bases.at(0), bases.at(-1)]
if (eldest && newest) {
  const { finishedAt } = eldest.facts
  const amid = new Date((Date.parse(finishedAt) + Date.parse(newest.facts.startedAt)) / 2).toISOString()
  const thinned = { ...folder, root: path.join(root, 'thinned') }
  await fs.cp(folder.root, thinned.root, { recursive: true })
  await carryOut(thinned, { followed: [newest], standalone: [eldest], superfluous: bases.slice(1, -1) })
  const whole = await restore('whole', finishedAt)
  const alone = await restore('alone', finishedAt, thinned)
  const differences = [...compareDumps(whole.dump, alone.dump), ...alone.problems]
  for (const line of differences) console.log(`alone: ${line}`)
  say(differences.length === 0, 'a base that is kept alone, for a week or month, has the rows of its moment')
  const refusal = await restore('amid', amid, thinned).then(
    () => '',
    (error: unknown) => String(error),
  )
  say(refusal.includes('nothing is kept'), 'and a moment after it, whose log is gone, is refused')
  const later = await restore('later', last.moment, thinned)
  say(compareDumps(last.dump, later.dump).length === 0, 'while later moments are restored as before')
}

/** One of each kind, or all. */
async function filesToHarm(): Promise<string[]> {
  const all = (await fs.readdir(folder.root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    // Never finished: nobody reads them.
    .filter((file) => !file.endsWith('.part') || file.startsWith(path.join(folder.root, 'log')))
  if (!IS_SHORT) return all
  return [
    ...Map.groupBy(all, (file) => path.relative(folder.root, file).split(path.sep)[0]).values(),
  ].flatMap((files) => files.slice(-1))
}

let found = 0
const harmed = await filesToHarm()
for (const file of harmed) {
  const bytes = await fs.readFile(file)
  const [at, bit] = [randomInt(bytes.length), 1 << randomInt(8)]
  const flip = async () => {
    bytes.writeUInt8(bytes.readUInt8(at) ^ bit, at)
    await fs.writeFile(file, bytes)
  }
  await flip()
  const problems: string[] = []
  await verifyFolder(folder, (problem) => problems.push(problem)).catch((error: unknown) =>
    problems.push(String(error)),
  )
  if (problems.length === 1 && problems[0]?.startsWith(file)) found += 1
  else console.log(`${file}, byte ${at}: ${problems.join(' ') || 'not found'}`)
  await flip()
}
say(
  found === harmed.length,
  `one changed byte is found and its file named: ${found} of ${harmed.length} files`,
)

await sql.end()
await product.close()
await store?.stop()
await fs.rm(root, { recursive: true, force: true, maxRetries: 3 })
if (!isProved) process.exitCode = 1
