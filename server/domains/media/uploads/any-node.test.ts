import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { getMedium } from '#contract/media/routes.ts'
import { aSession, aUser } from '#server/domains/accounts/testing.ts'
import { aCreator } from '#server/domains/creators/testing.ts'
import { many, maybeOne, run, sql } from '#server/platform/db/query.ts'
import { startSwift } from '#server/testing/swift/start-swift.ts'
import { startTestNodes, type TestApp, type TestSession } from '#server/testing/test-app.ts'

import { announceFile, headersOf, sendChunk } from './upload-testing.ts'

/* Uploads with an object store go on at any node. Where no S3 server can be had, startSwift says so and this is skipped. */

const MB = 1024 * 1024

const swift = await startSwift()

describe.skipIf(!swift)('an upload with an object store', () => {
  let nodes: TestApp[]
  let asha: TestSession

  beforeAll(async () => {
    nodes = await startTestNodes(2, { STORAGE_URL: swift?.storageUrl ?? '' })
    const { db, platform } = node(0)
    const user = await aUser(db)
    await aCreator(db, user.id)
    asha = await aSession(db, platform, user.id)
  })
  afterAll(async () => {
    for (const each of nodes) await each.close()
    await swift?.stop()
  })

  function node(index: number): TestApp {
    const found = nodes[index]
    if (!found) throw new RangeError(`There is no node ${index}`)
    return found
  }

  async function begin(sizeBytes: number): Promise<string> {
    const answer = await announceFile(node(0), asha, { name: 'album.zip', sizeBytes })
    expect(answer.status).toBe(201)
    return answer.headers.get('location') ?? ''
  }

  function ask(index: number, method: string, at: string) {
    return fetch(`${node(index).baseUrl}${at}`, { method, headers: headersOf(node(index), asha) })
  }

  async function offsetAt(index: number, at: string): Promise<number> {
    const { status, headers } = await ask(index, 'HEAD', at)
    expect(status).toBe(200)
    return Number(headers.get('upload-offset'))
  }

  /** Sends part of a chunk on a connection that stays open. */
  async function sendSome(index: number, at: string, offset: number, bytes: Buffer, sentBytes: number) {
    const socket = net.connect(Number(new URL(node(index).baseUrl).port), '127.0.0.1')
    socket.on('error', () => undefined)
    const lines = Object.entries({
      ...headersOf(node(index), asha),
      'content-type': 'application/offset+octet-stream',
      'upload-offset': offset,
      'content-length': bytes.length,
    }).map(([name, value]) => `${name}: ${value}`)
    socket.write(`PATCH ${at} HTTP/1.1\r\nhost: localhost\r\n${lines.join('\r\n')}\r\n\r\n`)
    await new Promise((resolve) => socket.write(bytes.subarray(0, sentBytes), resolve))
    return socket
  }

  /** What the store has of a medium that was uploaded. */
  async function storedBytes(at: string): Promise<Buffer | null> {
    const { db, platform } = node(1)
    const row = await maybeOne(
      db,
      sql<{ key: string }>`select original_key as key from media where id = ${at.split('/').at(-1) ?? ''}`,
    )
    const object = await platform.storage.open(row?.key ?? '')
    return object && buffer(object.stream)
  }

  async function partKeys(at: string): Promise<string[]> {
    const keys: string[] = []
    for await (const { key } of node(1).platform.storage.list(`uploads/${at.split('/').at(-1)}/`))
      keys.push(key)
    return keys
  }

  async function stateOf(at: string) {
    return (await node(1).call(getMedium, { mediaId: at.split('/').at(-1) ?? '' }, { as: asha })).body
  }

  test('goes on at another node after a cut, where it was cut', async () => {
    const file = randomBytes(20 * MB)
    const at = await begin(file.length)
    const socket = await sendSome(0, at, 0, file, 13 * MB)
    socket.destroy()
    // What is on its way when a connection breaks arrives, or not: then a block of it is sent again.
    await expect.poll(() => offsetAt(1, at), { timeout: 20_000 }).toBeGreaterThan(12 * MB)
    expect(await partKeys(at)).toHaveLength(4)
    const offset = await offsetAt(1, at)
    expect((await sendChunk(node(1), asha, at, offset, file.subarray(offset))).status).toBe(204)
    expect(await stateOf(at)).toMatchObject({ state: 'ready' })
    expect((await storedBytes(at))?.equals(file)).toBe(true)
    await node(1).drain()
    expect(await partKeys(at)).toEqual([])
    expect(await offsetAt(0, at)).toBe(file.length)
  })

  test('is whole when nodes take turns, whichever takes the end', async () => {
    const file = randomBytes(11 * MB + 17)
    const at = await begin(file.length)
    const cuts = [0, 3 * MB, 3 * MB + 1, 8 * MB, file.length]
    for (let turn = 0; turn + 1 < cuts.length; turn += 1) {
      const [from = 0, to = 0] = cuts.slice(turn)
      expect(await offsetAt(turn % 2, at)).toBe(from)
      expect((await sendChunk(node(turn % 2), asha, at, from, file.subarray(from, to))).status).toBe(204)
    }
    expect((await storedBytes(at))?.equals(file)).toBe(true)
  })

  test('goes on after its last whole part when a node is gone whose connection seems to be open', async () => {
    const file = randomBytes(24 * MB)
    const at = await begin(file.length)
    const socket = await sendSome(0, at, 0, file, 18 * MB)
    // Whole parts are in the store; what is under way when a node dies is two more at most.
    const offset = 16 * MB
    await expect.poll(() => offsetAt(1, at), { timeout: 30_000 }).toBe(offset)
    expect((await sendChunk(node(1), asha, at, offset, file.subarray(offset))).status).toBe(204)
    // The first node hears the rest, too late.
    const said = once(socket, 'data')
    socket.write(file.subarray(18 * MB))
    expect(String(await said)).toMatch(/^HTTP\/1\.1 (?:204|404|409)/)
    expect(await stateOf(at)).toMatchObject({ state: 'ready' })
    expect((await storedBytes(at))?.equals(file)).toBe(true)
    socket.destroy()
  })

  test('is taken once when its end reaches two nodes at a time', async () => {
    const file = randomBytes(6 * MB)
    const at = await begin(file.length)
    await sendChunk(node(0), asha, at, 0, file.subarray(0, 5 * MB))
    const answers = await Promise.all(
      [0, 1].map((index) => sendChunk(node(index), asha, at, 5 * MB, file.subarray(5 * MB))),
    )
    expect(answers.map(({ status }) => status)).toEqual([204, 204])
    expect(await stateOf(at)).toMatchObject({ state: 'ready' })
    expect((await storedBytes(at))?.equals(file)).toBe(true)
  })

  test('is whole when its node stored it and the database was lost before it could say so', async () => {
    const { db } = node(0)
    await run(db, sql`create sequence test_losses`)
    await run(
      db,
      sql`create function test_lose() returns trigger language plpgsql as $$ begin
          if nextval('test_losses') = 1 then raise exception 'gone' using errcode = '57P01'; end if;
          return new;
        end $$`,
    )
    await run(
      db,
      sql`create trigger test_lose before update on media for each row
          when (new.original_key is not null and old.original_key is null) execute function test_lose()`,
    )
    const file = randomBytes(9 * MB)
    const at = await begin(file.length)
    expect((await sendChunk(node(0), asha, at, 0, file.subarray(0, 8 * MB))).status).toBe(204)
    expect((await sendChunk(node(0), asha, at, 8 * MB, file.subarray(8 * MB))).status).toBe(503)
    expect(await offsetAt(0, at)).toBe(8 * MB)
    expect((await sendChunk(node(0), asha, at, 8 * MB, file.subarray(8 * MB))).status).toBe(204)
    expect(await stateOf(at)).toMatchObject({ state: 'ready' })
    expect((await storedBytes(at))?.equals(file)).toBe(true)
    await run(db, sql`drop function test_lose cascade`)
    await run(db, sql`drop sequence test_losses`)
  })

  test('of which the store has lost a part is refused, and says so', async () => {
    const file = randomBytes(9 * MB)
    const at = await begin(file.length)
    await sendChunk(node(0), asha, at, 0, file.subarray(0, 8 * MB))
    const [key = ''] = await partKeys(at)
    await node(0).platform.storage.delete(key)
    expect((await sendChunk(node(1), asha, at, 8 * MB, file.subarray(8 * MB))).status).toBe(204)
    expect(await stateOf(at)).toMatchObject({
      state: 'failed',
      failure: 'This file was lost. Please upload it again.',
    })
  })

  test('leaves nothing when it is cancelled at another node', async () => {
    const file = randomBytes(9 * MB)
    const at = await begin(file.length)
    await sendChunk(node(0), asha, at, 0, file.subarray(0, 8 * MB))
    expect((await ask(1, 'DELETE', at)).status).toBe(204)
    await node(1).drain()
    expect(await partKeys(at)).toEqual([])
    expect((await ask(0, 'HEAD', at)).status).toBe(404)
    expect(await many(node(0).db, sql`select from upload_parts`)).toEqual([])
  })
})
