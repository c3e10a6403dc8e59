import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { readConfig } from './platform/config.ts'
import { isRoot, SERVER_ACCOUNT } from './platform/db/embedded-process.ts'
import { isKnownSetting } from './platform/known-settings.ts'
import { hasPrograms } from './testing/optional-program.ts'
import { type PgBouncer, startPgBouncer } from './testing/pgbouncer.ts'

/* The files of deploy/, against our own settings, and against the programs that read them where those are installed. */

const ROOT = path.join(import.meta.dirname, '..')
const FOLDER = path.join(ROOT, 'deploy')
const UNITS = [
  'cheers@.service',
  'cheers-backup@.service',
  'cheers-backup@full.timer',
  'cheers-backup@diff.timer',
]

/** systemd's figure for what a service could do if it were taken over: 10 is everything, and most of Debian's have 9. */
const EXPOSURE_MAX = 2

let scratch: string
beforeAll(() => {
  scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'cheers-deploy-'))
})
afterAll(() => fs.rmSync(scratch, { recursive: true, force: true }))

const read = (name: string) => fs.readFileSync(path.join(FOLDER, name), 'utf8')

/** Beside the packages of a checkout, which an installed node may not write. */
const WHERE_COMPILED = 'NODE_COMPILE_CACHE'

function environmentFile(name: string): Record<string, string> {
  const lines = read(name)
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  )
}

/** The values of a key that may be there several times. */
function valuesIn(unit: string, key: string): string[] {
  return read(`systemd/${unit}`)
    .split('\n')
    .filter((line) => line.startsWith(`${key}=`))
    .map((line) => line.slice(key.length + 1))
}

function environmentOf(unit: string): Record<string, string> {
  const words = valuesIn(unit, 'Environment').flatMap((line) => line.split(' '))
  return Object.fromEntries(words.map((word) => word.split('=') as [string, string]))
}

describe('the systemd units', () => {
  test('give a node a configuration that production starts with', () => {
    const given = { ...environmentFile('systemd/cheers.env'), ...environmentOf('cheers@.service') }
    const config = readConfig({ ...given, PORT: '3001' })
    expect(config).toMatchObject({ isProduction: true, port: 3001, trustProxy: ['loopback'] })
    expect(config.databaseDirectUrl).toMatch(/\/cheers_session$/)
  })

  test('name no setting that nobody reads', () => {
    const unknown = Object.keys(environmentFile('systemd/cheers.env')).filter(
      (setting) => !isKnownSetting(setting),
    )
    expect(unknown).toEqual([])
  })

  test('keep what is compiled where a node may write', () => {
    expect(environmentOf('cheers@.service')[WHERE_COMPILED]).toBe('/var/cache/cheers')
  })

  test('run what is there', () => {
    for (const unit of UNITS)
      for (const command of valuesIn(unit, 'ExecStart')) {
        const script = command.split(' ').find((word) => word.endsWith('.ts')) ?? ''
        expect(fs.existsSync(path.join(ROOT, script))).toBe(true)
      }
  })

  const systemd = hasPrograms('systemd-analyze', 'pgbackrest')
  test.runIf(systemd).each(UNITS)('%s is what systemd understands', (unit) => {
    // As it would be if this were the folder that it is installed in.
    for (const name of UNITS)
      fs.writeFileSync(path.join(scratch, name), read(`systemd/${name}`).replaceAll('/srv/cheers', ROOT))
    const seen = spawnSync('systemd-analyze', ['verify', path.join(scratch, unit)], { encoding: 'utf8' })
    expect(seen.stderr).toBe('')
    expect(seen.status).toBe(0)
  })

  test.runIf(systemd).each(UNITS.filter((unit) => unit.endsWith('.service')))('%s may do little', (unit) => {
    const file = path.join(FOLDER, 'systemd', unit)
    const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=true', file], {
      encoding: 'utf8',
    })
    const [, exposure] = /exposure level for \S+: ([\d.]+)/.exec(stdout) ?? []
    expect(Number(exposure)).toBeLessThanOrEqual(EXPOSURE_MAX)
  })
})

describe('the shell scripts', () => {
  test.each(['postgresql/cheers-db', 'pgbouncer/point-at'])('%s is one, and may be run', (name) => {
    const file = path.join(FOLDER, name)
    expect(spawnSync('sh', ['-n', file], { encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' })
    expect(fs.statSync(file).mode & 0o111).toBe(0o111)
  })
})

describe.runIf(hasPrograms('pgbouncer'))('PgBouncer with its configuration', () => {
  let bouncer: PgBouncer
  let user: string

  beforeAll(async () => {
    const { connection } = inject('database')
    user = connection.user ?? ''
    const databases = read('pgbouncer/databases.ini')
      .replaceAll('host=10.0.0.11', `host=${connection.host}`)
      .replaceAll('dbname=cheers', 'dbname=postgres')
    bouncer = await startPgBouncer({
      databases,
      users: `"${user}" ""\n`,
      ...(isRoot() && { account: SERVER_ACCOUNT }),
    })
  })
  afterAll(() => bouncer.stop())

  const connect = async (database: string) => {
    const client = new pg.Client({ host: '127.0.0.1', port: bouncer.port, user, database })
    await client.connect()
    return client
  }

  test('gives each transaction whichever connection is free', async () => {
    const [one, other] = [await connect('cheers'), await connect('cheers')]
    const pidOf = async (client: pg.Client) =>
      (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid
    expect(await pidOf(one)).toBe(await pidOf(other))
    await one.end()
    await other.end()
  })

  test('has a session for what belongs to one connection', async () => {
    const [listening, telling] = [await connect('cheers_session'), await connect('cheers')]
    const heard = new Promise((resolve) => listening.once('notification', ({ payload }) => resolve(payload)))
    await listening.query('listen deployed')
    await telling.query(`notify deployed, 'yes'`)
    expect(await heard).toBe('yes')
    await listening.end()
    await telling.end()
  })
})
