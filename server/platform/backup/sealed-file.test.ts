import { randomBytes } from 'node:crypto'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { keyOf } from './backup-key.ts'
import { createSealed, FRAME_BYTES, readSealed, sealStream } from './sealed-file.ts'

const key = keyOf(Buffer.alloc(32, 7))
let folder = ''
let file = ''

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-sealed-'))
  file = path.join(folder, 'sealed')
})
afterAll(() => fs.rm(folder, { recursive: true }))

async function* pieces(...all: Buffer[]): AsyncGenerator<Buffer> {
  yield* all
}

async function read(opening: { name: string; isOpenEnded?: boolean }, otherKey = key): Promise<Buffer> {
  const blocks: Buffer[] = []
  for await (const block of readSealed(file, otherKey, opening)) blocks.push(block)
  return Buffer.concat(blocks)
}

test('what was sealed is read again, and cannot be read without the key', async () => {
  const text = Buffer.concat([Buffer.from('a secret '.repeat(100_000)), randomBytes(FRAME_BYTES + 1)])
  await sealStream(file, key, 'a', pieces(text.subarray(0, 10), text.subarray(10)))
  expect((await read({ name: 'a' })).equals(text)).toBe(true)
  const sealed = await fs.readFile(file)
  expect(sealed.includes('a secret')).toBe(false)
  expect(sealed.length).toBeLessThan(text.length)
  await expect(read({ name: 'a' }, keyOf(Buffer.alloc(32, 8)))).rejects.toThrow('needs another key')
})

test('any one changed byte is found, and the file is named', async () => {
  await sealStream(file, key, 'a', pieces(Buffer.from('ten bytes!')))
  const whole = await fs.readFile(file)
  for (let at = 0; at < whole.length; at += 1) {
    const changed = Buffer.from(whole)
    changed[at] = (changed[at] ?? 0) ^ 1
    await fs.writeFile(file, changed)
    await expect(read({ name: 'a' })).rejects.toThrow(file)
    await expect(read({ name: 'a', isOpenEnded: true })).rejects.toThrow(file)
  }
})

test('a file that was cut off, continued, or put in the place of another is damaged', async () => {
  await sealStream(file, key, 'a', pieces(Buffer.from('ten bytes!')))
  const whole = await fs.readFile(file)
  for (let length = 0; length < whole.length; length += 1) {
    await fs.writeFile(file, whole.subarray(0, length))
    await expect(read({ name: 'a' })).rejects.toThrow(`${file} is damaged`)
  }
  await fs.writeFile(file, Buffer.concat([whole, Buffer.from([0])]))
  await expect(read({ name: 'a' })).rejects.toThrow('something follows its end')
  await fs.writeFile(file, whole)
  await expect(read({ name: 'b' })).rejects.toThrow(`${file} is damaged`)
})

test('a file that was still written to when its writer was killed holds all that was synced', async () => {
  const writer = await createSealed(file, key, 'log')
  await writer.write(Buffer.from('first'))
  await writer.write(Buffer.from('second'))
  await writer.sync()
  const { size } = await fs.stat(file)
  await writer.write(Buffer.from('third'))
  await writer.abandon()
  expect((await read({ name: 'log', isOpenEnded: true })).toString()).toBe('firstsecondthird')
  await fs.truncate(file, size + 3)
  expect((await read({ name: 'log', isOpenEnded: true })).toString()).toBe('firstsecond')
  await expect(read({ name: 'log' })).rejects.toThrow('its end is missing')
})
