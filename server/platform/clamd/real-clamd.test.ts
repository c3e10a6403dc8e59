import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'

import { clamdAddress } from './address.ts'
import { EICAR, startClamd } from './real-clamd-testing.ts'
import { scanForViruses, ScannerUnavailable, TooLargeToScan } from './scan.ts'

/* Against ClamAV itself. Where it isn't installed, startClamd says so and this is skipped. */

const MEGABYTE = 1024 * 1024
const clamd = await startClamd(['StreamMaxLength 8M'])
afterAll(() => clamd?.stop())

describe.skipIf(!clamd).each(['socket', 'tcp'] as const)('ClamAV, by its %s', (way) => {
  const address = clamdAddress(clamd?.urls[way] ?? '') ?? { path: '/none' }
  const scan = (...chunks: Buffer[]) =>
    scanForViruses(address, Readable.from(chunks), new AbortController().signal)

  test('finds nothing in random bytes, however they are cut', async () => {
    expect(await scan(randomBytes(1))).toBeNull()
    expect(await scan(randomBytes(3 * MEGABYTE), randomBytes(7), randomBytes(MEGABYTE))).toBeNull()
  })

  test('finds the test string, alone, behind megabytes, and in an archive', async () => {
    expect(await scan(Buffer.from(EICAR))).toMatch(/Eicar/)
    expect(await scan(Buffer.alloc(2 * MEGABYTE, 'a'), Buffer.from(EICAR))).toMatch(/Eicar/)
    const folder = await mkdtemp(path.join(os.tmpdir(), 'cheers-eicar-'))
    await writeFile(path.join(folder, 'eicar.com'), EICAR)
    execFileSync('tar', ['-czf', 'a.tar.gz', 'eicar.com'], { cwd: folder })
    const archive = await readFile(path.join(folder, 'a.tar.gz'))
    await rm(folder, { recursive: true })
    expect(archive.includes('EICAR')).toBe(false)
    expect(await scan(archive)).toMatch(/Eicar/)
  })

  test('refuses what is longer than its limit', async () => {
    const chunks = Array.from({ length: 30 }, () => Buffer.alloc(MEGABYTE, 'a'))
    const refusal = () => scan(...chunks).catch((error: unknown) => error)
    let refused = await refusal()
    // The answer can be lost; files are scanned again then.
    for (let attempt = 2; attempt <= 10 && refused instanceof ScannerUnavailable; attempt++)
      refused = await refusal()
    expect(refused).toBeInstanceOf(TooLargeToScan)
  })

  test('scans several files at once', async () => {
    const found = await Promise.all(
      Array.from({ length: 8 }, (_, at) => scan(at % 2 ? Buffer.from(EICAR) : randomBytes(MEGABYTE))),
    )
    expect(found.map((finding) => finding !== null)).toEqual([
      false,
      true,
      false,
      true,
      false,
      true,
      false,
      true,
    ])
  })
})
