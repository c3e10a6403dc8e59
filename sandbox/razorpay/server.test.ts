import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { startRazorpaySandbox } from './server.ts'
import {
  asObject,
  KEY_ID,
  KEY_SECRET,
  startHarness,
  textAt,
  WEBHOOK_SECRET,
  type Harness,
} from './testing.ts'

const ACCOUNT = { port: 0, keyId: KEY_ID, keySecret: KEY_SECRET, webhookSecret: WEBHOOK_SECRET }

describe('starting', () => {
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  it('is refused in production and on open interfaces', async () => {
    await expect(startRazorpaySandbox({ ...ACCOUNT, host: '0.0.0.0' })).rejects.toThrow('loopback only')
    vi.stubEnv('NODE_ENV', 'production')
    await expect(startRazorpaySandbox(ACCOUNT)).rejects.toThrow('NODE_ENV=production')
  })

  it('takes another port when the requested one is taken', async () => {
    const first = await startRazorpaySandbox(ACCOUNT)
    const second = await startRazorpaySandbox({ ...ACCOUNT, port: Number(new URL(first.url).port) })
    expect(second.url).not.toBe(first.url)
    expect((await fetch(second.checkoutUrl)).status).toBe(200)
    await first.close()
    await second.close()
  })

  it('tells of nothing that a kill would undo', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'razorpay-sandbox-'))
    const statePath = join(folder, 'razorpay.json')
    const lost: string[] = []
    let told = 0
    const shop = createServer((request, response) => {
      const stored = readFileSync(statePath, 'utf8')
      const eventId = String(request.headers['x-razorpay-event-id'])
      told += 1
      if (!stored.includes(eventId)) lost.push(eventId)
      request.resume().on('end', () => response.end())
    })
    shop.listen(0, '127.0.0.1')
    await once(shop, 'listening')
    const webhookUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/`
    const harness = await startHarness({ statePath, webhookUrl })
    try {
      await harness.control('pay', { subscription_id: textAt(await harness.newSubscription(), 'id') })
      await harness.control('drain', {})
      expect(told).toBeGreaterThan(4)
      expect(lost).toEqual([])
    } finally {
      await harness.stop()
      shop.close()
      await rm(folder, { recursive: true })
    }
  })

  it('restores everything the answered calls reported', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'razorpay-sandbox-'))
    const statePath = join(folder, 'state', 'razorpay.json')
    try {
      const before = await startHarness({ statePath })
      const id = textAt(await before.newSubscription(), 'id')
      await before.control('pay', { subscription_id: id })
      await before.control('clock', { advanceSeconds: 1000 })
      // On disk as soon as it was answered, not only after an orderly shutdown.
      expect(await readFile(statePath, 'utf8')).toContain(id)
      const known = await before.subscription(id)
      await before.stop()
      const after = await startHarness({ statePath })
      const { short_url: shortUrl, ...rest } = known
      expect(await after.subscription(id)).toMatchObject(rest)
      expect(String(shortUrl)).toMatch(/\/i\/[A-Za-z0-9]{9}$/)
      const clock = (await after.call('GET', '/sandbox/clock')).json
      expect(clock['offset_seconds']).toBe(1000)
      await after.stop()
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})

describe('planned failures of the API', () => {
  let harness: Harness
  const plan = { period: 'monthly', interval: 1, item: { name: 'Tipsy', amount: 999, currency: 'USD' } }

  beforeEach(async () => {
    harness = await startHarness()
  })

  afterEach(async () => {
    await harness.stop()
  })

  async function planCount(): Promise<unknown> {
    return (await harness.call('GET', '/v1/plans')).json['count']
  }

  async function create(): Promise<Response> {
    const authorization = `Basic ${Buffer.from(`${KEY_ID}:${KEY_SECRET}`).toString('base64')}`
    return fetch(`${harness.sandbox.url}/v1/plans`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(plan),
    })
  }

  it('answer 429 and 500 without an effect', async () => {
    await harness.control('knobs', { failNext: 'rate_limit' })
    expect((await create()).status).toBe(429)
    await harness.control('knobs', { failNext: 'error_before_effect' })
    expect((await create()).status).toBe(500)
    expect(await planCount()).toBe(0)
    expect((await create()).status).toBe(200)
  })

  it('answer 500, or reset the connection, after the effect', async () => {
    await harness.control('knobs', { failNext: 'error_after_effect' })
    expect((await create()).status).toBe(500)
    await harness.control('knobs', { failNext: 'reset_after_effect' })
    await expect(create()).rejects.toThrow('fetch failed')
    expect(await planCount()).toBe(2)
  })

  it('answer HTML, or half of the JSON', async () => {
    await harness.control('knobs', { failNext: 'html_502' })
    const html = await create()
    expect(html.status).toBe(502)
    expect(await html.text()).toContain('<h1>502 Bad Gateway</h1>')
    await harness.control('knobs', { failNext: 'truncated_json' })
    await expect((await create()).json()).rejects.toThrow(SyntaxError)
  })

  it('stall, and hit only the calls they are meant for', async () => {
    await harness.control('knobs', {
      stallMs: 120,
      failNext: { mode: 'stall', method: 'POST', pathIncludes: 'plans' },
    })
    expect(await planCount()).toBe(0)
    const startedAt = performance.now()
    expect((await create()).status).toBe(200)
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(115)
  })

  it('come at a rate the seed reproduces', async () => {
    const runs: string[] = []
    for (let run = 0; run < 2; run += 1) {
      await harness.control('knobs', { seed: 7, failureRates: { rate_limit: 0.5 } })
      const statuses: number[] = []
      for (let call = 0; call < 12; call += 1) statuses.push((await create()).status)
      runs.push(statuses.join())
    }
    expect(runs[0]).toContain('429')
    expect(runs[0]).toContain('200')
    expect(runs[1]).toBe(runs[0])
  })
})

describe('pages', () => {
  let harness: Harness

  beforeEach(async () => {
    harness = await startHarness()
  })

  afterEach(async () => {
    await harness.stop()
  })

  function statusUnderHost(host: string): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      get(harness.sandbox.dashboardUrl, { headers: { host } }, (response) => {
        response.resume()
        resolve(response.statusCode)
      }).on('error', reject)
    })
  }

  it('serve checkout.js to any origin and the form under a strict policy', async () => {
    const script = await fetch(harness.sandbox.checkoutUrl)
    expect(script.headers.get('content-type')).toContain('text/javascript')
    expect(script.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const id = textAt(await harness.newSubscription(), 'id')
    const query = new URLSearchParams({
      key_id: KEY_ID,
      subscription_id: id,
      origin: 'http://localhost:3000',
    })
    query.set('name', '<script>alert(1)</script>')
    const page = await fetch(`${harness.sandbox.url}/v1/checkout/public?${query.toString()}`)
    const policy = page.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe')
    const text = await page.text()
    expect(text).toContain('Test mode, no money moves')
    expect(text).toContain('$9.99 a month')
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(text).not.toContain('<script>alert')
  })

  it('take a card form and an OTP with the public key alone', async () => {
    const id = textAt(await harness.newSubscription(), 'id')
    const card = { expiry: '12/49', cvv: '123', holder: 'Ravi', number: '4000 0027 6000 3184' }
    const asked = await harness.call('POST', '/v1/checkout/payments', {
      key_id: KEY_ID,
      subscription_id: id,
      ...card,
    })
    expect(asked.json['outcome']).toBe('otp')
    const wrong = await harness.call('POST', '/v1/checkout/otp', {
      key_id: KEY_ID,
      payment_id: asked.json['payment_id'],
      otp: '000000',
    })
    expect(wrong.json).toMatchObject({ outcome: 'failed', error: { reason: 'incorrect_otp' } })
    const unknown = await harness.call('POST', '/v1/checkout/payments', {
      key_id: KEY_ID,
      subscription_id: id,
      ...card,
      number: '4111 1111 1111 1111',
    })
    expect(unknown.json).toMatchObject({ outcome: 'failed', error: { reason: 'card_declined' } })
    const old = { key_id: KEY_ID, subscription_id: id, ...card, expiry: '01/20' }
    expect((await harness.call('POST', '/v1/checkout/payments', old)).status).toBe(400)
  })

  it('fail after ten minutes if the code never comes', async () => {
    const id = textAt(await harness.newSubscription(), 'id')
    const asked = await harness.call('POST', '/v1/checkout/payments', {
      key_id: KEY_ID,
      subscription_id: id,
      expiry: '12/49',
      cvv: '123',
      holder: 'Ravi',
      number: '4000002760003184',
    })
    await harness.control('clock', { advanceSeconds: 601 })
    const payment = await harness.call('GET', `/v1/payments/${textAt(asked.json, 'payment_id')}`)
    expect(payment.json).toMatchObject({ status: 'failed', error_reason: 'payment_timed_out' })
  })

  it('show the dashboard, whose forms control the sandbox', async () => {
    const id = textAt(await harness.newSubscription(), 'id')
    const pay = await fetch(`${harness.sandbox.url}/sandbox/pay`, {
      method: 'POST',
      body: new URLSearchParams({ subscription_id: id }),
    })
    expect(pay.url).toBe(harness.sandbox.dashboardUrl)
    const text = await pay.text()
    expect(text).toContain(id)
    expect(text).toContain('4718 6091 0820 4366')
    expect(await harness.subscription(id)).toMatchObject({ status: 'active' })
  })

  it('refuse to be controlled by other sites and foreign host names', async () => {
    const clock = `${harness.sandbox.url}/sandbox/clock`
    const foreign = await fetch(clock, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site', 'content-type': 'application/json' },
      body: '{"advanceSeconds":10}',
    })
    expect(foreign.status).toBe(403)
    const error = asObject(asObject(await foreign.json())['error'])
    expect(error['description']).toBe('Other sites may not steer the sandbox.')
    expect(await statusUnderHost('sandbox.attacker.example')).toBe(403)
    expect(await statusUnderHost('localhost:1234')).toBe(200)
  })
})
