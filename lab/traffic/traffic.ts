import { setTimeout as sleep } from 'node:timers/promises'

import { ask, keepConnections } from './ask.ts'
import type { Cast } from './cast.ts'
import { askedAt } from './mix.ts'

/* Requests at a steady pace, as people make them. */

export interface Seen {
  requests: number
  /** What went wrong, and how often. */
  errors: Map<string, number>
  tookMs: number[]
  longest: { name: string; ms: number }
}

export interface Traffic {
  /** What was seen since the last call. */
  take: () => Seen
  /** Waits for the answers that are due. */
  stop: () => Promise<void>
}

const TICK_MS = 10
/** When this process was late, it sends at most so many times the usual until it has caught up: all at once would be no steady pace. */
const CATCHING_UP = 4

const nothing = (): Seen => ({ requests: 0, errors: new Map(), tookMs: [], longest: { name: '', ms: 0 } })

/**
 * `ports`: the nodes that take requests now. `atOnce`: while as many wait for an answer, nobody else asks; without it
 * people go on asking, however long earlier answers take. `tryForMs`: as `keepConnections` has it.
 */
export function startTraffic(options: {
  cast: Cast
  perSecond: number
  ports: () => readonly number[]
  atOnce?: number
  tryForMs?: number
}): Traffic {
  const { cast, perSecond, ports, atOnce = Infinity, tryForMs } = options
  const connections = keepConnections(tryForMs)
  let seen = nothing()
  let turn = 0
  const underWay = new Set<Promise<void>>()
  const stopping = new AbortController()

  async function send(): Promise<void> {
    turn += 1
    const asked = askedAt(cast, turn)
    const beganAt = performance.now()
    const { problem } = await ask(connections, ports, asked)
    const ms = performance.now() - beganAt
    seen.requests += 1
    seen.tookMs.push(ms)
    if (ms > seen.longest.ms) seen.longest = { name: asked.name, ms }
    if (problem === null) return
    const named = `${asked.name}: ${problem}`
    seen.errors.set(named, (seen.errors.get(named) ?? 0) + 1)
  }

  async function keepPace(): Promise<void> {
    const usual = (perSecond * TICK_MS) / 1000
    let owed = 0
    let last = performance.now()
    while (!stopping.signal.aborted) {
      await sleep(TICK_MS)
      const now = performance.now()
      owed += ((now - last) / 1000) * perSecond
      last = now
      for (let left = Math.ceil(usual * CATCHING_UP); owed >= 1 && left > 0; owed -= 1, left -= 1) {
        if (underWay.size >= atOnce) continue
        const sending = send().finally(() => underWay.delete(sending))
        underWay.add(sending)
      }
    }
  }

  const pacing = keepPace()
  return {
    take() {
      const taken = seen
      seen = nothing()
      return taken
    },
    async stop() {
      stopping.abort()
      await pacing
      await Promise.allSettled(underWay)
      connections.agent.destroy()
    },
  }
}

/** Requests a second of a node that is asked again as soon as each of its answers is there. */
export async function measureCapacity(options: {
  cast: Cast
  port: number
  lanes: number
  ms: number
}): Promise<number> {
  const { cast, port, lanes, ms } = options
  const connections = keepConnections()
  const beganAt = performance.now()
  let turn = 0
  async function keepAsking(): Promise<void> {
    while (performance.now() - beganAt < ms) {
      turn += 1
      await ask(connections, () => [port], askedAt(cast, turn))
    }
  }
  await Promise.all(Array.from({ length: lanes }, keepAsking))
  connections.agent.destroy()
  return (turn * 1000) / (performance.now() - beganAt)
}

export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
}
