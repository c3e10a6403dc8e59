import fs from 'node:fs'
import path from 'node:path'

import { run, tiedToParent, type Account } from '../program.ts'
import type { Binaries } from './embedded-binaries.ts'
import { giveTo, type ClusterLocation } from './embedded-location.ts'
import { EmbeddedPostgresError, NOBODY, isRoot } from './embedded-process.ts'

export const DATABASE_USER = 'cheers'

// pg_trgm asks the C library which characters are letters: under plain C it drops every one outside ASCII.
const CHARACTER_TYPES = ['C.UTF-8', 'en_US.UTF-8', 'C']
const DRAFT_PREFIX = 'initdb-'

/** Creates the empty cluster when there is none; an interrupted attempt leaves nothing under its name. */
export async function ensureCluster(
  location: ClusterLocation,
  binaries: Binaries,
  log: (line: string) => void,
): Promise<void> {
  if (fs.existsSync(location.cluster)) return
  log(`Making an empty database in ${location.cluster}.`)
  const draft = await makeDraft(location.home, binaries)
  giveTreeTo(draft, location.account)
  fs.renameSync(draft, location.cluster)
  flushDirectory(location.home)
}

async function makeDraft(home: string, binaries: Binaries): Promise<string> {
  let output = ''
  for (const characterType of CHARACTER_TYPES) {
    removeDrafts(home)
    const draft = fs.mkdtempSync(path.join(home, DRAFT_PREFIX))
    if (isRoot()) giveTo(draft, NOBODY)
    const made = await run(await initdbCommand(binaries, draft, characterType), isRoot() ? NOBODY : {})
    if (made.isSuccess) return draft
    output = made.output
    if (!output.includes('invalid locale name')) break
  }
  removeDrafts(home)
  throw new EmbeddedPostgresError(
    `An empty database could not be made in ${home}: free disk space and check its permissions, or set DATABASE_URL.` +
      `\n${output.split('\n').slice(-6).join('\n')}`,
  )
}

function initdbCommand(
  binaries: Binaries,
  draft: string,
  characterType: string,
): Promise<[string, ...string[]]> {
  return tiedToParent('TERM', [
    binaries.initdb,
    `--pgdata=${draft}`,
    `--username=${DATABASE_USER}`,
    // Safe without a password: the only way in is a socket in a folder closed to every other account.
    '--auth=trust',
    '--encoding=UTF8',
    // The builtin provider sorts and folds alike on every machine.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    `--lc-ctype=${characterType}`,
    '--text-search-config=english',
    '--no-instructions',
  ])
}

function removeDrafts(home: string): void {
  for (const name of fs.readdirSync(home)) {
    if (!name.startsWith(DRAFT_PREFIX)) continue
    fs.rmSync(path.join(home, name), { recursive: true, force: true, maxRetries: 3 })
  }
}

/** Top down: once the outer folder has changed hands, no process of the former account reaches what is inside. */
export function giveTreeTo(folder: string, account: Account): void {
  giveTo(folder, account)
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name)
    if (entry.isDirectory()) giveTreeTo(full, account)
    else giveTo(full, account)
  }
}

function flushDirectory(directory: string): void {
  const fd = fs.openSync(directory, 'r')
  fs.fsyncSync(fd)
  fs.closeSync(fd)
}
