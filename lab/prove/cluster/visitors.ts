import { setTimeout as sleep } from 'node:timers/promises'

import type { Cluster } from './cluster.ts'
import { say } from './judge.ts'
import { askOnce } from './load.ts'

/* Visitors who read lists that may come from the standby: read while it follows, is the primary itself, and is gone. */

const EVERY_MS = 250
const LISTS = ['/api/creator/getCreators', '/api/search/topics', '/api/transparency']
/** A node may still be hearing that the primary is another one. */
const SETTLED_MS = 3000

export interface Look {
  sentMs: number
  /** 0: no answer. */
  status: number
}

export async function lookSteadily(baseUrl: string, until: AbortSignal, looks: Look[]): Promise<void> {
  for (let index = 0; !until.aborted; index += 1) {
    const sentMs = performance.now()
    const { status } = await askOnce('GET', `${baseUrl}${LISTS[index % LISTS.length]}`, null)
    looks.push({ sentMs, status })
    await sleep(EVERY_MS, null, { signal: until }).catch(() => undefined)
  }
}

/** Waits until nodes read from the standby, and answers over how many connections; 0: they don't. */
export async function untilReadFromStandby(cluster: Cluster): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const readers = await cluster.countReadersOfStandby()
    if (readers > 0 || attempt === 100) return readers
    await sleep(200)
  }
}

/**
 * `readers`: connections over which the standby was read. `gone`: when it was gone, and a primary was there. Then a node that was
 * killed doesn't answer, and the balancer says so (502, 504); but no node says itself that it can't.
 */
export function proveLooks(
  looks: readonly Look[],
  readers: number,
  gone: { fromMs: number; untilMs: number },
): void {
  say('visitors’ lists are read from the standby', readers > 0, `over ${readers} connections`)
  const meanwhile = looks.filter(
    ({ sentMs }) => sentMs > gone.fromMs + SETTLED_MS && sentMs < gone.untilMs - SETTLED_MS,
  )
  const answered = meanwhile.filter(({ status }) => status === 200).length
  const refused = meanwhile.filter(({ status }) => status === 500 || status === 503).length
  const statuses = [...Map.groupBy(meanwhile, ({ status }) => status)].map(
    ([status, { length }]) => `${status}: ${length}`,
  )
  say(
    'and from the primary while the standby is gone',
    answered > 0 && refused === 0,
    `in ${((gone.untilMs - gone.fromMs) / 1000).toFixed(1)} s ${answered} of ${meanwhile.length} answered, ${refused} refused by a node (${statuses.join(', ')}); ${looks.filter(({ status }) => status === 200).length} of ${looks.length} answered in all`,
  )
}
