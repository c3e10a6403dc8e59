import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { login } from '#contract/accounts/routes.ts'
import { aPayablePage } from '#server/testing/payable-page.ts'
import { steerSandbox } from '#server/testing/sandbox.ts'
import { readSourceTree } from '#server/testing/source-tree.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { type CollectedSpan, startTraceCollector } from '#server/testing/trace-collector.ts'

import { openTracing } from './open-tracing.ts'

const SERVER = 2
const CLIENT = 3
const CONSUMER = 5

let collector: Awaited<ReturnType<typeof startTraceCollector>>
let app: TestApp
let page: Awaited<ReturnType<typeof aPayablePage>>
let secrets: string[]

/** Somebody joins and pays, somebody else mistypes a password, and a stranger sends a trace of their own. */
beforeAll(async () => {
  collector = await startTraceCollector()
  const tracing = await openTracing({ endpoint: collector.endpoint, share: 1 })
  app = await startTestApp()
  page = await aPayablePage(app)
  const payment = await page.join()
  await page.ownPayment()
  await page.ask(payment.id)
  await app.drain()
  await app.call(login, { email: 'mistyped@example.org', password: 'a-mistyped-password' })
  await fetch(`${app.baseUrl}/api/explore?q=a-search-for-somebody`, {
    headers: { traceparent: `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01` },
  })
  await steerSandbox(app).deliver()
  await tracing.stop()
  const { owner, member, members, owners } = page
  secrets = [owner, member].flatMap(({ id, email }) => [id, email])
  secrets.push('Ravi Menon', 'Asha Rao', 'wrong page', 'mistyped', 'a-search-for-somebody')
  secrets.push(...[members, owners].flatMap(({ token, cookie }) => [token, cookie]))
  secrets.push(payment.id, app.platform.razorpay.keySecret, page.plan.id, page.creator.id)
})
afterAll(async () => {
  await app.close()
  await collector.close()
})

function named(name: string): CollectedSpan[] {
  return collector.spans.filter((span) => span.name === name)
}

function attribute(span: CollectedSpan | undefined, key: string): unknown {
  const found = span?.attributes.find((one) => one.key === key)?.value
  return found && Object.values(found)[0]
}

function parentOf(span: CollectedSpan | undefined): CollectedSpan | undefined {
  return collector.spans.find(({ spanId }) => spanId === span?.parentSpanId)
}

/** From a span up to the beginning of its trace. */
function above(span: CollectedSpan | undefined): string[] {
  const parent = parentOf(span)
  return parent ? [parent.name, ...above(parent)] : []
}

describe('traces', () => {
  test('are taken by a collector that knows nothing but the protocol, also after it was busy', () => {
    expect(collector.refusals).toEqual([])
    expect(collector.spans.length).toBeGreaterThan(100)
  })

  test('tell a request with its route, its call and its statements', () => {
    const [request] = named('GET /api/payment/getUserPayments')
    expect(request).toMatchObject({ kind: SERVER, status: { code: 0 } })
    expect(request?.parentSpanId).toBeUndefined()
    expect(attribute(request, 'http.response.status_code')).toBe(200)
    const call = collector.spans.find(({ parentSpanId }) => parentSpanId === request?.spanId)
    expect(collector.spans.filter(({ traceId }) => traceId === request?.traceId).length).toBeGreaterThan(2)
    expect(call?.traceId).toBe(request?.traceId)
    const statement = collector.spans.find((span) =>
      above(span).includes('call GET /payment/getUserPayments'),
    )
    expect(statement).toMatchObject({ kind: CLIENT })
    expect(attribute(statement, 'db.query.text')).toMatch(/select/)
  })

  test('go on in the jobs that a webhook causes, and from job to job up to the mail', () => {
    const jobsOf = (spans: readonly CollectedSpan[]) => {
      const traces = new Set(spans.map(({ traceId }) => traceId))
      const jobs = collector.spans.filter(({ kind, traceId }) => kind === CONSUMER && traces.has(traceId))
      return jobs.map(({ name }) => name)
    }
    expect(jobsOf(named('POST /api/razorpay/webhook'))).toContain(
      'job subscriptions:on:inbox.webhooks-waiting',
    )
    expect(jobsOf(named('job notifications:on:subscriptions.activated'))).toContain('job mail.send')
  })

  test('tell what the provider was asked, without whom', () => {
    const names = collector.spans.map(({ name }) => name).filter((name) => name.startsWith('razorpay '))
    expect(names).toContain('razorpay POST /subscriptions')
    expect(names.filter((name) => /_[A-Za-z0-9]{6}/.test(name))).toEqual([])
  })

  test('name a refusal, which isn’t an error', () => {
    const [refused] = named('call POST /auth/login')
    expect(refused?.status.code).toBe(0)
    expect(attribute(refused, 'cheers.failure')).toMatch(/\w+/)
  })

  test('aren’t joined to a stranger’s', () => {
    expect(collector.spans.filter(({ traceId }) => traceId === 'ab'.repeat(16))).toEqual([])
  })

  test('hold nobody’s name, address, id, secret, search or words, and no value of a statement', () => {
    const sent = collector.bodies.join('\n')
    expect(secrets.filter((secret) => secret !== '' && sent.includes(secret))).toEqual([])
  })
})

test('only those who record load the libraries', () => {
  const importers = readSourceTree().filter(({ path: file, text }) =>
    file.startsWith('server/') && !file.includes('/tracing/open-tracing')
      ? /^import (?!type)[^;'\n]*'@opentelemetry\//m.test(text)
      : false,
  )
  expect(importers.map(({ path: file }) => file)).toEqual([])
})

test('lines in the log name the trace they belong to', () => {
  const lines = execFileSync(process.execPath, [path.join(import.meta.dirname, 'traced-lines.fixture.ts')], {
    encoding: 'utf8',
  })
  const told: { msg: string; trace_id?: string }[] = JSON.parse(`[${lines.trim().replaceAll('\n', ',')}]`)
  const traces = (msg: string) => told.filter((line) => line.msg === msg).map((line) => line.trace_id ?? null)
  expect(new Set(traces('within')).size).toBe(3)
  expect(traces('request completed').toSorted()).toEqual(traces('within').toSorted())
  expect(traces('outside')).toEqual([null])
})
