import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, test } from 'vitest'

import { endLater, serverPid, testRoot } from './platform/db/embedded-testing.ts'
import { findFreePort } from './testing/free-port.ts'

test('a server whose built-in database is killed says so and ends, so that its supervisor starts both again', async () => {
  const dataDir = path.join(testRoot, 'lost')
  const server = spawn(process.execPath, ['server/testing/serve.fixture.ts'], {
    cwd: path.join(import.meta.dirname, '..'),
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: String(await findFreePort()) },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  endLater(server)
  let said = ''
  server.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text))
  await once(server, 'message')
  process.kill(serverPid(path.join(dataDir, 'postgresql', 'cluster')), 'SIGKILL')
  expect(await once(server, 'exit')).toEqual([1, null])
  expect(said).toContain('ended unexpectedly (signal SIGKILL)')
})
