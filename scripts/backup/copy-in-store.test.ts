import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { keyOf } from '#server/platform/backup/backup-key.ts'
import { type BackupFolder, openFolder, writeCovered } from '#server/platform/backup/folder.ts'
import { openDiskStorage } from '#server/platform/storage/disk-storage.ts'
import type { Storage } from '#server/platform/storage/storage.ts'

import { copyToStore, fetchFromStore } from './copy-in-store.ts'
import { readBackupOptions } from './options.ts'

const BASE = 'bases/2026-03-01T09-00-00.000Z'
const COVERED = { lsn: '0/1', timeline: 1 }

let root: string
let folder: BackupFolder
let store: Storage

beforeEach(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-copy-'))
  folder = { root: path.join(root, 'backup'), key: keyOf(Buffer.alloc(32, 1)) }
  store = await openDiskStorage(path.join(root, 'store'))
  await openFolder(folder, 'one')
})
afterEach(() => fs.rm(root, { recursive: true }))

async function write(name: string, text: string): Promise<void> {
  const file = path.join(folder.root, name)
  await fs.mkdir(path.dirname(file), { recursive: true })
  await fs.writeFile(file, text)
}

async function contentsOf(at: string): Promise<Record<string, string>> {
  const names = await fs.readdir(at, { recursive: true, withFileTypes: true })
  const files = names
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const texts = await Promise.all(
    files.map(async (file) => [path.relative(at, file), await fs.readFile(file, 'latin1')] as const),
  )
  return Object.fromEntries(texts.toSorted())
}

async function fetched(): Promise<Record<string, string>> {
  const into = await fs.mkdtemp(path.join(root, 'fetched-'))
  await fetchFromStore(store, into)
  return contentsOf(into)
}

test('the copy has every file as it is, and follows what grows, is renamed and dropped', async () => {
  await write(`${BASE}/tar`, 'all of it')
  await write(`${BASE}/facts`, 'its facts')
  await write('log/000000010000000000000001.2.part', 'some')
  await write('media/ab/cd-640.webp', 'a picture')
  await writeCovered(folder, { moment: '2026-03-01T09:01:00Z', ...COVERED })
  await copyToStore(folder, store)
  expect(await fetched()).toEqual(await contentsOf(folder.root))

  await write('log/000000010000000000000001.2.part', 'some and more')
  await write('log/000000010000000000000002', 'whole')
  await fs.rm(path.join(folder.root, BASE), { recursive: true })
  await writeCovered(folder, { moment: '2026-03-01T09:02:00Z', ...COVERED })
  expect(await copyToStore(folder, store)).toBe('some and more'.length + 'whole'.length)
  expect(await fetched()).toEqual(await contentsOf(folder.root))
  expect(await copyToStore(folder, store)).toBe(0)
})

/** The store, as a backup goes on copying to it at the moment when the first file is fetched from a listing. */
function changingMeanwhile(change: () => Promise<void>): Storage {
  let isChanged = false
  return {
    ...store,
    open: async (key, ...rest) => {
      const isListed = !key.includes(Buffer.from('covered').toString('hex'))
      if (isListed && !isChanged) {
        isChanged = true
        await change()
        await copyToStore(folder, store)
      }
      return store.open(key, ...rest)
    },
  }
}

test('what is fetched while the copy goes on is whole up to what it says is covered', async () => {
  const into = path.join(root, 'into')
  await write('log/000000010000000000000001.2.part', 'some')
  await writeCovered(folder, { moment: '2026-03-01T09:01:00Z', ...COVERED })
  await copyToStore(folder, store)
  await fetchFromStore(
    changingMeanwhile(async () => {
      await write('log/000000010000000000000002', 'whole')
      await writeCovered(folder, { moment: '2026-03-01T09:02:00Z', ...COVERED })
    }),
    into,
  )
  expect(await contentsOf(into)).toEqual(await contentsOf(folder.root))

  // What was listed is gone by the time it is asked for: it has another name now.
  await fs.rm(into, { recursive: true })
  await fetchFromStore(
    changingMeanwhile(async () => {
      const log = path.join(folder.root, 'log')
      await fs.rename(
        path.join(log, '000000010000000000000001.2.part'),
        path.join(log, '000000010000000000000001'),
      )
      await writeCovered(folder, { moment: '2026-03-01T09:03:00Z', ...COVERED })
    }),
    into,
  )
  expect(await contentsOf(into)).toEqual(await contentsOf(folder.root))
})

test('what isn’t finished isn’t sent', async () => {
  await write(`${BASE}/tar`, 'half of')
  await write('covered.1234abcd.part', 'half of')
  await copyToStore(folder, store)
  expect(Object.keys(await fetched())).toEqual(['backup'])
})

test('wherever it breaks off, a base that is there is whole, and what is covered is there', async () => {
  await write(`${BASE}/tar`, 'all of it')
  await write(`${BASE}/facts`, 'its facts')
  await write('log/000000010000000000000001', 'whole')
  await writeCovered(folder, { moment: '2026-03-01T09:01:00Z', ...COVERED })
  for (let puts = 0; puts < 5; puts += 1) {
    store = await openDiskStorage(path.join(root, `store-${puts}`))
    let left = puts
    const breaking: Storage = {
      ...store,
      put: (...given) => (left-- > 0 ? store.put(...given) : Promise.reject(new Error('gone'))),
    }
    await expect(copyToStore(folder, breaking)).rejects.toThrow('gone')
    const there = puts === 0 ? {} : await fetched()
    const has = (name: string) => name in there
    expect(has('covered')).toBe(false)
    expect(has(`${BASE}/facts`) && !(has(`${BASE}/tar`) && has('log/000000010000000000000001'))).toBe(false)
  }
})

test('wherever dropping what is old breaks off, a base that is there has all it needs', async () => {
  const older = 'bases/2026-02-01T09-00-00.000Z'
  const log = ['log/000000010000000000000001', 'log/000000010000000000000002']
  for (const base of [older, BASE]) {
    await write(`${base}/tar`, 'all of it')
    await write(`${base}/facts`, 'its facts')
  }
  for (const name of log) await write(name, 'whole')
  await copyToStore(folder, store)
  for (const name of [older, ...log]) await fs.rm(path.join(folder.root, name), { recursive: true })
  for (let deletes = 0; deletes < 4; deletes += 1) {
    let left = deletes
    const breaking: Storage = {
      ...store,
      delete: (key) => (left-- > 0 ? store.delete(key) : Promise.reject(new Error('gone'))),
    }
    await expect(copyToStore(folder, breaking)).rejects.toThrow('gone')
    const there = await fetched()
    const isWhole = [`${older}/tar`, ...log].every((name) => name in there)
    expect(`${older}/facts` in there && !isWhole).toBe(false)
    // Each time from the beginning.
    for (const [name, text] of Object.entries({ facts: 'its facts', tar: 'all of it' }))
      await write(`${older}/${name}`, text)
    for (const name of log) await write(name, 'whole')
    await copyToStore(folder, store)
    for (const name of [older, ...log]) await fs.rm(path.join(folder.root, name), { recursive: true })
  }
  await copyToStore(folder, store)
  expect(await fetched()).toEqual(await contentsOf(folder.root))
})

test('to find out what can be restored, what is large is not fetched', async () => {
  await write(`${BASE}/tar`, 'all of it')
  await write(`${BASE}/facts`, 'its facts')
  await write('log/000000010000000000000001', 'whole')
  await write('log/000000010000000000000002.1.part', 'some')
  await write('media/ab/cd-640.webp', 'a picture')
  await copyToStore(folder, store)
  const into = await fs.mkdtemp(path.join(root, 'looked-at-'))
  await fetchFromStore(store, into, { isForLooking: true })
  expect(await contentsOf(into)).toEqual({
    ...(await contentsOf(folder.root)),
    [`${BASE}/tar`]: '',
    'log/000000010000000000000001': '',
    'media/ab/cd-640.webp': '',
  })
})

test('an empty folder, or another backup, doesn’t take the copy’s place', async () => {
  await write('log/000000010000000000000001', 'whole')
  await copyToStore(folder, store)
  const before = await fetched()
  expect(await copyToStore({ ...folder, root: path.join(root, 'nothing') }, store)).toBe(0)
  const other = { ...folder, root: path.join(root, 'other') }
  await openFolder(other, 'two')
  await expect(copyToStore(other, store)).rejects.toThrow('the copy of another backup')
  expect(await fetched()).toEqual(before)
})

test('a store is named by its address, beside the folder', () => {
  const read = (...args: string[]) => readBackupOptions([...args, '--key', '/k'], {})
  expect(read('--to', '/b', '--copy', 's3://a:b@host/c')).toMatchObject({ copy: 's3://a:b@host/c' })
  expect(read('--to', 's3://a:b@host/c', '--drill')).toMatchObject({ to: 's3://a:b@host/c' })
  expect(() => read('--to', 's3://a:b@host/c')).toThrow('name the store with --copy')
  expect(read('--to', 's3://a:b@host/c', '--list')).toMatchObject({ verb: 'list' })
  expect(() => read('--to', '/b', '--copy', '/c')).toThrow('--copy is the address of a store')
})

test('how much is kept is said on the line or in the environment', () => {
  const read = (env: NodeJS.ProcessEnv, ...args: string[]) =>
    readBackupOptions(['--to', '/b', '--key', '/k', ...args], env).retention
  const days = (count: number) => count * 86_400_000
  expect(read({})).toEqual({ keepMs: days(14), weeks: 4, months: 12 })
  expect(read({ BACKUP_KEEP: '7d', BACKUP_WEEKS: '8', BACKUP_MONTHS: '0' }, '--weeks', '5')).toEqual({
    keepMs: days(7),
    weeks: 5,
    months: 0,
  })
  expect(() => read({}, '--months', 'all')).toThrow('--months is a number')
})
