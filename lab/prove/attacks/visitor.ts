import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/*
 * A normal visitor, in a process of its own: opens the creator's page and its posts at a steady pace, whatever happens
 * to earlier requests. The parent says when a stretch begins and ends, and hears how long the answers took.
 */

/** A port, and milliseconds between two visits. */
const [port = '', pace = '10'] = process.argv.slice(2)
const paceMs = Number(pace)
const agent = new http.Agent({ keepAlive: true, maxSockets: 64, localAddress: '127.0.0.1' })
const paths = ['/asha', '/api/post/getPostsByPageHandle/asha', '/api/creator/creatorDetails/asha']

let tookMs: number[] = []
let failures = 0

function visit(at: string): void {
  const beganAt = performance.now()
  const request = http.get({ host: '127.0.0.1', port, path: at, agent, headers: { accept: 'text/html' } })
  request.once('error', () => (failures += 1))
  request.once('response', (response) => {
    response.resume()
    response.once('end', () => {
      if (response.statusCode === 200) tookMs.push(performance.now() - beganAt)
      else failures += 1
    })
  })
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0
}

process.on('message', (message) => {
  if (message === 'begin') {
    tookMs = []
    failures = 0
  } else
    process.send?.({
      count: tookMs.length,
      failures,
      p50Ms: percentile(tookMs, 0.5),
      p99Ms: percentile(tookMs, 0.99),
    })
})
process.once('disconnect', () => process.exit(0))
process.send?.('ready')
for (let turn = 0; ; turn += 1) {
  visit(paths[turn % paths.length] ?? '/asha')
  await sleep(paceMs)
}
