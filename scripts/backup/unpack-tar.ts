import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { programEnvironment } from '#server/platform/program.ts'

import { BackupError } from './age-file.ts'

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
    throw new BackupError(`tar can't unpack: ${said.trim() || String(error)}`, { cause: error })
  }
  if (code !== 0) throw new BackupError(`tar can't unpack: ${said.trim()}`)
}
