import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { findFreePort } from '#server/testing/free-port.ts'
import { hasPrograms } from '#server/testing/optional-program.ts'

const STARTS_WITHIN_MS = 60_000

/** The string that every scanner finds, harmless by agreement (https://www.eicar.org); in two parts, so none finds this. */
export const EICAR = `${String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-`}STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`

/**
 * Starts ClamAV's daemon with a signature database of its own, which knows nothing but the test string: the public one
 * takes a gigabyte of memory, and the internet. Null, with a word why, where it isn't installed.
 */
export async function startClamd(settings: readonly string[] = []) {
  if (!hasPrograms('clamd')) return null
  const folder = await mkdtemp(path.join(os.tmpdir(), 'cheers-clamd-'))
  const socket = path.join(folder, 'clamd.ctl')
  const signature = Buffer.from(EICAR).toString('hex')
  await writeFile(path.join(folder, 'own.ndb'), `Cheers.Eicar:0:*:${signature}\n`)
  const config = path.join(folder, 'clamd.conf')
  const port = await findFreePort()
  const lines = [
    `DatabaseDirectory ${folder}`,
    `LocalSocket ${socket}`,
    `TCPSocket ${port}`,
    'TCPAddr 127.0.0.1',
    'Foreground yes',
    ...settings,
  ]
  await writeFile(config, `${lines.join('\n')}\n`)
  const server = spawn('clamd', ['--config-file', config], { stdio: 'ignore' })
  await untilItListens(server, socket)
  return {
    urls: { socket, tcp: `tcp://127.0.0.1:${port}` },
    async stop() {
      server.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function untilItListens(server: ChildProcess, socket: string): Promise<void> {
  for (const end = Date.now() + STARTS_WITHIN_MS; Date.now() < end; await sleep(100)) {
    if (server.exitCode !== null) throw new Error(`clamd ended with ${server.exitCode}`)
    if (await answers(socket)) return
  }
  server.kill()
  throw new Error('clamd does not answer')
}

function answers(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = net.connect(socket, () => {
      connection.destroy()
      resolve(true)
    })
    connection.on('error', () => resolve(false))
  })
}
