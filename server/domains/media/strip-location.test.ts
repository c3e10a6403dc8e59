import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { aClip } from './clip-testing.ts'
import { stripDescriptions } from './strip-location.ts'

let folder: string

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-strip-'))
})
afterEach(() => fs.rm(folder, { recursive: true, force: true }))

async function stripped(bytes: Buffer): Promise<Buffer> {
  const file = path.join(folder, 'clip')
  await fs.writeFile(file, bytes)
  await stripDescriptions(file)
  return fs.readFile(file)
}

function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  const header = Buffer.alloc(8)
  header.writeUInt32BE(8 + body.length)
  header.write(type, 4, 'latin1')
  return Buffer.concat([header, body])
}

const place = box('\xa9xyz', Buffer.from('+12.9716+077.5946/'))

test('a video loses the place it was made at, and nothing else moves', async () => {
  const film = Buffer.from('the film itself, with the word udta in it')
  const before = Buffer.concat([
    box('ftyp', Buffer.from('isom')),
    box('mdat', film),
    box('moov', box('mvhd', Buffer.alloc(20, 7)), box('trak', box('udta', place)), box('udta', place)),
    box('uuid', Buffer.from('<x:xmpmeta>Bengaluru</x:xmpmeta>')),
  ])
  const after = await stripped(before)
  expect(after.length).toBe(before.length)
  expect(after.includes('+12.9716')).toBe(false)
  expect(after.includes('Bengaluru')).toBe(false)
  expect(after.includes(film)).toBe(true)
  expect(after.indexOf('mvhd')).toBe(before.indexOf('mvhd'))
  expect(after.includes('udta')).toBe(true)
  expect(after.toString('latin1').match(/free/g)).toHaveLength(3)
})

test('what is no such file, or a broken one, stays as it is', async () => {
  for (const bytes of [
    aClip(),
    Buffer.from('short'),
    Buffer.concat([box('moov', box('udta', place)).subarray(0, 20)]),
    Buffer.concat([Buffer.from([0, 0, 0, 3]), Buffer.from('moov')]),
  ])
    expect((await stripped(bytes)).equals(bytes)).toBe(true)
})
