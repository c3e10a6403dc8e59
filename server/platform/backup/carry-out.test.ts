import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'

import { keyOf } from './backup-key.ts'
import { type BackupFolder, openFolder, stampOf, writeCovered, writeFacts } from './folder.ts'
import { segmentName } from './log-segments.ts'
import { dropUnfinished } from './make-base.ts'
import { chooseBase, listSpans } from './moments.ts'
import { dropOld, type Retention } from './retention.ts'
import { sealStream } from './sealed-file.ts'
import { verifyFolder } from './verify.ts'

const SEGMENT_BYTES = 1024
/** Each base takes two segments and is followed by two more until the next. */
const SEGMENTS_APART = 4
const RETENTION: Retention = { keepMs: 7 * 86_400_000, weeks: 2, months: 3 }

/** Of the first four, two are the last of their month, and one of its week. */
const DAYS = [
  '2026-02-27',
  '2026-02-28',
  '2026-03-14',
  '2026-03-15',
  '2026-03-20',
  '2026-03-27',
  '2026-03-31',
]
const KEPT = ['2026-02-28', '2026-03-20', '2026-03-27', '2026-03-31']
const now = new Date('2026-03-31T12:00:00.000Z')

let root: string
let folder: BackupFolder

const momentOf = (day: string | undefined) => `${day ?? ''}T03:00:00.000Z`
const lsn = (segment: number, offset: number) =>
  `0/${(segment * SEGMENT_BYTES + offset).toString(16).toUpperCase()}`
const nameOf = (segment: number) => segmentName({ timeline: 1, number: BigInt(segment) }, SEGMENT_BYTES)

async function seal(name: string, bytes = 10, sealedAs = name): Promise<void> {
  async function* source(): AsyncGenerator<Buffer> {
    yield Buffer.alloc(bytes, 1)
  }
  await sealStream(path.join(folder.root, name), folder.key, sealedAs, source())
}

/** A backup of a month, with all of its log, a file of each day, and a medium that was gone on each. */
async function makeBackup(): Promise<void> {
  folder = { root: path.join(root, 'original'), key: keyOf(Buffer.alloc(32, 5)) }
  await openFolder(folder, 'a system')
  for (const [index, day] of DAYS.entries()) {
    const at = momentOf(day)
    const name = stampOf(new Date(at))
    const first = 1 + index * SEGMENTS_APART
    await seal(`bases/${name}/tar`)
    await writeFacts(folder, {
      name,
      facts: {
        startedAt: at,
        finishedAt: at,
        timeline: 1,
        startLsn: lsn(first, 16),
        endLsn: lsn(first + 1, 16),
        segmentBytes: SEGMENT_BYTES,
        majorVersion: 18,
        database: 'cheers',
        superuser: 'cheers',
        tarBytes: 10,
      },
    })
    for (let segment = first; segment < first + SEGMENTS_APART; segment += 1)
      await seal(`log/${nameOf(segment)}`, SEGMENT_BYTES)
    await seal(`files/${stampOf(new Date(`${day}T02:00:00Z`))}`)
    await seal(`gone/${day}/${day}.webp`, 10, `media/${day}.webp`)
  }
  await writeCovered(folder, { moment: now.toISOString(), lsn: lsn(28, 1000), timeline: 1 })
}

/** Goes on with a copy of it. */
async function copyBackup(): Promise<void> {
  const copy = await fs.mkdtemp(path.join(root, 'copy-'))
  await fs.cp(path.join(root, 'original'), copy, { recursive: true })
  folder = { ...folder, root: copy }
}

async function contents(): Promise<string[]> {
  const found = await fs.readdir(folder.root, { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder.root, path.join(entry.parentPath, entry.name)))
    .toSorted()
}

async function problems(): Promise<string[]> {
  const said: string[] = []
  await verifyFolder(folder, (problem) => said.push(problem))
  return said
}

/** Whether what a kept moment needs is there: its base with its log, the files of the moment, the media it named. */
async function lacks(day: string): Promise<string[]> {
  const index = DAYS.indexOf(day)
  const first = 1 + index * SEGMENTS_APART
  const needed = [
    `bases/${stampOf(new Date(momentOf(day)))}/tar`,
    `log/${nameOf(first)}`,
    `log/${nameOf(first + 1)}`,
    `files/${stampOf(new Date(`${day}T02:00:00Z`))}`,
    ...DAYS.slice(index).map((goneOn) => `gone/${goneOn}/${goneOn}.webp`),
  ]
  const there = new Set(await contents())
  return needed.filter((name) => !there.has(name))
}

beforeAll(async () => {
  root = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-retention-'))
  await makeBackup()
})
beforeEach(copyBackup)
afterEach(() => vi.restoreAllMocks())
afterAll(() => fs.rm(root, { recursive: true }))

test('weeks and months keep what they need, and not the log that leads on from them', async () => {
  expect(await listSpans(folder)).toEqual([{ from: momentOf(DAYS[0]), to: now.toISOString() }])
  expect(await dropOld(folder, RETENTION, now)).toBe(3)
  expect(await problems()).toEqual([])
  expect(await listSpans(folder)).toEqual([
    { from: momentOf('2026-02-28'), to: momentOf('2026-02-28') },
    { from: momentOf('2026-03-20'), to: now.toISOString() },
  ])
  for (const day of KEPT) expect(await lacks(day)).toEqual([])
  const kept = await contents()
  expect(kept.filter((name) => name.startsWith('log/'))).toEqual(
    [5, 6, ...Array.from({ length: 12 }, (_, index) => 17 + index)].map(
      (segment) => `log/${nameOf(segment)}`,
    ),
  )
  expect(kept.filter((name) => name.startsWith('files/')).map((name) => name.slice(6, 16))).toEqual(KEPT)
  // It was gone a day before the oldest kept base was made.
  expect(kept.filter((name) => name.startsWith('gone/')).map((name) => name.slice(5, 15))).toEqual(
    DAYS.slice(1),
  )
})

test('a kept moment is restored from its own base, and none that only looks restorable', async () => {
  await dropOld(folder, RETENTION, now)
  const choose = (moment: string) => chooseBase(folder, new Date(moment))
  expect(await choose(momentOf('2026-02-28'))).toMatchObject({ isCovered: true })
  await expect(choose('2026-02-28T03:00:01Z')).rejects.toThrow(
    'Between 2026-02-28T03:00:00.000Z and 2026-03-20T03:00:00.000Z nothing is kept',
  )
  await expect(choose('2026-02-27T03:00:00Z')).rejects.toThrow('begins at 2026-02-28')
  expect(await choose('2026-03-25T12:34:56Z')).toMatchObject({ isCovered: true })
})

test('a moment after the end of the log of a backup that ran at times isn’t taken for another', async () => {
  // As `--once` leaves it: some of the log after the base, and nothing until the next.
  await fs.rm(path.join(folder.root, 'log', nameOf(4)))
  expect(await chooseBase(folder, new Date('2026-02-27T12:00:00Z'))).toMatchObject({ isCovered: false })
  expect(await listSpans(folder)).toEqual([
    { from: momentOf(DAYS[0]), to: momentOf(DAYS[0]) },
    { from: momentOf(DAYS[1]), to: now.toISOString() },
  ])
})

test('wherever it breaks off, every kept moment has what it needs, and the next run finishes', async () => {
  const removals = vi.spyOn(fs, 'rm')
  await dropOld(folder, RETENTION, now)
  const [whole, steps] = [await contents(), removals.mock.calls.length]
  expect(steps).toBeGreaterThan(20)
  for (let done = 0; done < steps; done += 3) {
    removals.mockRestore()
    await copyBackup()
    let left = done
    const remove = fs.rm
    vi.spyOn(fs, 'rm').mockImplementation((...given) =>
      left-- > 0 ? remove(...given) : Promise.reject(new Error('killed')),
    )
    await expect(dropOld(folder, RETENTION, now)).rejects.toThrow('killed')
    vi.mocked(fs.rm).mockRestore()
    expect(await problems()).toEqual([])
    for (const day of KEPT) expect(await lacks(day)).toEqual([])
    await dropOld(folder, RETENTION, now)
    await dropUnfinished(folder)
    expect(await contents()).toEqual(whole)
  }
})

test('what a killed run was writing is gone when the next one begins, and the growing log stays', async () => {
  const before = await contents()
  const unfinished = [
    'covered.1234abcd.part',
    'files/2026-03-31T02-00-00.000Z.1234abcd.part',
    'bases/late/tar.1.part',
  ]
  const growing = `log/${nameOf(29)}.1.part`
  for (const name of [...unfinished, growing]) {
    await fs.mkdir(path.dirname(path.join(folder.root, name)), { recursive: true })
    await fs.writeFile(path.join(folder.root, name), 'half')
  }
  await dropUnfinished(folder)
  expect(await contents()).toEqual([...before, growing].toSorted())
})
