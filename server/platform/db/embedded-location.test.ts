import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

import { run } from '../program.ts'
import { getInstalledNative, prepareBinaries } from './embedded-binaries.ts'
import { NOBODY, SERVER_ACCOUNT, canEnter, isRoot } from './embedded-process.ts'
import {
  ask,
  isRunning,
  killHard,
  removeLater,
  serverPid,
  start,
  startHolder,
  testRoot,
  waitUntil,
} from './embedded-testing.ts'

describe.runIf(isRoot() && process.platform === 'linux')('as root', () => {
  test('keeps the database elsewhere when its account cannot reach DATA_DIR', async () => {
    const closed = path.join(testRoot, 'closed')
    fs.mkdirSync(closed, { mode: 0o700 })
    const dataDir = path.join(closed, 'data')
    const server = await start(dataDir)
    const home = path.join(
      '/var/lib/cheers',
      fs.readFileSync(path.join(dataDir, 'postgresql.location'), 'utf8'),
    )
    removeLater(home)
    expect(fs.existsSync(path.join(home, 'cluster', 'PG_VERSION'))).toBe(true)
    await ask(server.connection, 'create table kept ()')
    await server.stop()

    const again = await start(dataDir)
    await ask(again.connection, 'select from kept')
    await again.stop()

    const copy = path.join(closed, 'copy')
    fs.cpSync(dataDir, copy, { recursive: true })
    await expect(start(copy)).rejects.toThrow(`${copy} is a copy of ${dataDir}`)

    fs.renameSync(dataDir, path.join(closed, 'moved'))
    const moved = await start(path.join(closed, 'moved'))
    await ask(moved.connection, 'select from kept')
    await moved.stop()

    fs.renameSync(home, `${home}-away`)
    removeLater(`${home}-away`)
    await expect(start(path.join(closed, 'moved'))).rejects.toThrow('missing or closed to this account')
  })

  test('serves an ordinary user too, and refuses the folder to another account', async (context) => {
    // Under root's own home nobody else can run the checkout, or Node itself.
    const isReachable =
      (await canEnter(import.meta.dirname, NOBODY)) &&
      (await run([process.execPath, '--version'], NOBODY)).isSuccess
    if (!isReachable) context.skip('another account cannot reach this checkout')
    const dataDir = path.join(testRoot, 'ordinary user')
    fs.mkdirSync(dataDir, { mode: 0o700 })
    fs.chownSync(dataDir, NOBODY.uid, NOBODY.gid)
    const holder = await startHolder(dataDir, { ...NOBODY, env: { PATH: process.env['PATH'] } })
    expect(holder.error).toBeUndefined()
    expect(fs.statSync(path.join(dataDir, 'postgresql', 'cluster')).uid).toBe(NOBODY.uid)
    expect(await ask(holder.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    const pid = serverPid(path.join(dataDir, 'postgresql', 'cluster'))
    await killHard(holder.child)
    await waitUntil(() => !isRunning(pid), 'PostgreSQL had ended')

    const another = { uid: NOBODY.uid - 1, gid: NOBODY.gid - 1 }
    fs.chmodSync(dataDir, 0o755)
    const refused = await startHolder(dataDir, { ...another, env: { PATH: process.env['PATH'] } })
    expect(refused.error).toContain('belongs to another account')
  })
})

describe('the programs', () => {
  test('are copied once when the installed ones cannot be run, even by two starts at once', async () => {
    const installed = getInstalledNative()
    const native = path.join(testRoot, 'installed')
    fs.cpSync(installed.native, native, { recursive: true, verbatimSymlinks: true })
    fs.chmodSync(path.join(native, 'bin', 'postgres'), 0o644)
    const copies = path.join(testRoot, 'copies')
    fs.mkdirSync(copies)
    const account = isRoot() ? SERVER_ACCOUNT : {}
    const prepared = await Promise.all(
      [1, 2].map(() => prepareBinaries({ native, version: installed.version }, copies, account)),
    )
    expect(fs.readdirSync(copies)).toEqual([`postgresql-${installed.version}`])
    expect(prepared[1]).toEqual(prepared[0])
    const postgres = prepared[0]?.postgres ?? ''
    expect(postgres.startsWith(copies)).toBe(true)
    expect((await run([postgres, '--version'], account)).output).toContain('PostgreSQL) 18')
  })

  test('are missing on other platforms, which need DATABASE_URL', () => {
    expect(() => getInstalledNative('plan9-mips')).toThrow(/plan9-mips: set DATABASE_URL/)
  })
})
