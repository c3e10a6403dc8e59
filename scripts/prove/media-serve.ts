import { monitorEventLoopDelay } from 'node:perf_hooks'

import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { startServer } from '#server/main.ts'

/* The server's side of `npm run prove -- media`; it answers its parent. */
const [port = '', dataDir = '', how = ''] = process.argv.slice(2)
const server = await startServer({ env: { PORT: port, DATA_DIR: dataDir } })
const { platform } = server

async function aCreatorsSession(): Promise<{ token: string; cookie: string }> {
  const user = await aUser(platform.database.db)
  await aCreator(platform.database.db, user.id, { handle: 'asha' })
  return aSession(platform.database.db, platform, user.id)
}

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()
process.on('message', (message) => {
  if (message === 'reset') delay.reset()
  // The monitor counts its own interval as well.
  else process.send?.({ loopP99Ms: Math.max(0, delay.percentile(99) / 1e6 - 5) })
})
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
// After a restart the creator and their session are still there.
process.send?.(how === 'again' ? {} : await aCreatorsSession())
