import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { S3mini } from 's3mini'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { startSwift } from '#server/testing/swift/start-swift.ts'

import { openDiskStorage } from './disk-storage.ts'
import { openS3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

/* The requirements every store has to meet, tested on every store there is. */

const MIB = 1024 * 1024

const swift = await startSwift()

let folder: string
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-storage-'))
})
afterAll(async () => {
  await fs.rm(folder, { recursive: true, force: true })
  await swift?.stop()
})

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function* inPieces(bytes: Uint8Array, pieceBytes: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

async function keysOf(storage: Storage, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of storage.list(prefix)) keys.push(key)
  return keys.toSorted()
}

const stores = [
  { name: 'a disk', open: () => openDiskStorage(path.join(folder, 'store')) },
  ...(swift ? [{ name: 'an S3 server', open: async () => openS3Storage(swift.storageUrl) }] : []),
]

describe.each(stores)('on $name', ({ open }) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await open()
  })

  async function read(key: string, range?: { start: number; end?: number }): Promise<Buffer | null> {
    const found = await storage.open(key, range)
    return found && buffer(found.stream)
  }

  test('is ready', () => expect(storage.check()).resolves.toBeUndefined())

  test.each([
    ['nothing', 0],
    ['a little', 5],
    ['exactly one part', 8 * MIB],
    ['many parts', 21 * MIB + 7],
  ])('stores a stream of %s, and returns its size and hash', async (_, sizeBytes) => {
    const bytes = randomBytes(sizeBytes)
    const key = `media/stream/${sizeBytes}.bin`
    const kept = await storage.put(key, inPieces(bytes, 100_003), 'application/octet-stream')
    expect(kept).toEqual({ sizeBytes, sha256: sha256(bytes) })
    expect(sha256((await read(key)) ?? Buffer.from('absent'))).toBe(kept.sha256)
    expect(await storage.stat(key)).toMatchObject({ key, sizeBytes })
  })

  test('keeps a buffer, and replaces it', async () => {
    await storage.put('images/one.webp', Buffer.from('first'), 'image/webp')
    expect(await storage.put('images/one.webp', Buffer.from('second!'), 'image/webp')).toEqual({
      sizeBytes: 7,
      sha256: sha256(Buffer.from('second!')),
    })
    expect(String(await read('images/one.webp'))).toBe('second!')
  })

  test('takes over a file', async () => {
    const bytes = randomBytes(9 * MIB)
    const file = path.join(folder, 'ours.mp4')
    await fs.writeFile(file, bytes)
    expect(await storage.putFile('media/file/original.mp4', file, 'video/mp4')).toEqual({
      sizeBytes: bytes.byteLength,
      sha256: sha256(bytes),
    })
    expect(sha256((await read('media/file/original.mp4')) ?? Buffer.from('absent'))).toBe(sha256(bytes))
    await expect(fs.stat(file)).rejects.toThrow('ENOENT')
  })

  test('reads a part, byte for byte', async () => {
    const bytes = randomBytes(200_000)
    await storage.put('media/part/original.bin', bytes, 'application/octet-stream')
    for (const [start, end] of [
      [0, 0],
      [0, 65_535],
      [65_536, 65_536],
      [1, 199_998],
      [199_999, 199_999],
    ] as const)
      expect(await read('media/part/original.bin', { start, end })).toEqual(bytes.subarray(start, end + 1))
    expect(await read('media/part/original.bin', { start: 199_000 })).toEqual(bytes.subarray(199_000))
    const found = await storage.open('media/part/original.bin', { start: 5, end: 9 })
    found?.stream.destroy()
    expect(found?.sizeBytes).toBe(200_000)
  })

  test('has nothing under an unused key', async () => {
    expect(await storage.open('images/absent.webp')).toBeNull()
    expect(await storage.open('images/absent.webp', { start: 0, end: 5 })).toBeNull()
    expect(await storage.stat('images/absent.webp')).toBeNull()
    expect(await keysOf(storage, 'absent/')).toEqual([])
  })

  test('deletes, even twice', async () => {
    await storage.put('images/gone.webp', Buffer.from('x'), 'image/webp')
    await storage.delete('images/gone.webp')
    await storage.delete('images/gone.webp')
    expect(await storage.open('images/gone.webp')).toBeNull()
  })

  test('lists everything with a prefix, and nothing else', async () => {
    const names = ['a/original.mp4', 'a/hls/240p.m3u8', 'a/hls/240p-0.ts', 'ab/original.mp4']
    for (const name of names) await storage.put(`list/${name}`, Buffer.from(name), 'video/mp4')
    expect(await keysOf(storage, 'list/a/')).toEqual([
      'list/a/hls/240p-0.ts',
      'list/a/hls/240p.m3u8',
      'list/a/original.mp4',
    ])
    expect(await keysOf(storage, 'list/a')).toHaveLength(4)
    for await (const facts of storage.list('list/a/original')) {
      expect(facts).toMatchObject({ key: 'list/a/original.mp4', sizeBytes: 14 })
      expect(Math.abs(facts.modifiedAt.getTime() - Date.now())).toBeLessThan(60 * 60_000)
    }
  })

  test.each([1, 20])('keeps nothing of a stream that breaks after %i MiB', async (mebibytes) => {
    async function* breaking(): AsyncGenerator<Uint8Array> {
      yield* inPieces(randomBytes(mebibytes * MIB), 65_536)
      throw new Error('the line is cut')
    }
    const key = `media/broken/${mebibytes}.bin`
    await expect(storage.put(key, breaking(), 'video/mp4')).rejects.toThrow('the line is cut')
    await expect(storage.put(key, Readable.from(breaking()), 'video/mp4')).rejects.toThrow('the line is cut')
    expect(await storage.open(key)).toBeNull()
    expect(await storage.removeUnfinished(new Date(Date.now() + 60_000))).toBe(0)
  })

  test('refuses keys that are not ours', async () => {
    for (const key of ['../secret.key', '/etc/passwd', 'images/A.webp', 'images/..', 'a/./b.webp', '']) {
      await expect(storage.put(key, Buffer.from('x'), 'image/webp')).rejects.toThrow('not a storage key')
      await expect(storage.open(key)).rejects.toThrow('not a storage key')
    }
  })

  test('gives addresses of its own, or none', async () => {
    const bytes = randomBytes(1000)
    await storage.put('media/signed/original.mp4', bytes, 'application/octet-stream')
    const sign = (expiresInSeconds: number) =>
      storage.presign('media/signed/original.mp4', {
        expiresInSeconds,
        contentType: 'video/mp4',
        disposition: 'inline; filename="video.mp4"',
      })
    const address = await sign(60)
    if (storage.origin === null) return expect(address).toBeNull()
    const answer = await fetch(address ?? '', { headers: { range: 'bytes=10-19' } })
    expect(answer.status).toBe(206)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes.subarray(10, 20))
    expect(answer.headers.get('content-type')).toBe('video/mp4')
    expect(answer.headers.get('content-disposition')).toBe('inline; filename="video.mp4"')
    const forged = new URL(address ?? '')
    forged.pathname = forged.pathname.replace('signed', 'stream')
    expect((await fetch(forged)).status).toBe(403)
  })
})

describe('a disk', () => {
  test('drops parts that a crash left behind, when they are old', async () => {
    const storage = await openDiskStorage(path.join(folder, 'crashed'))
    await storage.put('media/a/original.mp4', Buffer.from('whole'), 'video/mp4')
    const part = path.join(folder, 'crashed/media/a/original.mp4.0123456789ab.part')
    await fs.writeFile(part, 'half')
    expect(await storage.removeUnfinished(new Date(Date.now() - 60_000))).toBe(0)
    expect(await keysOf(storage, '')).toEqual(['media/a/original.mp4'])
    expect(await storage.removeUnfinished(new Date(Date.now() + 60_000))).toBe(1)
    expect(await fs.readdir(path.dirname(part))).toEqual(['original.mp4'])
  })
})

test.skipIf(process.platform !== 'linux')(
  'a file that cannot be sent to an S3 server is closed',
  async () => {
    const file = path.join(folder, 'unsent.mp4')
    await fs.writeFile(file, randomBytes(9 * MIB))
    const unreachable = openS3Storage('s3://a:b@127.0.0.1:9/none?tls=false')
    await expect(unreachable.putFile('media/a/original.mp4', file, 'video/mp4')).rejects.toThrow()
    const open = await fs.readdir('/proc/self/fd')
    const files = await Promise.all(open.map((fd) => fs.readlink(`/proc/self/fd/${fd}`).catch(() => '')))
    expect(files).not.toContain(file)
    await fs.rm(file)
  },
)

describe.skipIf(!swift)('an S3 server', () => {
  test('drops uploads that a crash left behind, when they are old', async () => {
    const url = new URL(swift?.storageUrl ?? '')
    const storage = openS3Storage(url.href)
    const bare = new S3mini({
      accessKeyId: decodeURIComponent(url.username),
      secretAccessKey: url.password,
      endpoint: `http://${url.host}${url.pathname}`,
      region: 'us-east-1',
    })
    const leaveBehind = async (key: string) => {
      await bare.uploadPart(key, await bare.getMultipartUploadId(key), randomBytes(5 * MIB), 1)
    }
    await leaveBehind('media/left/one.mp4')
    expect(await storage.removeUnfinished(new Date(Date.now() - 60_000))).toBe(0)
    expect(await storage.removeUnfinished(new Date(Date.now() + 60_000))).toBe(1)
    // Enough to need several pages, and two under one name.
    for (const name of ['two', 'three', 'three', 'four', 'five']) await leaveBehind(`media/left/${name}.mp4`)
    const inPairs = openS3Storage(url.href, { listPage: 2 })
    expect(await inPairs.removeUnfinished(new Date(Date.now() - 60_000))).toBe(0)
    expect(await inPairs.removeUnfinished(new Date(Date.now() + 60_000))).toBe(5)
    expect(await storage.removeUnfinished(new Date(Date.now() + 60_000))).toBe(0)
    expect(await keysOf(storage, 'media/left/')).toEqual([])
  })

  test('reports an unreachable server or bucket', async () => {
    await expect(openS3Storage('s3://a:b@127.0.0.1:9/none?tls=false').check()).rejects.toThrow()
    const other = new URL(swift?.storageUrl ?? '')
    other.pathname = '/another'
    await expect(openS3Storage(other.href).check()).rejects.toThrow('The bucket another cannot be reached')
  })
})
