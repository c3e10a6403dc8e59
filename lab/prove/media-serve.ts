import { monitorEventLoopDelay } from 'node:perf_hooks'

import { keepCompiled, writeCompiled } from '#scripts/compile-cache.ts'

/* The server's side of `npm run prove -- media`, started as `npm start` does; it answers its parent. */
keepCompiled()
const { startServer } = await import('#server/main.ts')
const [port = '', dataDir = '', how = ''] = process.argv.slice(2)
const server = await startServer({ env: { ...process.env, PORT: port, DATA_DIR: dataDir } })
const { platform } = server

writeCompiled()

async function aCreatorsSession(handle: string): Promise<{ token: string; cookie: string }> {
  const { aSession, aUser } = await import('#server/domains/accounts/testing.ts')
  const { aCreator } = await import('#server/domains/creators/testing.ts')
  const user = await aUser(platform.database.db)
  await aCreator(platform.database.db, user.id, { handle })
  return aSession(platform.database.db, platform, user.id)
}

const RESOLUTION_MS = 5
/** The monitor counts its own interval as well, and in nanoseconds. */
const lateMs = (delayNs: number) => Math.max(0, delayNs / 1e6 - RESOLUTION_MS)
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delay.enable()
process.on('message', (message) => {
  if (message === 'reset') delay.reset()
  else process.send?.({ loopP99Ms: lateMs(delay.percentile(99)), loopMaxMs: lateMs(delay.max) })
})
process.once('SIGTERM', () => void server.stop().then(() => process.exit(0)))
// After a restart the creators and their sessions are still there.
process.send?.(
  how === 'again' ? {} : { ...(await aCreatorsSession('asha')), neighbour: await aCreatorsSession('mira') },
)
