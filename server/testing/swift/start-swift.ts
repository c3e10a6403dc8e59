import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { S3mini } from 's3mini'

import { skipFor } from '../optional-program.ts'
import { PYTHON, unpackSwift } from './swift-packages.ts'

const START_MS = 120_000

export interface TestStore {
  /** For STORAGE_URL, with an empty bucket. */
  storageUrl: string
  /** Ends it as a power cut would, until `start`. */
  kill(): Promise<void>
  /** Again, at the same address, with what it had. */
  start(): Promise<void>
  stop(): Promise<void>
}

/**
 * A real S3 server, OpenStack Swift's, on loopback and with a folder of its own; null, with a warning, where it can't
 * be had. It ends with us, however we end.
 */
export async function startSwift(): Promise<TestStore | null> {
  try {
    return await start(await unpackSwift())
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n')
    skipFor(`no S3 server here (${reason})`)
    return null
  }
}

async function start(packages: string): Promise<TestStore> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-swift-'))
  let child = spawnServer(packages, [folder])
  const end = async () => {
    child.stdin.end()
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  const kill = async () => {
    child.kill('SIGKILL')
    await end()
  }
  const stop = async () => {
    await end()
    await fs.rm(folder, { recursive: true, force: true })
  }
  try {
    const port = await portOf(child)
    const [accessKeyId, secretAccessKey] = ['test:tester', 'testing']
    const endpoint = `http://127.0.0.1:${port}/cheers`
    await new S3mini({ accessKeyId, secretAccessKey, endpoint, region: 'us-east-1' }).createBucket()
    return {
      storageUrl: `s3://${encodeURIComponent(accessKeyId)}:${secretAccessKey}@127.0.0.1:${port}/cheers?tls=false`,
      kill,
      async start() {
        child = spawnServer(packages, [folder, port])
        await portOf(child)
      },
      stop,
    }
  } catch (error) {
    await kill()
    await stop()
    throw error
  }
}

function spawnServer(packages: string, words: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn(PYTHON, ['-S', path.join(import.meta.dirname, 'swift-server.py'), ...words], {
    env: {
      PYTHONPATH: path.join(packages, 'usr/lib/python3/dist-packages'),
      PYTHONDONTWRITEBYTECODE: '1',
      LD_LIBRARY_PATH: ['x86_64', 'aarch64']
        .map((machine) => path.join(packages, `usr/lib/${machine}-linux-gnu`))
        .join(':'),
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

/** Once it answers. */
async function portOf(child: ChildProcessWithoutNullStreams): Promise<string> {
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  return Promise.race([
    firstLine(child.stdout.setEncoding('utf8')),
    once(child, 'exit').then(() => Promise.reject(new Error(said.trim().split('\n').at(-1)))),
    once(AbortSignal.timeout(START_MS), 'abort').then(() => Promise.reject(new Error('It did not start'))),
  ])
}

async function firstLine(output: AsyncIterable<string>): Promise<string> {
  let text = ''
  for await (const piece of output) {
    text += piece
    if (text.includes('\n')) return text.trim()
  }
  throw new Error('It ended at once')
}
