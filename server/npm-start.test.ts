import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'

import { serverPid, testRoot } from './platform/db/embedded-testing.ts'
import { findFreePort } from './testing/free-port.ts'

const READY_MAX_MS = 120_000

/** npm in a process group of its own, as a terminal or a supervisor starts it. */
async function npmStart(dataDir: string): Promise<{ npm: ChildProcess; group: number; url: string }> {
  const port = await findFreePort()
  const npm = spawn('npm', ['start'], {
    cwd: path.join(import.meta.dirname, '..'),
    env: { PATH: process.env['PATH'], HOME: testRoot, DATA_DIR: dataDir, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const isReady = Promise.withResolvers<void>()
  let said = ''
  npm.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text
    if (said.includes('Cheers is ready')) isReady.resolve()
  })
  npm.on('exit', (code) => isReady.reject(new Error(`npm start ended with ${code}:\n${said}`)))
  await isReady.promise
  return { npm, group: -(npm.pid ?? 0), url: `http://127.0.0.1:${port}/readyz` }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test.each([
  // A shell between npm and the server kept the signal for itself, and both went on without npm.
  ['SIGTERM to npm alone', (npm: ChildProcess) => npm.kill('SIGTERM')],
  // Which arrives twice: the terminal sends it to all, and npm passes its own on.
  ['Ctrl-C in a terminal', (npm: ChildProcess) => process.kill(-(npm.pid ?? 0), 'SIGINT')],
])(
  'after %s nothing of npm start is left, neither the server nor its database',
  async (name, send) => {
    const dataDir = path.join(testRoot, name.replaceAll(' ', '-'))
    const { npm, group, url } = await npmStart(dataDir)
    try {
      expect((await fetch(url)).status).toBe(200)
      const database = serverPid(path.join(dataDir, 'postgresql', 'cluster'))
      expect(isRunning(database)).toBe(true)
      const exit = once(npm, 'exit')
      send(npm)
      expect(await exit).toEqual([0, null])
      expect(isRunning(database)).toBe(false)
      await expect(fetch(url)).rejects.toThrow('fetch failed')
      expect(isRunning(group)).toBe(false)
    } finally {
      if (isRunning(group)) process.kill(group, 'SIGKILL')
    }
  },
  READY_MAX_MS,
)
