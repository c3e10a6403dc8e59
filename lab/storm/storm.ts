import { parseArgs } from 'node:util'

import { ensureWebIsBuilt } from '#scripts/build.ts'
import { openToolDatabase } from '#scripts/tool-database.ts'
import { proveStorm } from './proof.ts'
import { deliverAll } from './sender.ts'
import { createServerToKill } from './server-to-kill.ts'
import type { StormOptions } from './storm-options.ts'
import { makeEvents } from './world.ts'

/*
 * Signed webhooks, many of them twice, out of order and between forged ones, at a real server process that is killed
 * with SIGKILL again and again. Then proofs: nothing lost, nothing twice, nothing forged, everything as at the
 * provider. `npx node lab/storm/storm.ts --events 100000 --dup .3 --reorder .3 --forged .05 --kill9 20 --seed 1`
 */

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '1000' },
    dup: { type: 'string', default: '.3' },
    reorder: { type: 'string', default: '.3' },
    forged: { type: 'string', default: '.05' },
    kill9: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
})

const options: StormOptions = {
  events: Number(values.events),
  duplicated: Number(values.dup),
  reordered: Number(values.reorder),
  forged: Number(values.forged),
  kills: Number(values.kill9),
  seed: Number(values.seed),
}

async function run(): Promise<boolean> {
  const startedMs = performance.now()
  const seconds = () => `${((performance.now() - startedMs) / 1000).toFixed(1)} s`
  console.log(`storm: ${JSON.stringify(options)}`)
  await ensureWebIsBuilt()
  const database = await openToolDatabase()
  try {
    const world = await makeEvents(database.db, options)
    console.log(`${seconds()}: ${world.events.length} events of ${world.subscriptionIds.length} memberships`)
    const server = await createServerToKill({ databaseUrl: database.url, world })
    try {
      const sent = await deliverAll(world, server, options)
      console.log(
        `${seconds()}: ${sent.deliveries} deliveries, ${sent.duplicates} of them repeats, ${sent.forged} forged, ${sent.retries} tried again, ${server.kills()} kills`,
      )
      await server.untilDrained(database.db)
      console.log(`${seconds()}: the queue is empty`)
      return await proveStorm(database, world, sent)
    } finally {
      await server.stop()
      await world.close()
    }
  } finally {
    await database.close()
  }
}

const holds = await run()
console.log(holds ? 'The storm changed nothing that it should not.' : 'The storm broke something; see above.')
process.exit(holds ? 0 : 1)
