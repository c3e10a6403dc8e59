import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect, test, vi } from 'vitest'

import { makeKeyFile, readKeyFile } from '#scripts/backup/age-file.ts'
import { restoreCopy } from '#scripts/backup/restore-copy.ts'

import { locateCluster } from './platform/db/embedded-location.ts'
import { ask, start, testRoot } from './platform/db/embedded-testing.ts'
import { migrate } from './platform/db/migrate.ts'
import { openDatabase } from './platform/db/open.ts'
import { createLog } from './platform/log.ts'

/* `npm run backup` and `npm run restore`. `npm run prove -- restores` does it while people join, pay, write and upload. */

const dataDir = path.join(testRoot, 'data')
const [root, keyFile] = [path.join(testRoot, 'backup'), path.join(testRoot, 'key')]
const into = path.join(testRoot, 'restored')

async function backup(...flags: string[]): Promise<{ code: number | null; said: string }> {
  const script = path.join(import.meta.dirname, '../scripts/backup.ts')
  const child = spawn(process.execPath, [script, '--to', root, '--key', keyFile, ...flags], {
    env: { DATA_DIR: dataDir, ...process.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said }
}

async function restore(moment: string | null, from = root): Promise<{ words: unknown; problems: string[] }> {
  fs.rmSync(into, { recursive: true, force: true, maxRetries: 3 })
  fs.mkdirSync(into, { mode: 0o711 })
  let words: unknown = null
  const { problems } = await restoreCopy({
    root: from,
    key: await readKeyFile(keyFile),
    moment,
    into,
    say: () => undefined,
    look: async (connection) => {
      const client = new pg.Client(connection)
      await client.connect()
      words = (await client.query<{ word: string }>('select word from words order by 1')).rows.map(
        ({ word }) => word,
      )
      await client.end()
    },
  })
  // What was in DATA_DIR beside the database.
  expect(fs.readFileSync(path.join(into, 'secret-key'), 'utf8')).toBe('a secret')
  return { words, problems }
}

test('a copy has what was committed at its moment, and its books are proved', async () => {
  const { connection } = await start(dataDir)
  const database = openDatabase(connection, createLog({ isProduction: false, level: 'fatal' }))
  await migrate(database.db)
  await database.close()
  fs.writeFileSync(path.join(dataDir, 'secret-key'), 'a secret')
  await makeKeyFile(keyFile)
  const { archive } = await locateCluster(dataDir)
  await ask(connection, `create table words (word text); insert into words values ('first')`)
  await ask(connection, 'select pg_switch_wal()')
  expect(fs.existsSync(archive)).toBe(false)

  expect(await backup()).toMatchObject({ code: 0 })
  await ask(connection, `insert into words values ('second')`)
  const [{ moment } = {}] = await ask(
    connection,
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment`,
  )
  await ask(connection, `insert into words values ('third')`)
  expect(await backup()).toMatchObject({ code: 0 })
  expect(fs.readdirSync(archive)).toEqual([])
  expect((await backup('--list')).said.trim().split('\n')).toHaveLength(2)
  expect(await backup('--verify')).toMatchObject({ code: 0 })

  expect(await restore(null)).toEqual({ words: ['first', 'second', 'third'], problems: [] })
  expect(await restore(String(moment))).toEqual({ words: ['first', 'second'], problems: [] })
  await expect(restore('2020-01-01T00:00:00Z')).rejects.toThrow('no earlier moment can be restored')
  await expect(restore('2100-01-01T00:00:00Z')).rejects.toThrow('restore that moment, or --to latest')
  expect(await backup('--end')).toMatchObject({ code: 0 })
  expect(fs.existsSync(archive)).toBe(false)
})

test('a copy may not write into the backup of its original, and has one of its own', async () => {
  await restore(null)
  const copy = await start(into)
  await ask(copy.connection, `insert into words values ('of the copy')`)
  const ofCopy = path.join(testRoot, 'backup of the copy')
  vi.stubEnv('DATA_DIR', into)
  expect((await backup()).said).toContain('another database')
  expect(await backup('--to', ofCopy)).toMatchObject({ code: 0 })
  await copy.stop()
  expect(await restore(null, ofCopy)).toEqual({
    words: ['first', 'of the copy', 'second', 'third'],
    problems: [],
  })
  vi.unstubAllEnvs()
})
