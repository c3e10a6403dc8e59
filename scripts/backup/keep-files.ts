import { createHash } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'

import { type BackupFolder, exists, namesIn, stampOf } from '#server/platform/backup/folder.ts'
import { readSealedJson, sealJson } from '#server/platform/backup/sealed-file.ts'

/* What lies below DATA_DIR beside the database and the media. Its names and contents, in base64. */
type Files = Record<string, string>

/** As the moment needs them: the key that texts in the database are encrypted with, and the seals that left it. */
const OF_THE_MOMENT = ['secret-key', 'ledger-seals.txt']
/** What the stand-ins keep outlives the database, as the world does that they stand for: the newest counts. */
const STAND_INS = ['sandbox/razorpay.json', 'sandbox/oidc.json']

/** Keeps the files that changed. Returns a name for what was kept, to be passed as `known` the next time. */
export async function keepFiles(
  folder: BackupFolder,
  { dataDir, now, known }: { dataDir: string; now: Date; known: string | null },
): Promise<string> {
  const [files, standIns] = [await readFiles(dataDir, OF_THE_MOMENT), await readFiles(dataDir, STAND_INS)]
  const [digest, standInDigest] = [digestOf(files), digestOf(standIns)]
  const [knownDigest, knownStandIns] = known?.split(' ') ?? []
  if (digest !== knownDigest) {
    const name = `files/${stampOf(now)}`
    await sealJson(path.join(folder.root, name), folder.key, name, files)
  }
  if (standInDigest !== knownStandIns)
    await sealJson(path.join(folder.root, 'stand-ins'), folder.key, 'stand-ins', standIns)
  return `${digest} ${standInDigest}`
}

/** Writes them into another DATA_DIR: those of the moment, or the first ones kept. */
export async function restoreFiles(
  folder: BackupFolder,
  { dataDir, moment }: { dataDir: string; moment: Date },
): Promise<void> {
  const names = (await namesIn(path.join(folder.root, 'files'))).toSorted()
  const chosen = names.findLast((name) => name <= stampOf(moment)) ?? names.at(0)
  if (chosen !== undefined) await writeFiles(folder, `files/${chosen}`, dataDir)
  if (await exists(path.join(folder.root, 'stand-ins'))) await writeFiles(folder, 'stand-ins', dataDir)
}

async function writeFiles({ root, key }: BackupFolder, name: string, dataDir: string): Promise<void> {
  const files = (await readSealedJson(path.join(root, name), key, name)) as Files
  for (const [file, contents] of Object.entries(files)) {
    await fs.mkdir(path.dirname(path.join(dataDir, file)), { recursive: true, mode: 0o700 })
    await fs.writeFile(path.join(dataDir, file), Buffer.from(contents, 'base64'), { mode: 0o600 })
  }
}

async function readFiles(dataDir: string, names: readonly string[]): Promise<Files> {
  const files: Files = {}
  for (const name of names) {
    const file = path.join(dataDir, name)
    if (await exists(file)) files[name] = (await fs.readFile(file)).toString('base64')
  }
  return files
}

function digestOf(files: Files): string {
  return createHash('sha256').update(JSON.stringify(files)).digest('hex')
}
