import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { asObject, numberAt, startHarness, textAt, type Harness } from './testing.ts'

let harness: Harness

beforeEach(async () => {
  harness = await startHarness()
})

afterEach(async () => {
  await harness.stop()
})

async function dashboard(): Promise<string> {
  const response = await fetch(harness.sandbox.dashboardUrl)
  return response.text()
}

/** Presses the button with this name as a browser does, and returns the page that follows. */
async function press(name: string): Promise<string> {
  const forms = (await dashboard()).matchAll(/<form method="post" action="([^"]+)">(.*?)<\/form>/gs)
  for (const [, action = '', inner = ''] of forms) {
    if (!inner.includes(`aria-label="${name}"`)) continue
    const fields = [...inner.matchAll(/name="([^"]+)" value="([^"]*)"/g)]
    const body = new URLSearchParams(fields.map(([, field = '', value = '']) => [field, value]))
    const response = await fetch(harness.sandbox.url + action, { method: 'POST', body })
    return response.text()
  }
  throw new Error(`No button is called "${name}".`)
}

async function pay(): Promise<void> {
  const id = textAt(await harness.newSubscription(), 'id')
  await harness.control('pay', { subscription_id: id })
  await harness.control('drain', {})
}

async function newPlan(): Promise<{ status: number }> {
  const item = { name: 'Tipsy', amount: 999, currency: 'USD' }
  return harness.call('POST', '/v1/plans', { period: 'monthly', interval: 1, item })
}

async function planCount(): Promise<number> {
  return numberAt((await harness.call('GET', '/v1/plans')).json, 'count')
}

describe('a disturbance on the dashboard', () => {
  it('says what it does and whether it is on, and can be switched off again', async () => {
    const calm = await dashboard()
    expect(calm).toContain('Everything arrives as it should.')
    expect(calm).toContain('Every webhook is sent twice, with the same id and body.')
    expect(calm).not.toContain('Switch off')
    const disturbed = await press('Switch on: Duplicate webhooks')
    expect(disturbed).toContain('1 of 6 are on.')
    expect(disturbed).toContain('Switch off: Duplicate webhooks')
    await press('Switch on: Lose webhooks')
    expect(await press('Switch off: Duplicate webhooks')).toContain('Switch off: Lose webhooks')
    expect(await press('Switch all off')).toContain('Everything arrives as it should.')
    await pay()
    expect(harness.receiver.received).toHaveLength(6)
  })

  it('duplicates webhooks', async () => {
    await press('Switch on: Duplicate webhooks')
    await pay()
    const ids = harness.receiver.received.map(({ eventId }) => eventId)
    expect(ids).toHaveLength(12)
    expect(new Set(ids).size).toBe(6)
  })

  it('reorders webhooks', async () => {
    // One at a time: only the disturbance can then change the order in which they arose.
    await harness.control('knobs', { concurrency: 1, seed: 42 })
    await press('Switch on: Reorder webhooks')
    await pay()
    const arose = (await harness.call('GET', '/sandbox/events?count=100')).json['items']
    const ids = Array.isArray(arose) ? arose.map((event) => textAt(asObject(event), 'id')).toReversed() : []
    const received = harness.receiver.received.map(({ eventId }) => eventId)
    expect(received.toSorted()).toEqual(ids.toSorted())
    expect(received).not.toEqual(ids)
  })

  it('loses webhooks', async () => {
    await press('Switch on: Lose webhooks')
    await pay()
    expect(harness.receiver.received).toEqual([])
    await press('Switch off: Lose webhooks')
    await pay()
    expect(harness.receiver.received).toHaveLength(6)
  })

  it('stalls every call of the API', async () => {
    await harness.control('knobs', { stallMs: 200 })
    expect(await press('Switch on: Stall the API')).toContain('Every call waits 0.2 seconds')
    const startedAt = performance.now()
    expect(await newPlan()).toMatchObject({ status: 200 })
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(190)
  })

  it('answers 500 to calls that took effect all the same, until it is switched off', async () => {
    await press('Switch on: Answer 500 after the effect')
    expect(await newPlan()).toMatchObject({ status: 500 })
    expect(await newPlan()).toMatchObject({ status: 500 })
    expect(await planCount()).toBe(2)
    await press('Switch off: Answer 500 after the effect')
    expect(await newPlan()).toMatchObject({ status: 200 })
  })
})

describe("the dashboard's clock", () => {
  it('moves the sandbox alone when no shop clock is set', async () => {
    const before = numberAt((await harness.call('GET', '/sandbox/clock')).json, 'now')
    expect(await press('+31 days')).toContain('Moves the sandbox alone')
    const after = numberAt((await harness.call('GET', '/sandbox/clock')).json, 'now')
    expect(after - before).toBeGreaterThanOrEqual(31 * 86_400)
  })

  it('asks the shop, whose clock moves ours along', async () => {
    const asked: unknown[] = []
    const shop = createServer((request, response) => {
      request.setEncoding('utf8').on('data', (body: string) => {
        asked.push(JSON.parse(body))
        void harness.control('clock', JSON.parse(body)).then(() => response.end('{}'))
      })
    })
    await new Promise<void>((resolve) => {
      shop.listen(0, '127.0.0.1', resolve)
    })
    const address = shop.address()
    if (address === null || typeof address === 'string') throw new Error('The shop has no port.')
    harness.sandbox.setShopClockUrl(`http://127.0.0.1:${address.port}/`)
    const before = numberAt((await harness.call('GET', '/sandbox/clock')).json, 'now')
    expect(await press('+1 week')).toContain('The clock of Cheers moves along.')
    const after = numberAt((await harness.call('GET', '/sandbox/clock')).json, 'now')
    expect(asked).toEqual([{ advanceSeconds: 7 * 86_400 }])
    expect(Math.abs(after - before - 7 * 86_400)).toBeLessThan(60)

    await new Promise((resolve) => {
      shop.close(resolve)
    })
    expect(await press('+1 week')).toContain('Cheers did not move its clock (no answer).')
    const stayed = numberAt((await harness.call('GET', '/sandbox/clock')).json, 'now')
    expect(stayed - after).toBeLessThan(60)
  })
})
