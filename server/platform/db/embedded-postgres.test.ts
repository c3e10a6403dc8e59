import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

import { SERVER_ACCOUNT, isRoot } from './embedded-process.ts'
import {
  ask,
  endLater,
  isRunning,
  killHard,
  serverPid,
  start,
  startHolder,
  testRoot,
  waitUntil,
} from './embedded-testing.ts'

// Longer than a socket's path may be, with characters that a shell or a list would trip over.
const shared = path.join(testRoot, 'Zoë’s own, “fine” folder', 'x'.repeat(120), 'data')
const sharedCluster = path.join(shared, 'postgresql', 'cluster')

describe('one database, in a deep folder with spaces and accents', () => {
  test('starts empty and answers on a private socket only', async () => {
    const server = await start(shared)
    const [settings] = await ask(
      server.connection,
      `select current_database() as database, current_user as "user", current_setting('server_encoding') as encoding,
        current_setting('listen_addresses') as addresses, current_setting('fsync') as fsync,
        current_setting('synchronous_commit') as commits, datlocale
        from pg_database where datname = current_database()`,
    )
    expect(settings).toEqual({
      database: 'cheers',
      user: 'cheers',
      encoding: 'UTF8',
      addresses: '',
      fsync: 'on',
      commits: 'on',
      datlocale: 'C.UTF-8',
    })
    expect(fs.statSync(server.socketDirectory).mode & 0o777).toBe(0o700)
    await ask(server.connection, `create table kept (word text); insert into kept values ('first')`)
    await server.stop()
    expect(fs.existsSync(server.socketDirectory)).toBe(false)
  })

  test('matches words in every script by similarity', async () => {
    const server = await start(shared)
    await ask(server.connection, 'create extension pg_trgm')
    const [row] = await ask(server.connection, `select similarity('नमस्ते', 'नमस्त') as likeness`)
    expect(row?.['likeness']).toBeGreaterThan(0.3)
    await server.stop()
  })

  test('keeps its rows over a restart', async () => {
    const before = performance.now()
    const server = await start(shared)
    process.stdout.write(`warm start: ${Math.round(performance.now() - before)} ms\n`)
    expect(await ask(server.connection, 'select word from kept')).toEqual([{ word: 'first' }])
    await server.stop()
  })

  test('refuses a second Cheers while the first lives, and names it', async () => {
    const holder = await startHolder(shared)
    expect(holder.error).toBeUndefined()
    await expect(start(shared)).rejects.toThrow(
      `${shared} is already in use by another Cheers (pid ${holder.child.pid})`,
    )
    await killHard(holder.child)
  })

  test('refuses a second start in the same process', async () => {
    const server = await start(shared)
    await expect(start(shared)).rejects.toThrow(`already in use by another Cheers (pid ${process.pid})`)
    expect(await ask(server.connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await server.stop()
  })

  test.runIf(process.platform === 'linux')('ends automatically when its Cheers is killed', async () => {
    const holder = await startHolder(shared)
    await ask(holder.connection, `insert into kept values ('committed before the kill')`)
    const pid = serverPid(sharedCluster)
    await killHard(holder.child)
    await waitUntil(() => !isRunning(pid), 'PostgreSQL had ended')

    const server = await start(shared)
    expect(await ask(server.connection, 'select word from kept')).toHaveLength(2)
    await server.stop()
  })

  test('starts at once after a kill, whatever the previous server is doing', async () => {
    const holder = await startHolder(shared)
    await killHard(holder.child)
    const server = await start(shared)
    expect(await ask(server.connection, 'select word from kept')).toHaveLength(2)
    await server.stop()
  })

  test.runIf(process.platform === 'linux')('takes over from a server that outlived its Cheers', async () => {
    const programs = fs.mkdtempSync(path.join(testRoot, 'without-setpriv-'))
    fs.chmodSync(programs, 0o755)
    const flock = spawnSync('/bin/sh', ['-c', 'command -v flock']).stdout.toString().trim()
    fs.symlinkSync(flock, path.join(programs, 'flock'))
    const holder = await startHolder(shared, { env: { ...process.env, PATH: programs } })
    const orphan = serverPid(sharedCluster)
    const orphanSocket = holder.connection?.host ?? ''
    await killHard(holder.child)
    await ask(holder.connection, `insert into kept values ('written to the orphan')`)
    expect(isRunning(orphan)).toBe(true)

    const lines: string[] = []
    const server = await start(shared, (line) => lines.push(line))
    expect(lines).toEqual([`Ending the PostgreSQL (pid ${orphan}) that an earlier Cheers left running.`])
    expect(isRunning(orphan)).toBe(false)
    expect(fs.existsSync(orphanSocket)).toBe(false)
    expect(await ask(server.connection, 'select word from kept')).toHaveLength(3)
    await server.stop()
  })

  test.runIf(process.platform === 'linux')('does not mistake another process for its server', async () => {
    // The outer process never collects its child, which stays a zombie; both run under PostgreSQL's account.
    const reused = spawn('/bin/sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], {
      ...(isRoot() ? SERVER_ACCOUNT : {}),
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    endLater(reused)
    const [chunk] = await once(reused.stdout, 'data')
    const zombie = Number.parseInt(String(chunk), 10)
    await waitUntil(() => !isRunning(zombie), 'the child was a zombie')
    for (const pid of [reused.pid, zombie, process.pid]) {
      const lockFile = path.join(sharedCluster, 'postmaster.pid')
      fs.writeFileSync(lockFile, `${pid}\n${sharedCluster}\n1\n5432\n\n\n`)
      const server = await start(shared)
      expect(await ask(server.connection, 'select word from kept')).not.toHaveLength(0)
      await server.stop()
    }
    expect(reused.exitCode).toBeNull()
    await killHard(reused)
  })

  test('says so when it ends unexpectedly, and starts again', async () => {
    const server = await start(shared)
    const told = new Promise<string>((resolve) => {
      server.onUnexpectedExit(resolve)
    })
    process.kill(serverPid(sharedCluster), 'SIGKILL')
    expect(await told).toContain('ended unexpectedly (signal SIGKILL)')
    await server.stop()

    const next = await start(shared)
    expect(await ask(next.connection, 'select word from kept')).not.toHaveLength(0)
    await next.stop()
  })

  test('does not report a requested exit', async () => {
    const server = await start(shared)
    const details: string[] = []
    server.onUnexpectedExit((detail) => details.push(detail))
    await Promise.all([server.stop(), server.stop()])
    expect(details).toEqual([])
  })

  test('explains a failed start with the end of its log, and leaves the folder free', async () => {
    const versionFile = path.join(sharedCluster, 'PG_VERSION')
    const version = fs.readFileSync(versionFile)
    fs.writeFileSync(versionFile, '17\n')
    await expect(start(shared)).rejects.toThrow(
      /did not start \(exit code 1\)[^]*postgresql\.log[^]*not compatible with this version/,
    )
    expect(fs.existsSync(fs.readFileSync(path.join(shared, 'postgresql', 'socket-directory'), 'utf8'))).toBe(
      false,
    )
    fs.writeFileSync(versionFile, version)
    await (await start(shared)).stop()
  })

  test('moves a large log aside', async () => {
    const logFile = path.join(shared, 'postgresql.log')
    fs.appendFileSync(logFile, 'x'.repeat(6 * 1024 * 1024))
    await (await start(shared)).stop()
    expect(fs.statSync(`${logFile}.1`).size).toBeGreaterThan(6 * 1024 * 1024)
    expect(fs.statSync(logFile).size).toBeLessThan(1024 * 1024)
  })
})

test('two databases run side by side, and an interrupted first start leaves nothing behind', async () => {
  const other = path.join(testRoot, 'other')
  const abandoned = path.join(other, 'postgresql', 'initdb-halfway')
  fs.mkdirSync(abandoned, { recursive: true })
  fs.writeFileSync(path.join(abandoned, 'PG_VERSION'), '18\n')
  for (const folder of [other, path.dirname(abandoned)]) fs.chmodSync(folder, 0o711)
  const [first, second] = await Promise.all([start(shared), start(other)])
  expect(fs.existsSync(abandoned)).toBe(false)
  const tables = `select count(*)::int as tables from pg_tables where tablename = 'kept'`
  expect(await ask(first.connection, tables)).toEqual([{ tables: 1 }])
  expect(await ask(second.connection, tables)).toEqual([{ tables: 0 }])
  await Promise.all([first.stop(), second.stop()])
})
