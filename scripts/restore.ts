import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'

import { ConfigError } from '#server/platform/config.ts'
import { releaseCopy } from '#server/platform/restored-copy.ts'

import { findLasting, lookOnce } from './audit.ts'
import { BackupError, readKeyFile } from './backup/age-file.ts'
import { restoreCopy } from './backup/restore-copy.ts'
import { findRunningCheers } from './running-database.ts'

const USAGE = `Restores a backup into an empty folder, as a copy that moves no money and sends no mail.
  npm run restore -- --from DIR --to latest --into DATA_DIR
  npm run restore -- --from DIR --to 2026-03-01T09:30:00Z --into DATA_DIR
  npm run restore -- --release     once the copy runs and has caught up: audits it, and lets it take its place
  --key FILE (or BACKUP_KEY_FILE), --from (or BACKUP_DIR)`

interface Wanted {
  from: string
  into: string
  /** null: the latest. */
  moment: string | null
  keyFile: string
}

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)$/

function readWanted(values: Record<string, string | undefined>): Wanted {
  const from = values['from'] ?? process.env['BACKUP_DIR']
  const keyFile = values['key'] ?? process.env['BACKUP_KEY_FILE']
  const { to, into } = values
  if (!from || !to || !into || !keyFile) throw new BackupError(`Say what to restore.\n\n${USAGE}`)
  if (to !== 'latest' && (!MOMENT.test(to) || Number.isNaN(Date.parse(to))))
    throw new BackupError(
      `--to ${to} is no moment: write it like 2026-03-01T09:30:00Z, with its time zone, or latest.`,
    )
  return {
    from: path.resolve(from),
    into: path.resolve(into),
    moment: to === 'latest' ? null : to,
    keyFile: path.resolve(keyFile),
  }
}

async function restore({ from, into, moment, keyFile }: Wanted): Promise<number> {
  const began = performance.now()
  const say = (line: string) => console.log(line)
  const restored = await restoreCopy({ root: from, key: await readKeyFile(keyFile), moment, into, say })
  for (const problem of restored.problems) console.log(`✗ ${problem}`)
  const state =
    restored.problems.length === 0
      ? 'The books are proved, and every medium is as it was stored.'
      : `${restored.problems.length} problems.`
  console.log(
    `Restored to ${restored.moment.toISOString()} in ${((performance.now() - began) / 1000).toFixed(1)} s: ${restored.media} media. ${state}\n` +
      `It is a copy: it moves no money and sends no mail. Start it with DATA_DIR=${into}, let it reconcile with the\n` +
      'payment provider, and when npm run audit passes: npm run restore -- --release',
  )
  return restored.problems.length === 0 ? 0 : 1
}

/** Lets a copy take its original's place. Returns 1, and leaves it a copy, while the audit finds something. */
async function release(): Promise<number> {
  const cheers = await findRunningCheers()
  const problems = await findLasting(() => lookOnce(cheers), { looks: 3, pauseMs: 5000 })
  if (problems.length > 0) {
    console.log(`${problems.join('\n')}\n\nIt stays a copy until npm run audit passes.`)
    return 1
  }
  const client = new pg.Client(cheers.connection)
  await client.connect()
  try {
    const isReleased = await releaseCopy(client)
    console.log(
      isReleased
        ? 'Released. Restart Cheers, every node: then it charges, pays and mails again, beginning with what has waited.'
        : 'This is no restored copy.',
    )
  } finally {
    await client.end()
  }
  return 0
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      into: { type: 'string' },
      key: { type: 'string' },
      release: { type: 'boolean', default: false },
    },
  })
  const { release: isRelease, ...wanted } = values
  if (isRelease) return release()
  process.umask(0o077)
  return restore(readWanted(wanted))
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof BackupError || error instanceof ConfigError ? error.message : error)
  process.exitCode = 1
}
