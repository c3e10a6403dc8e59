import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import path from 'node:path'

import { programEnvironment } from '../program.ts'
import { BackupError } from './backup-error.ts'
import type { Base, BackupFolder } from './folder.ts'
import { walkLog } from './log-segments.ts'
import { parseLsn } from './replication.ts'
import { readSealed } from './sealed-file.ts'

/** Unpacks a base, and the log that follows it, into an empty folder. */
export async function unpackCluster(folder: BackupFolder, base: Base, cluster: string): Promise<void> {
  await fs.mkdir(cluster, { recursive: true, mode: 0o700 })
  await unpackTar(
    readSealed(path.join(folder.root, 'bases', base.name, 'tar'), folder.key, {
      name: `bases/${base.name}/tar`,
    }),
    cluster,
  )
  const start = parseLsn(base.facts.startLsn)
  let reached = (start / BigInt(base.facts.segmentBytes)) * BigInt(base.facts.segmentBytes)
  for await (const segment of walkLog(folder, start, base.facts)) {
    await unpackSegment(folder, segment, path.join(cluster, 'pg_wal', segment.name), base.facts.segmentBytes)
    reached += BigInt(segment.bytes)
  }
  if (reached < parseLsn(base.facts.endLsn))
    throw new BackupError(`The log that base ${base.name} needs is missing: verify the backup.`)
}

/**
 * All of the source is read, since its end is what shows that it is whole, also when tar is done and gone before: it needs none
 * of the padding after an archive.
 */
export async function unpackTar(source: AsyncIterable<Uint8Array>, directory: string): Promise<void> {
  const tar = spawn('tar', ['-xof', '-', '-C', directory], {
    env: programEnvironment(),
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let said = ''
  tar.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  // What it makes of an archive is said by its exit code.
  tar.stdin.on('error', () => undefined)
  const ended = once(tar, 'close') as Promise<[number | null]>
  // It is awaited once all is read; until then, that there is no tar is nobody's unhandled error.
  ended.catch(() => undefined)
  let code: number | null
  try {
    for await (const chunk of source)
      if (tar.stdin.writable && !tar.stdin.write(chunk))
        await Promise.race([once(tar.stdin, 'drain').catch(() => undefined), ended])
    tar.stdin.end()
    ;[code] = await ended
  } catch (error) {
    tar.kill()
    await ended.catch(() => undefined)
    if (error instanceof BackupError) throw error
    throw new BackupError(`The base can't be unpacked: ${said.trim() || String(error)}`, { cause: error })
  }
  if (code !== 0) throw new BackupError(`The base can't be unpacked: ${said.trim()}`)
}

/** A segment that was cut short is as long as the others, with nothing at its end. */
async function unpackSegment(
  { root, key }: BackupFolder,
  { name, file }: { name: string; file: string },
  target: string,
  segmentBytes: number,
): Promise<void> {
  const handle = await fs.open(target, 'w', 0o600)
  try {
    for await (const block of readSealed(path.join(root, file), key, {
      name: `log/${name}`,
      isOpenEnded: file.endsWith('.part'),
    }))
      await handle.writeFile(block)
    await handle.truncate(segmentBytes)
  } finally {
    await handle.close()
  }
}
