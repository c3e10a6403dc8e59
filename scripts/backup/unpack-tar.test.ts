import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { BackupError } from './age-file.ts'
import { unpackTar } from './unpack-tar.ts'

let folder: string

beforeEach(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-unpack-'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await fs.rm(folder, { recursive: true, force: true })
})

/** In place of tar: reads a little, and ends so. */
async function tarEndsWith(code: number): Promise<void> {
  await fs.writeFile(
    path.join(folder, 'tar'),
    `#!/bin/sh\nhead -c 1024 >/dev/null\necho said >&2\nexit ${code}\n`,
    { mode: 0o700 },
  )
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`)
}

function aSource(): { chunks: AsyncIterable<Uint8Array>; read: () => number } {
  let bytes = 0
  async function* read() {
    for (let count = 0; count < 64; count += 1) {
      bytes += 65_536
      yield Buffer.alloc(65_536)
    }
  }
  return { chunks: read(), read: () => bytes }
}

test('tar may be done before the padding of an archive is written; all of it is read all the same', async () => {
  await tarEndsWith(0)
  const source = aSource()
  await unpackTar(source.chunks, folder)
  expect(source.read()).toBe(64 * 65_536)
})

test('a tar that fails is an error, with what it said', async () => {
  await tarEndsWith(2)
  await expect(unpackTar(aSource().chunks, folder)).rejects.toThrow("tar can't unpack: said")
})

test('what is wrong with the source is the error, and not what becomes of tar', async () => {
  await tarEndsWith(0)
  async function* broken() {
    yield Buffer.alloc(10)
    throw new BackupError('Its end is missing.')
  }
  await expect(unpackTar(broken(), folder)).rejects.toThrow('Its end is missing.')
})

test('without tar it says so', async () => {
  vi.stubEnv('PATH', folder)
  await expect(unpackTar(aSource().chunks, folder)).rejects.toThrow(/tar can't unpack: .*ENOENT/)
})
