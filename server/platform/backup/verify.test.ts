import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { keyOf } from './backup-key.ts'
import { type BackupFolder, openFolder, writeCovered, writeFacts } from './folder.ts'
import { chooseBase } from './moments.ts'
import { createSealed, sealStream } from './sealed-file.ts'
import { verifyFolder } from './verify.ts'

const SEGMENT_BYTES = 1024
const NAME = '2026-03-01T09-00-00.000Z'
const TAR = `bases/${NAME}/tar`
const FACTS = {
  startedAt: '2026-03-01T09:00:00.000Z',
  finishedAt: '2026-03-01T09:05:00.000Z',
  timeline: 1,
  startLsn: '0/410',
  endLsn: '0/420',
  segmentBytes: SEGMENT_BYTES,
  majorVersion: 18,
  database: 'cheers',
  superuser: 'cheers',
  tarBytes: 10,
}
/** The second segment, in which the base begins and ends, and the third. */
const [FIRST, SECOND] = ['000000010000000000000001', '000000010000000000000002']

let folder: BackupFolder

async function* bytes(count: number): AsyncGenerator<Buffer> {
  yield Buffer.alloc(count, 1)
}

function seal(name: string, count: number): Promise<void> {
  return sealStream(path.join(folder.root, name), folder.key, name, bytes(count))
}

async function problems(): Promise<string[]> {
  const said: string[] = []
  await verifyFolder(folder, (problem) => said.push(problem))
  return said
}

/** A base, the segment it needs, and the beginning of the next one, up to the covered position 0/864. */
beforeEach(async () => {
  folder = {
    root: await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-verify-')),
    key: keyOf(Buffer.alloc(32, 3)),
  }
  await openFolder(folder, 'a system')
  await seal(TAR, 10)
  await writeFacts(folder, { name: NAME, facts: FACTS })
  await seal(`log/${FIRST}`, SEGMENT_BYTES)
  const part = await createSealed(path.join(folder.root, `log/${SECOND}.1.part`), folder.key, `log/${SECOND}`)
  await part.write(Buffer.alloc(100))
  await part.abandon()
  await writeCovered(folder, { moment: '2026-03-01T10:00:00.000Z', lsn: '0/864', timeline: 1 })
})
afterEach(() => fs.rm(folder.root, { recursive: true }))

test('a backup that was stopped in the middle of a segment is whole', async () => {
  expect(await problems()).toEqual([])
})

test('a missing archive, a missing segment and a lost end of the log are named', async () => {
  await fs.rm(path.join(folder.root, TAR))
  expect(await problems()).toEqual([`${TAR} is missing.`])
  await seal(TAR, 10)
  await fs.rm(path.join(folder.root, `log/${SECOND}.1.part`))
  expect(await problems()).toEqual([
    `The log ends at 0/800 (${FIRST}), and base ${NAME} needs it up to 0/864.`,
  ])
  await fs.rm(path.join(folder.root, `log/${FIRST}`))
  expect(await problems()).toEqual([
    `The log ends at 0/400 (no segment), and base ${NAME} needs it up to 0/864.`,
  ])
})

test('another database, another key and a folder of other things are refused', async () => {
  await expect(openFolder(folder, 'another system')).rejects.toThrow('the backup of another database')
  await expect(openFolder({ ...folder, key: keyOf(Buffer.alloc(32, 4)) }, 'a system')).rejects.toThrow(
    'needs another key',
  )
  await fs.rm(path.join(folder.root, 'backup'))
  await expect(openFolder(folder, 'a system')).rejects.toThrow('is not empty, and no backup')
})

test('only moments that the backup has can be restored', async () => {
  const at = (moment: string) => chooseBase(folder, new Date(moment))
  await expect(at('2026-03-01T09:04:59Z')).rejects.toThrow('begins at 2026-03-01T09:05:00.000Z')
  await expect(at('2026-03-01T10:00:01Z')).rejects.toThrow('reaches to 2026-03-01T10:00:00.000Z')
  expect((await at('2026-03-01T10:00:00Z')).base.name).toBe(NAME)
  expect((await chooseBase(folder, null)).base.name).toBe(NAME)
})

test('a base without its facts was never finished', async () => {
  await fs.rm(path.join(folder.root, `bases/${NAME}/facts`))
  await expect(chooseBase(folder, null)).rejects.toThrow('has no finished base')
})
