import { httpAddress } from '../config-values.ts'

/** Where traces are sent to, and how many. */
export interface TracingSettings {
  /** Base without /v1/traces. */
  endpoint: string
  /** The share of requests and jobs that are recorded, from 0 to 1. */
  share: number
}

type Check = <T>(name: string, accepted: string, parse: (text: string) => T | undefined) => T | undefined

/** Reads OpenTelemetry's own variables; null: nothing is recorded. */
export function readTracing(check: Check): TracingSettings | null {
  const endpoint = check('OTEL_EXPORTER_OTLP_ENDPOINT', 'an http or https address', httpAddress)
  const share = check('OTEL_TRACES_SAMPLER_ARG', 'a share from 0 to 1, like 0.1', (text) =>
    /^(?:0(?:\.\d{1,6})?|1(?:\.0{1,6})?)$/.test(text) ? Number(text) : undefined,
  )
  return endpoint === undefined ? null : { endpoint, share: share ?? 1 }
}
