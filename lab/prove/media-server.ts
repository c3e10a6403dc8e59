import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import { productionEnv } from '#scripts/production-env.ts'

/** Both halves of the creator's session, and where to use them. */
export interface Rig {
  baseUrl: string
  /** The session of Asha, whose page is visited. */
  token: string
  cookie: string
  /** The session of another creator. */
  neighbour: { token: string; cookie: string }
  dataDir: string
  /**
   * The highest resident memory of the server, and of all processes it started together (the database left out), in MB,
   * and the event loop's delay at the 99th percentile and at its longest, in ms, during `work`.
   */
  watch(work: () => Promise<void>): Promise<{
    startMb: number
    peakMb: number
    childrenPeakMb: number
    loopP99Ms: number
    loopMaxMs: number
  }>
  /** Ends the server as a power cut would, and starts it again. Answers how long it took to answer again. */
  killAndRestart(): Promise<number>
  stop(): Promise<void>
}

const SAMPLE_MS = 50

/** Cheers in a process of its own, as `npm start` or as in production, with two creators. */
export async function startRig(
  port: number,
  { isProduction = false }: { isProduction?: boolean } = {},
): Promise<Rig> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-prove-'))
  // The embedded database's own account needs access to the folder.
  await fs.chmod(dataDir, 0o755)
  const start = (...how: string[]) =>
    fork(path.join(import.meta.dirname, 'media-serve.ts'), [String(port), dataDir, ...how], {
      env: { ...process.env, ...(isProduction ? productionEnv(port, dataDir) : {}) },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
  let child = start()
  const { neighbour, ...own } = (await answerOf(child)) as Pick<Rig, 'token' | 'cookie' | 'neighbour'>
  const named = ({ token, cookie }: Rig['neighbour']) => ({
    token,
    cookie: `${isProduction ? '__Host-cheers' : `cheers-${port}`}=${cookie}`,
  })
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    ...named(own),
    neighbour: named(neighbour),
    dataDir,
    async watch(work) {
      child.send('reset')
      const startMb = await residentMb(child.pid)
      let peakMb = startMb
      let childrenPeakMb = 0
      const sampling = setInterval(() => {
        void residentMb(child.pid).then((now) => (peakMb = Math.max(peakMb, now)))
        void startedMb(child.pid).then((now) => (childrenPeakMb = Math.max(childrenPeakMb, now)))
      }, SAMPLE_MS)
      try {
        await work()
      } finally {
        clearInterval(sampling)
      }
      child.send('report')
      const loop = (await answerOf(child)) as { loopP99Ms: number; loopMaxMs: number }
      return { startMb, peakMb, childrenPeakMb, ...loop }
    },
    async killAndRestart() {
      child.kill('SIGKILL')
      await once(child, 'exit')
      const startedAt = performance.now()
      child = start('again')
      await answerOf(child)
      return performance.now() - startedAt
    },
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await fs.rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function answerOf(child: ChildProcess): Promise<unknown> {
  const stop = new AbortController()
  try {
    const ended = once(child, 'exit', { signal: stop.signal }).then(() => {
      throw new Error('The server ended.')
    })
    ended.catch(() => undefined)
    const [answer] = (await Promise.race([once(child, 'message', { signal: stop.signal }), ended])) as [
      unknown,
    ]
    return answer
  } finally {
    stop.abort()
  }
}

async function residentMb(pid: number | undefined): Promise<number> {
  const status = await fs.readFile(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

/** Of every process below one, in MB. Processes that end meanwhile count as nothing. */
async function startedMb(pid: number | undefined): Promise<number> {
  const children = await fs.readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  let total = 0
  for (const child of children.trim().split(' ').filter(Boolean).map(Number)) {
    const name = await fs.readFile(`/proc/${child}/comm`, 'utf8').catch(() => '')
    if (name.startsWith('postgres')) continue
    total += (await residentMb(child).catch(() => 0)) + (await startedMb(child))
  }
  return total
}
