import { type ChildProcess, spawn, type StdioOptions } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import { makeKeyFile, readKeyFile } from '#server/platform/backup/backup-key.ts'
import type { BackupFolder } from '#server/platform/backup/folder.ts'

/**
 * A temporary folder with room for a product, a key and a backup; the caller removes `root`. `existing`: the product's own
 * folder, when there is one.
 */
export async function openScratch(existing?: string): Promise<{
  root: string
  dataDir: string
  folder: BackupFolder
  /** Runs `npm run backup` of the product into the folder. */
  startBackup: (options: { flags?: readonly string[]; stdio: StdioOptions }) => ChildProcess
}> {
  const root = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-prove-backup-'))
  // The database's own account passes through.
  await fs.chmod(root, 0o711)
  const dataDir = existing ?? path.join(root, 'data')
  const keyFile = path.join(root, 'key')
  makeKeyFile(keyFile)
  const folder = { root: path.join(root, 'backup'), key: readKeyFile(keyFile) }
  const script = path.join(import.meta.dirname, '../../../scripts/backup.ts')
  return {
    root,
    dataDir,
    folder,
    startBackup: ({ flags = [], stdio }) =>
      spawn(process.execPath, [script, '--to', folder.root, '--key', keyFile, ...flags], {
        env: { ...process.env, DATA_DIR: dataDir },
        stdio,
      }),
  }
}
