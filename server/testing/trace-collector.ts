import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import * as z from 'zod/mini'

const value = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.union([z.int(), z.string()]) }),
  z.strictObject({ doubleValue: z.number() }),
  z.strictObject({ boolValue: z.boolean() }),
])
const attributes = z.array(z.strictObject({ key: z.string(), value }))
const nanos = z.string().check(z.regex(/^\d{19}$/))
const spanId = z.string().check(z.regex(/^[0-9a-f]{16}$/))

const span = z.object({
  traceId: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  spanId,
  parentSpanId: z.optional(spanId),
  name: z.string().check(z.minLength(1)),
  kind: z.int().check(z.gte(1), z.lte(5)),
  startTimeUnixNano: nanos,
  endTimeUnixNano: nanos,
  attributes,
  status: z.object({ code: z.int().check(z.gte(0), z.lte(2)), message: z.optional(z.string()) }),
})

/** An ExportTraceServiceRequest, in the JSON that OTLP 1.x defines. */
const exportRequest = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ scope: z.object({ name: z.string() }), spans: z.array(span) })),
    }),
  ),
})

export type CollectedSpan = z.infer<typeof span>

/**
 * A stand-in for a collector of traces: it takes what OTLP over HTTP defines and refuses everything else. The first
 * request is turned away, as a busy collector would, to be sent again.
 */
export async function startTraceCollector() {
  const spans: CollectedSpan[] = []
  const bodies: string[] = []
  const refusals: unknown[] = []
  let asked = 0
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      asked += 1
      const answer = (status: number, body: object, headers: http.OutgoingHttpHeaders = {}) =>
        response
          .writeHead(status, { 'content-type': 'application/json', ...headers })
          .end(JSON.stringify(body))
      if (asked === 1) return answer(503, { code: 14, message: 'busy' }, { 'retry-after': '1' })
      try {
        if (request.method !== 'POST' || request.url !== '/v1/traces')
          throw new Error('not the path of traces')
        if (request.headers['content-type'] !== 'application/json') throw new Error('not JSON')
        const sent = Buffer.concat(parts)
        const body = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent).toString()
        const { resourceSpans } = z.parse(exportRequest, JSON.parse(body))
        bodies.push(body)
        spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)))
        return answer(200, { partialSuccess: {} })
      } catch (error) {
        refusals.push(error)
        return answer(400, { code: 3, message: String(error) })
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    /** Everything that was sent, as it was sent. */
    bodies,
    refusals,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
