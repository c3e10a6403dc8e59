import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

import type { Config } from '../config.ts'
import { isSameSecret } from '../secrets.ts'
import { isFromThisMachine } from './this-machine.ts'

/** Figures of the product itself; domains register theirs here. */
export const productMetrics = new Registry()

/**
 * Prometheus figures at /metrics, for the holder of METRICS_TOKEN, and for programs on this machine unless a proxy is
 * configured: requests from a proxy that adds no headers would look local.
 */
export function registerMetrics(
  app: FastifyInstance,
  { metricsToken, trustProxy }: Pick<Config, 'metricsToken' | 'trustProxy'>,
  pool: pg.Pool,
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const connections = new Gauge({
    name: 'database_connections',
    help: 'Connections to the database, busy and idle, and how many are waited for.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      connections.set({ state: 'idle' }, pool.idleCount)
      connections.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the last byte of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  // Finding the labels' series costs more than counting in it. Methods, routes and statuses are a bounded number.
  const series = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>()
  app.addHook('onResponse', (request, reply, done) => {
    const labels = [request.method, request.routeOptions.url ?? 'none', String(reply.statusCode)] as const
    const key = labels.join(' ')
    const found = series.get(key) ?? duration.labels(...labels)
    series.set(key, found)
    found.observe(reply.elapsedTime / 1000)
    done()
  })
  app.get('/metrics', { logLevel: 'silent' }, async (request, reply) => {
    if (!hasToken(request, metricsToken) && (trustProxy !== false || !isFromThisMachine(request)))
      return reply.callNotFound()
    const both = Registry.merge([registry, productMetrics])
    return reply.type(both.contentType).send(await both.metrics())
  })
}

function hasToken(request: FastifyRequest, metricsToken: string | null): boolean {
  const [scheme, token] = (request.headers.authorization ?? '').split(' ')
  return metricsToken !== null && scheme === 'Bearer' && !!token && isSameSecret(token, metricsToken)
}
