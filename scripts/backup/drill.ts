import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'

import { type BackupFolder, readCovered } from '#server/platform/backup/folder.ts'

import { restoreCopy } from './restore-copy.ts'
import { seconds } from './run-backup.ts'

/**
 * Restores the newest state into a temporary folder, audits it, removes it, and says what was seen. Returns 1 when the
 * backup would not have saved us.
 */
export async function drill(folder: BackupFolder): Promise<number> {
  const began = performance.now()
  const covered = await readCovered(folder)
  const into = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-drill-'))
  // The database's own account passes through, when root does this.
  await fs.chmod(into, 0o711)
  try {
    const { media, problems } = await restoreCopy({
      folder,
      moment: null,
      into,
      postgres: null,
      say: (line) => console.log(line),
    })
    for (const problem of problems) console.log(`✗ ${problem}`)
    console.log(
      `${problems.length === 0 ? 'The drill passed' : 'The drill FAILED'}: ${seconds(began)}, ${media} media, ` +
        `the backup reaches to ${covered?.moment ?? 'its last base'}.`,
    )
    return problems.length === 0 ? 0 : 1
  } finally {
    await fs.rm(into, { recursive: true, force: true, maxRetries: 3 })
  }
}
