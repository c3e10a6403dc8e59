import fs from 'node:fs/promises'

import { METRICS_TOKEN } from '../nodes/node.ts'

/** What a node holds at a moment. */
export interface NodeSample {
  atMs: number
  rssMb: number
  heapMb: number
  descriptors: number
  /** Connections to the database: open, of these at work, and waited for. */
  connections: number
  busy: number
  waiting: number
  /** The event loop's delay, since the sample before. */
  loopP99Ms: number
  loopMaxMs: number
}

const MB = 1024 * 1024

/** Reads a node's figures from the system and from its own /metrics. */
export async function sampleNode({ pid, port }: { pid: number; port: number }): Promise<NodeSample> {
  const [status, open, response] = await Promise.all([
    fs.readFile(`/proc/${pid}/status`, 'utf8'),
    fs.readdir(`/proc/${pid}/fd`),
    fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } }),
  ])
  const text = await response.text()
  const figure = (name: string) =>
    Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    )
  const connections = (state: string) => figure(`database_connections{state="${state}"}`)
  return {
    atMs: performance.now(),
    rssMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    heapMb: figure('nodejs_heap_size_used_bytes') / MB,
    descriptors: open.length,
    connections: connections('busy') + connections('idle'),
    busy: connections('busy'),
    waiting: connections('waiting'),
    loopP99Ms: figure('nodejs_eventloop_lag_p99_seconds') * 1000,
    loopMaxMs: figure('nodejs_eventloop_lag_max_seconds') * 1000,
  }
}
