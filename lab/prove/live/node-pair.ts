import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

import { findFreePort } from '#server/testing/free-port.ts'
import type { TestSession } from '#server/testing/app-on-database.ts'

import type { NodeSaid, People } from './broadcast-node.ts'

/** A node that doesn’t answer for so long has been killed. */
const PATIENCE_MS = 5000

export interface BroadcastNode extends NodeSaid {
  child: ChildProcess
  rtmpPort: number
}

/** Nodes on one database and one store, and what a client behind a load balancer does: it asks one that is there. */
export function openPair(databaseUrl: string, store: Record<string, string>) {
  const nodes: BroadcastNode[] = []
  let turn = 0

  async function start(): Promise<BroadcastNode> {
    const rtmpPort = await findFreePort()
    const env = JSON.stringify({ ...store, RTMP_PORT: String(rtmpPort) })
    const child = fork(path.join(import.meta.dirname, 'broadcast-node.ts'), [databaseUrl, env])
    const [said] = (await once(child, 'message')) as [NodeSaid]
    const node = { child, rtmpPort, ...said }
    nodes.push(node)
    return node
  }

  async function kill(node: BroadcastNode): Promise<void> {
    nodes.splice(nodes.indexOf(node), 1)
    node.child.kill('SIGKILL')
    await once(node.child, 'exit')
  }

  async function makePeople(node: BroadcastNode): Promise<People> {
    node.child.send('make')
    const [people] = (await once(node.child, 'message')) as [People]
    return people
  }

  /** Asks the nodes in turn, the next one where one doesn’t answer; null: none did. `at`: always the same first. */
  async function ask(
    as: TestSession,
    method: string,
    pathname: string,
    body: Uint8Array<ArrayBuffer> | string | null = null,
    at: BroadcastNode | null = null,
  ): Promise<Response | null> {
    turn += 1
    const known = [...nodes]
    const first = at ? known.indexOf(at) : turn % Math.max(1, known.length)
    for (let step = 0; step < known.length; step += 1) {
      const node = known[(Math.max(0, first) + step) % known.length]
      if (!node) continue
      const headers = {
        cookie: `${node.cookieName}=${as.cookie}`,
        ...(method === 'GET' ? {} : { authorization: `Bearer ${as.token}` }),
        ...(body === null
          ? {}
          : { 'content-type': typeof body === 'string' ? 'application/json' : 'video/mp4' }),
      }
      const signal = AbortSignal.timeout(PATIENCE_MS)
      const answer = await fetch(node.baseUrl + pathname, { method, headers, body, signal }).catch(() => null)
      if (answer) return answer
    }
    return null
  }

  async function call(as: TestSession, method: string, at: string, input: object = {}) {
    const answer = await ask(as, method, `/api${at}`, JSON.stringify(input))
    if (answer?.status !== 200) throw new Error(`${method} ${at}: ${answer?.status} ${await answer?.text()}`)
    return (await answer.json()) as Record<string, string>
  }

  async function stop(): Promise<void> {
    for (let node = nodes[0]; node; node = nodes[0]) await kill(node)
  }

  return { nodes, start, kill, makePeople, ask, call, stop }
}

export type Pair = ReturnType<typeof openPair>
