import type { Attributes, Span } from '@opentelemetry/api'

import type { TracingSettings } from './settings.ts'
import { recordSpans, type SpanKind } from './spans.ts'

/** What waits to be sent is bounded: a collector that is away costs spans, not memory. */
const WAITING_MAX = 2048
const SENT_EVERY_MS = 2000
const SENDING_MAX_MS = 5000
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/**
 * Records spans and sends them by OTLP over HTTP until stopped. The libraries are loaded here alone, so that those who
 * don't record pay nothing for them; we patch no module and set nothing global.
 */
export async function openTracing({ endpoint, share }: TracingSettings): Promise<{ stop(): Promise<void> }> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': process.env['OTEL_SERVICE_NAME'] ?? 'cheers' }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: `${endpoint}/v1/traces`,
          timeoutMillis: SENDING_MAX_MS,
        }),
        maxQueueSize: WAITING_MAX,
        scheduledDelayMillis: SENT_EVERY_MS,
        exportTimeoutMillis: SENDING_MAX_MS,
      }),
    ],
  })
  const tracer = provider.getTracer('cheers')
  const { ROOT_CONTEXT, SpanKind: kinds, trace } = api
  const kindOf = {
    server: kinds.SERVER,
    client: kinds.CLIENT,
    consumer: kinds.CONSUMER,
    internal: kinds.INTERNAL,
  } satisfies Record<SpanKind, number>

  function contextOf(parent: Span | string | null) {
    if (parent === null) return ROOT_CONTEXT
    if (typeof parent !== 'string') return trace.setSpan(ROOT_CONTEXT, parent)
    const [, traceId, spanId, flags] = TRACEPARENT.exec(parent) ?? []
    if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT
    const traceFlags = Number.parseInt(flags, 16)
    return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true })
  }

  recordSpans({
    start: (name, kind, attributes: Attributes, parent) =>
      tracer.startSpan(name, { kind: kindOf[kind], attributes }, contextOf(parent)),
  })
  return {
    async stop() {
      recordSpans(null)
      await provider.shutdown()
    },
  }
}
