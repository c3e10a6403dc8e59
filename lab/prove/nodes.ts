import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

import type { Order, Said } from './realtime-node.ts'

export interface Node {
  child: ChildProcess
  baseUrl: string
  cookieName: string
}

/** Servers on one database, each a process of its own, for proofs that kill them. `hear`: what any of them says later. */
export function openNodes(databaseUrl: string, hear: (said: Said) => void = () => undefined) {
  const nodes = new Set<Node>()

  function anyNode(): Node | undefined {
    return [...nodes][Math.floor(Math.random() * nodes.size)]
  }
  async function startNode(): Promise<Node> {
    const child = fork(path.join(import.meta.dirname, 'realtime-node.ts'), [databaseUrl])
    const [said] = (await once(child, 'message')) as [Said]
    if (!('baseUrl' in said)) throw new Error('A node did not say where it is')
    child.on('message', hear)
    const node = { child, ...said }
    nodes.add(node)
    return node
  }
  function order(given: Order, node = anyNode()): void {
    // A node that is being killed takes no orders.
    if (node?.child.connected) node.child.send(given, () => undefined)
  }

  /** Gives the order to one node and waits for its answer. */
  async function ask(given: Order, node: Node): Promise<Said> {
    order(given, node)
    const [said] = (await once(node.child, 'message')) as [Said]
    return said
  }
  /** Kills one without a warning and starts another. */
  async function killOne(): Promise<void> {
    const node = anyNode()
    if (!node) return
    nodes.delete(node)
    node.child.kill('SIGKILL')
    await once(node.child, 'exit')
    await startNode()
  }
  async function stop(): Promise<void> {
    for (const { child } of nodes) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  }
  return { anyNode, startNode, order, ask, killOne, stop }
}
