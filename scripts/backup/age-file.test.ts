import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { makeKeyFile, readKeyFile, seal, unseal } from './age-file.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cheers-age-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const at = (name: string) => path.join(folder, name)

async function* bytes(): AsyncGenerator<Uint8Array> {
  for (let count = 0; count < 20; count += 1) yield Buffer.alloc(65_536, count)
}

async function read(name: string, keyName = 'key'): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of unseal(at(name), await readKeyFile(at(keyName)))) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test('what the recipient alone wrote, the key reads', async () => {
  const recipient = await makeKeyFile(at('key'))
  fs.writeFileSync(at('recipient'), `${recipient}\n`)
  await seal(at('file'), await readKeyFile(at('recipient')), bytes())
  const found = await read('file')
  expect([found.length, found.at(-1)]).toEqual([20 * 65_536, 19])
  expect(fs.readFileSync(at('file'), 'utf8')).toMatch(/^age-encryption\.org\/v1\n-> X25519 /)
  await expect(read('file', 'recipient')).rejects.toThrow('This key only encrypts')
})

test('a file that was changed, cut off or written for another key is named', async () => {
  await makeKeyFile(at('key'))
  await makeKeyFile(at('other'))
  await seal(at('file'), await readKeyFile(at('key')), bytes())
  const whole = fs.readFileSync(at('file'))
  await expect(read('file', 'other')).rejects.toThrow(`${at('file')} is damaged, or needs another key`)
  for (const at_ of [30, whole.length - 5]) {
    const changed = Buffer.from(whole)
    changed.writeUInt8(changed.readUInt8(at_) ^ 1, at_)
    fs.writeFileSync(at('file'), changed)
    await expect(read('file')).rejects.toThrow(`${at('file')} is damaged`)
  }
  fs.writeFileSync(at('file'), whole.subarray(0, whole.length - 1))
  await expect(read('file')).rejects.toThrow(`${at('file')} is damaged`)
})

test('a write that breaks off leaves no file', async () => {
  await makeKeyFile(at('key'))
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield Buffer.alloc(10)
    throw new Error('The disk is away.')
  }
  await expect(seal(at('file'), await readKeyFile(at('key')), broken())).rejects.toThrow('The disk is away.')
  expect(fs.existsSync(at('file'))).toBe(false)
})

test('a key is never overwritten, and refused where others may read it', async () => {
  await makeKeyFile(at('key'))
  const before = fs.readFileSync(at('key'), 'utf8')
  await expect(makeKeyFile(at('key'))).rejects.toThrow('is kept')
  expect(fs.readFileSync(at('key'), 'utf8')).toBe(before)
  fs.chmodSync(at('key'), 0o640)
  await expect(readKeyFile(at('key'))).rejects.toThrow('chmod 600')
  fs.writeFileSync(at('none'), 'nothing\n')
  await expect(readKeyFile(at('none'))).rejects.toThrow('no key file of age')
})
