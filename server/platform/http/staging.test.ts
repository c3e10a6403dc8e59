import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { platformFailures } from '#contract/http/route.ts'

import { checkRoom, newStagedFile, writeStream } from './staging.ts'

let folder: string

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-staging-'))
})
afterEach(() => fs.rm(folder, { recursive: true, force: true }))

function options(more: object = {}) {
  return { maxBytes: 1000, tooLarge: platformFailures.too_large, ...more }
}

describe('a file on its way', () => {
  test('is written whole, and continues from an offset', async () => {
    const file = await newStagedFile(folder)
    expect(await writeStream(Readable.from([Buffer.from('Hel'), Buffer.from('lo')]), file, options())).toBe(5)
    expect(await writeStream(Readable.from([Buffer.from(' you')]), file, options({ start: 5 }))).toBe(4)
    expect(await fs.readFile(file, 'utf8')).toBe('Hello you')
  })

  test('is refused once it is too large, and not a byte more is written', async () => {
    const file = await newStagedFile(folder)
    const sent = Readable.from(Array.from({ length: 11 }, () => Buffer.alloc(100)))
    await expect(writeStream(sent, file, options())).rejects.toMatchObject({ spec: { code: 'too_large' } })
    expect((await fs.stat(file)).size).toBeLessThanOrEqual(1000)
  })

  test('is abandoned when its sender crawls', async () => {
    async function* drip() {
      for (;;) {
        yield Buffer.alloc(1)
        await sleep(20)
      }
    }
    const sent = writeStream(Readable.from(drip()), await newStagedFile(folder), {
      ...options(),
      pace: { minBytes: 100, windowMs: 100 },
    })
    await expect(sent).rejects.toMatchObject({ spec: { code: 'too_slow' } })
  })

  test('needs free disk space', async () => {
    await checkRoom(folder, 1)
    await expect(checkRoom(folder, Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({
      spec: { code: 'storage_full' },
    })
  })
})
