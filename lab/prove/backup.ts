import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

import { makeKeyFile, readKeyFile } from '#scripts/backup/age-file.ts'
import { filesBelow, listBases, readCovered } from '#scripts/backup/folder.ts'
import { restoreCopy } from '#scripts/backup/restore-copy.ts'

import { compareDumps, type Dump, dumpAll, dumpNow, rowsOf } from './backup/dump.ts'
import { startBusyProduct } from './backup/product.ts'

/*
 * Backs up a product while people join, pay, write and upload, kills the backup in the middle of a base, and restores it to random
 * moments: each copy has exactly the rows of its moment. `node lab/prove/backup.ts`, or with the number of restores.
 */

const RESTORES = Number(process.argv[2] ?? 3)
/** Between two moments, at most. */
const APART_MS = 6000

const root = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-prove-backup-'))
// The database's own account passes through.
await fs.chmod(root, 0o711)
const [dataDir, kept, keyFile] = [path.join(root, 'data'), path.join(root, 'backup'), path.join(root, 'key')]
await makeKeyFile(keyFile)
const key = await readKeyFile(keyFile)
const script = path.join(import.meta.dirname, '../../scripts/backup.ts')

let isProved = true
function say(holds: boolean, what: string): void {
  console.log(`${holds ? 'holds' : 'FAILS'}  ${what}`)
  isProved &&= holds
}

function backup(...flags: string[]): ChildProcess {
  return spawn(process.execPath, [script, '--to', kept, '--key', keyFile, ...flags], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function succeeds(child: ChildProcess): Promise<boolean> {
  const [code] = (await once(child, 'exit')) as [number | null]
  return code === 0
}

async function restore(moment: string): Promise<{ dump: Dump; problems: string[]; ms: number }> {
  const into = path.join(root, 'restored')
  await fs.mkdir(into, { mode: 0o711 })
  const began = performance.now()
  let dump: Dump = new Map()
  const look = async (connection: pg.ClientConfig) => void (dump = await dumpAll(connection))
  const { problems } = await restoreCopy({ root: kept, key, moment, into, say: () => undefined, look })
  const ms = performance.now() - began
  await fs.rm(into, { recursive: true, force: true, maxRetries: 3 })
  return { dump, problems, ms }
}

const product = await startBusyProduct(dataDir)
const sql = new pg.Client(product.connection)
await sql.connect()
say(await succeeds(backup()), 'everything is copied while people join, pay, write and upload')

const moments: { moment: string; dump: Dump }[] = []
for (let count = 0; count < RESTORES; count += 1) {
  await sleep(randomInt(200, APART_MS))
  moments.push(await dumpNow(sql))
}

const following = backup('--every', '24h')
const ended = once(following, 'exit')
const wanted = moments.at(-1)?.moment ?? ''
while ((readCovered(kept)?.moment ?? '') <= wanted && following.exitCode === null) await sleep(100)
following.kill('SIGTERM')
const [code] = (await ended) as [number | null]
say(code === 0 && listBases(kept).length === 1, 'the log alone is taken where the base is young')

const killed = backup()
while (!(await fs.readdir(path.join(kept, 'bases'))).includes('.part')) await sleep(20)
await sleep(150)
const gone = once(killed, 'exit')
killed.kill('SIGKILL')
await gone
say(listBases(kept).length === 1, 'killed while it copies everything again, it left the base it had')
say((await succeeds(backup())) && listBases(kept).length === 2, 'and the next one is whole')
await product.stopWriting()
const { payments, messages, media } = product.written()
console.log(`${payments} payments, ${messages} messages and ${media} media were written meanwhile`)

let exact = 0
let slowestMs = 0
for (const { moment, dump } of moments) {
  const restored = await restore(moment)
  slowestMs = Math.max(slowestMs, restored.ms)
  const differences = [...compareDumps(dump, restored.dump), ...restored.problems]
  for (const line of differences) console.log(`${moment}  ${line}`)
  if (differences.length === 0) exact += 1
}
const rows = rowsOf(moments.at(-1)?.dump ?? new Map())
say(
  exact === RESTORES,
  `${exact} of ${RESTORES} restores to random moments have exactly the rows of before (${rows} rows in the last), ${(slowestMs / 1000).toFixed(1)} s at most`,
)

say(await succeeds(backup('--verify')), 'all of it is as it was written')
const victim = path.join(kept, filesBelow(kept).findLast((file) => file.startsWith('log')) ?? '')
const bytes = await fs.readFile(victim)
const at = randomInt(bytes.length)
bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
await fs.writeFile(victim, bytes)
say(!(await succeeds(backup('--verify'))), 'one changed byte is found')
console.log(`the backup reaches to ${readCovered(kept)?.moment}`)

await sql.end()
await product.close()
await fs.rm(root, { recursive: true, force: true, maxRetries: 3 })
if (!isProved) process.exitCode = 1
