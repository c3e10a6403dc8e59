import { setTimeout as sleep } from 'node:timers/promises'

import type { Cluster } from './cluster.ts'
import { say } from './judge.ts'
import { askOnce } from './load.ts'

/* Visitors who read lists that may come from the standby: read while it follows, is the primary itself, and is gone. */

const EVERY_MS = 250
const LISTS = ['/api/creator/getCreators', '/api/search/topics', '/api/transparency']
/** Of so many, one may be cut off with the node that was answering. */
const ANSWERED_SHARE = 0.95

export interface Look {
  sentMs: number
  isAnswered: boolean
}

export async function lookSteadily(baseUrl: string, until: AbortSignal, looks: Look[]): Promise<void> {
  for (let index = 0; !until.aborted; index += 1) {
    const sentMs = performance.now()
    const { status } = await askOnce('GET', `${baseUrl}${LISTS[index % LISTS.length]}`, null)
    looks.push({ sentMs, isAnswered: status === 200 })
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

/** `readers`: connections over which the standby was read. `gone`: when it was gone, and a primary was there. */
export function proveLooks(
  looks: readonly Look[],
  readers: number,
  { fromMs, untilMs, untimed }: { fromMs: number; untilMs: number; untimed: boolean },
): void {
  say('visitors’ lists are read from the standby', readers > 0, `over ${readers} connections`)
  const meanwhile = looks.filter(({ sentMs }) => sentMs > fromMs && sentMs < untilMs)
  const answered = meanwhile.filter(({ isAnswered }) => isAnswered).length
  const least = untimed ? 1 : meanwhile.length * ANSWERED_SHARE
  say(
    'and from the primary while the standby is gone',
    answered > 0 && answered >= least,
    `${answered} of ${meanwhile.length} answered in ${((untilMs - fromMs) / 1000).toFixed(1)} s; ${looks.filter(({ isAnswered }) => isAnswered).length} of ${looks.length} in all`,
  )
}
