import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'

import { requestLines } from '../http/request-lines.ts'
import { createLog } from '../log.ts'
import { openTracing } from './open-tracing.ts'
import { recordRequests } from './request-spans.ts'

/* A server that writes a line while it answers, and one when it has; three are asked at once. */

const log = createLog({ isProduction: true, isTraced: true })
// Nobody listens there.
const tracing = await openTracing({ endpoint: 'http://127.0.0.1:9', share: 1 })
const logger: Fastify.FastifyBaseLogger = log
const app = Fastify({ loggerInstance: logger, logController: requestLines() })
recordRequests(app)
app.get('/', async () => {
  await sleep(5)
  log.info('within')
  return 'ok'
})
const address = await app.listen({ port: 0 })
await Promise.all([1, 2, 3].map(async () => (await fetch(address)).text()))
log.info('outside')
await app.close()
await tracing.stop().catch(() => undefined)
