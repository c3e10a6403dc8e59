import path from 'node:path'
import { parseArgs } from 'node:util'

import { BackupError } from '#server/platform/backup/backup-error.ts'
import type { Retention } from '#server/platform/backup/retention.ts'

import { isStoreAddress } from './copy-in-store.ts'

export const BACKUP_USAGE = `Backs up the database, the media and the key of this Cheers, encrypted, while it runs.
  npm run backup -- --new-key FILE     makes a key; keep a copy of it where the backup is not
  npm run backup -- --to DIR           copies everything, then follows every change until it is stopped
  npm run backup -- --to DIR --once    copies everything, and ends
  npm run backup -- --to DIR --list    says which moments can be restored
  npm run backup -- --to DIR --verify  reads all of it, and names what is damaged or missing
  npm run backup -- --to DIR --drill   restores the newest into a temporary folder, audits it, and says how long it took
  npm run backup -- --to DIR --end     has the database keep nothing for this backup any more
  --copy s3://KEY:SECRET@host/bucket (or BACKUP_COPY_URL): a copy of DIR in a store as well, at most half a minute behind;
  --list, --verify, --drill and npm run restore take such an address in place of DIR
  --key FILE (or BACKUP_KEY_FILE), --to (or BACKUP_DIR), --every 24h: how often everything is copied anew,
  --keep 14d (or BACKUP_KEEP): how far back any moment can be restored; of before, --weeks 4 and --months 12 (or
  BACKUP_WEEKS, BACKUP_MONTHS): the last base of as many weeks and months`

export interface BackupOptions {
  verb: 'new-key' | 'follow' | 'once' | 'list' | 'verify' | 'drill' | 'end'
  /** A folder, or for what only reads it a store's address. */
  to: string
  /** The address of a store; null: none. */
  copy: string | null
  keyFile: string
  everyMs: number
  retention: Retention
}

const UNITS: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

function durationMs(name: string, text: string): number {
  const [, count, unit = ''] = /^(\d{1,5})([smhdw])$/.exec(text) ?? []
  const ms = Number(count) * (UNITS[unit] ?? NaN)
  if (!(ms > 0)) throw new BackupError(`--${name} is a number with s, m, h, d or w, like 14d.`)
  return ms
}

function countOf(name: string, text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new BackupError(`--${name} is a number, like 4, or 0.`)
  return Number(text)
}

/** Reads the arguments. Throws a `BackupError` with what is missing. */
export function readBackupOptions(args: readonly string[], env: NodeJS.ProcessEnv): BackupOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      to: { type: 'string' },
      key: { type: 'string' },
      'new-key': { type: 'string' },
      copy: { type: 'string' },
      every: { type: 'string', default: '24h' },
      keep: { type: 'string', default: env['BACKUP_KEEP'] ?? '14d' },
      weeks: { type: 'string', default: env['BACKUP_WEEKS'] ?? '4' },
      months: { type: 'string', default: env['BACKUP_MONTHS'] ?? '12' },
      list: { type: 'boolean', default: false },
      once: { type: 'boolean', default: false },
      verify: { type: 'boolean', default: false },
      drill: { type: 'boolean', default: false },
      end: { type: 'boolean', default: false },
    },
  })
  const newKey = values['new-key']
  const verbs = (['once', 'list', 'verify', 'drill', 'end'] as const).filter((verb) => values[verb])
  if (verbs.length + (newKey === undefined ? 0 : 1) > 1)
    throw new BackupError('Say one of --new-key, --once, --list, --verify, --drill and --end.')
  const verb = verbs[0] ?? (newKey === undefined ? 'follow' : 'new-key')
  const to = values.to ?? env['BACKUP_DIR'] ?? ''
  const keyFile = newKey ?? values.key ?? env['BACKUP_KEY_FILE'] ?? ''
  if (verb !== 'new-key' && to === '') throw new BackupError('Say where to: --to DIR, or BACKUP_DIR.')
  if (keyFile === '')
    throw new BackupError('Say which key: --key FILE, or BACKUP_KEY_FILE; --new-key FILE makes one.')
  const copy = values.copy ?? env['BACKUP_COPY_URL'] ?? null
  if (copy !== null && !isStoreAddress(copy))
    throw new BackupError('--copy is the address of a store, like s3://KEY:SECRET@host/bucket.')
  if (isStoreAddress(to) && !['list', 'verify', 'drill'].includes(verb))
    throw new BackupError('--to is a folder: name the store with --copy.')
  const options: Pick<BackupOptions, 'verb' | 'to' | 'keyFile' | 'copy'> = {
    verb,
    to: isStoreAddress(to) ? to : path.resolve(to),
    copy,
    keyFile: path.resolve(keyFile),
  }
  if (verb !== 'new-key') refuseKeyInside(options.keyFile, options.to)
  return {
    ...options,
    everyMs: durationMs('every', values.every),
    retention: {
      keepMs: durationMs('keep', values.keep),
      weeks: countOf('weeks', values.weeks),
      months: countOf('months', values.months),
    },
  }
}

/** Whoever finds a backup with its key in it can read it. */
function refuseKeyInside(keyFile: string, folder: string): void {
  if (keyFile.startsWith(`${folder}${path.sep}`))
    throw new BackupError(
      `The key file lies in the backup: keep it elsewhere, or the backup is open to its finder.`,
    )
}
