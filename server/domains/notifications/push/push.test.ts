import { createPublicKey } from 'node:crypto'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { logout } from '#contract/accounts/routes.ts'
import { changeNotificationChoice } from '#contract/notifications/choice-routes.ts'
import { PUSH_DEVICES_MAX } from '#contract/notifications/kinds.ts'
import { addPushDevice, getPushKey, removePushDevice } from '#contract/notifications/push-routes.ts'
import { createPost } from '#contract/posts/routes.ts'
import { aSession, aSignedInUser, type BuiltUser } from '#server/domains/accounts/testing.ts'
import { aFollow } from '#server/domains/audiences/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { many, one, run, sql } from '#server/platform/db/query.ts'
import { createPushClient } from '#server/platform/push/push-client.ts'
import { startTestApp, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { makeKeysOnce } from './push-keys.ts'
import { aBrowser, type PushService, startPushService } from './push-testing.ts'

let app: TestApp
let service: PushService
let owner: { user: BuiltUser; session: TestSession }
let reader: { user: BuiltUser; session: TestSession }
let page: { id: string; handle: string }

beforeAll(async () => {
  app = await startTestApp()
  service = await startPushService(app.platform.config.publicUrl)
  app.platform.push = service.client
})
afterAll(async () => {
  await service.close()
  await app.close()
})

beforeEach(async () => {
  service.received.length = 0
  service.answer(201)
  owner = await aSignedInUser(app)
  page = await aCreator(app.db, owner.user.id, { pageName: 'Asha Rao' })
  reader = await aSignedInUser(app)
  await aFollow(app.db, reader.user.id, page.id)
})

async function register(name: string, session = reader.session) {
  const browser = aBrowser()
  const endpoint = `${service.origin}/send/${name}-${page.handle}`
  const answer = await app.call(addPushDevice, { endpoint, keys: browser.keys }, { as: session })
  return { ...browser, endpoint, answer }
}

async function publish(): Promise<void> {
  const post = { title: 'A secret title', content: '<p>A secret verse</p>' }
  await app.call(createPost, post, { as: owner.session })
  await app.drain()
}

async function devices(): Promise<string[]> {
  const rows = await many(
    app.db,
    sql<{ endpoint: string }>`select endpoint from push_devices where user_id = ${reader.user.id}`,
  )
  return rows.map(({ endpoint }) => endpoint)
}

describe('a push', () => {
  test('is read by the browser it goes to, and says neither title nor text', async () => {
    const phone = await register('phone')
    await publish()
    const [push, ...more] = service.received
    expect(more).toEqual([])
    expect(push?.path).toBe(new URL(phone.endpoint).pathname)
    expect(push?.headers['content-encoding']).toBe('aes128gcm')
    expect(push?.headers['ttl']).toBe('86400')
    const read = phone.read(push?.body ?? Buffer.alloc(0))
    expect(read).toEqual({
      title: 'Asha Rao published a new post',
      path: `/${page.handle}/posts/a-secret-title`,
      tag: expect.stringMatching(/^post:/),
    })
  })

  test('is signed with the key that browsers were told, for this service alone', async () => {
    await register('phone')
    await publish()
    const { publicKey } = (await app.call(getPushKey, {}, { as: reader.session })).body
    const [, token = '', key] =
      /^vapid t=([^,]+), k=(.+)$/.exec(service.received[0]?.headers.authorization ?? '') ?? []
    expect(key).toBe(publicKey)
    const point = Buffer.from(publicKey, 'base64url')
    const verifying = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    })
    const { payload } = await jwtVerify(token, verifying, { audience: service.origin })
    expect(payload.sub).toBe('mailto:hello@example.com')
  })

  test('goes to each device, and only where it is wanted', async () => {
    const [phone, laptop] = [await register('phone'), await register('laptop')]
    await publish()
    expect(service.received.map(({ path }) => path).toSorted()).toEqual(
      [phone, laptop].map(({ endpoint }) => new URL(endpoint).pathname).toSorted(),
    )
    await app.call(changeNotificationChoice, { topic: 'newPosts', push: false }, { as: reader.session })
    await publish()
    expect(service.received).toHaveLength(2)
  })

  test('ends where the browser is gone', async () => {
    for (const status of [404, 410]) {
      await register(`phone-${status}`)
      service.answer(status)
      await publish()
      expect(await devices()).toEqual([])
      service.answer(201)
    }
  })

  test('is tried again when the service has trouble, and given up where it is refused again and again', async () => {
    await register('phone')
    service.answer(503)
    await publish()
    expect(await devices()).toHaveLength(1)
    service.answer(201)
    await app.clock.advance(app.db, 60_000)
    await app.drain()
    expect(service.received).toHaveLength(2)
    service.answer(403)
    for (let time = 0; time < 4; time += 1) await publish()
    expect(await devices()).toHaveLength(1)
    await publish()
    expect(await devices()).toEqual([])
  })
})

describe('a device', () => {
  test('belongs to a session: signing out ends its pushes', async () => {
    const session = await aSession(app.db, app.platform, reader.user.id)
    await register('phone', session)
    await app.call(logout, {}, { as: session })
    await publish()
    expect(service.received).toEqual([])
    expect(await devices()).toEqual([])
  })

  test('belongs to whoever signed in on it last', async () => {
    await register('shared')
    const other = await aSignedInUser(app)
    await register('shared', other.session)
    await publish()
    expect(service.received).toEqual([])
  })

  test('is removed by its owner, and by nobody else', async () => {
    const { endpoint } = await register('phone')
    const other = await aSignedInUser(app)
    await app.call(removePushDevice, { endpoint }, { as: other.session })
    expect(await devices()).toEqual([endpoint])
    await app.call(removePushDevice, { endpoint }, { as: reader.session })
    expect(await devices()).toEqual([])
  })

  test('is one of ten at most', async () => {
    for (let count = 1; count <= PUSH_DEVICES_MAX; count += 1)
      expect((await register(`device-${count}`)).answer.status).toBe(200)
    expect((await register('device-1')).answer.status).toBe(200)
    expect((await register('one-more')).answer).toMatchObject({
      status: 409,
      failure: { code: 'push_devices_full' },
    })
  })

  test('is reached at a known push service only', async () => {
    const { keys } = aBrowser()
    const real = createPushClient('https://cheers.example', 'hello@example.com')
    for (const endpoint of [
      'https://fcm.googleapis.com/fcm/send/x',
      'https://updates.push.services.mozilla.com/wpush/v2/x',
      'https://web.push.apple.com/x',
      'https://wns2-by3p.notify.windows.com/w/?token=x',
    ])
      expect(real.isKnownService(endpoint), endpoint).toBe(true)
    for (const endpoint of [
      'http://fcm.googleapis.com/x',
      'https://fcm.googleapis.com.evil.example/x',
      'https://evilfcm.googleapis.com/x',
      'https://user@fcm.googleapis.com/x',
      'https://127.0.0.1/x',
      'https://localhost:5432/x',
    ])
      expect(real.isKnownService(endpoint), endpoint).toBe(false)
    const answer = await app.call(
      addPushDevice,
      { endpoint: 'https://evil.example/x', keys },
      { as: reader.session },
    )
    expect(answer).toMatchObject({ status: 422, failure: { code: 'push_service_unknown' } })
  })
})

test('the key is made once, and kept encrypted', async () => {
  const before = await app.call(getPushKey, {}, { as: reader.session })
  await makeKeysOnce(app.db, app.platform)
  expect((await app.call(getPushKey, {}, { as: reader.session })).body).toEqual(before.body)
  const { bytes } = await one(
    app.db,
    sql<{ bytes: number }>`select length(encrypted_private_key) as bytes from push_keys`,
  )
  expect(bytes).toBeGreaterThan(43)
  await expect(run(app.db, sql`insert into push_keys values (true, 'x', '')`)).rejects.toThrow('push_keys')
})

describe('a device whose keys cannot be used', () => {
  const { keys } = aBrowser()
  const point = Buffer.from(keys.p256dh, 'base64url')
  const changed = (at: number, byte: number) => {
    const other = Buffer.from(point)
    other[at] = byte
    return other.toString('base64url')
  }

  test.each([
    ['no point', { ...keys, p256dh: 'abc' }],
    ['a point with a byte less', { ...keys, p256dh: point.subarray(0, 64).toString('base64url') }],
    [
      'a point with a byte more',
      { ...keys, p256dh: Buffer.concat([point, Buffer.of(1)]).toString('base64url') },
    ],
    ['a point beside the curve', { ...keys, p256dh: changed(64, (point[64] ?? 0) ^ 1) }],
    ['another format', { ...keys, p256dh: changed(0, 5) }],
    ['zeros', { ...keys, p256dh: Buffer.alloc(65).toString('base64url') }],
    ['a short secret', { ...keys, auth: Buffer.alloc(15, 7).toString('base64url') }],
    ['a long secret', { ...keys, auth: Buffer.alloc(17, 7).toString('base64url') }],
  ])('is refused: %s', async (_, wrong) => {
    const endpoint = `${service.origin}/send/wrong`
    const answer = await app.call(addPushDevice, { endpoint, keys: wrong }, { as: reader.session })
    expect(answer).toMatchObject({ status: 422, failure: { code: 'push_keys_wrong' } })
  })
})
