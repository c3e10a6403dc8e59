import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { ROOT } from '#scripts/steps.ts'

const execute = promisify(execFile)
const MIGRATIONS = 'server/migrations'

/** The code that serves people before the upgrade. */
export interface Release {
  /** How it is called in what we say. */
  name: string
  /** Where it is checked out; our own folder if there is no earlier one. */
  dir: string
  remove: () => Promise<void>
}

async function git(...args: string[]): Promise<string | null> {
  try {
    return (await execute('git', args, { cwd: ROOT })).stdout.trim()
  } catch {
    return null
  }
}

/**
 * The newest tag, or else the newest commit of the line of releases that this code upgrades: its migrations are the first
 * of ours, and not all of them. What a branch had run before it was merged is no release. null: this checkout has none.
 */
async function findPrevious(): Promise<{ commit: string; name: string } | null> {
  const tag = await git('describe', '--tags', '--abbrev=0')
  if (tag) return { commit: tag, name: tag }
  const ours = (await fs.readdir(path.join(ROOT, MIGRATIONS))).filter((name) => name.endsWith('.sql')).sort()
  const asCommitted = await migrationsAt('HEAD')
  const changes = await git('log', '--first-parent', '-m', '--format=%H', '--', MIGRATIONS)
  for (const commit of ['HEAD', ...(changes ?? '').split('\n').map((change) => `${change}^`)]) {
    const theirs = await migrationsAt(commit)
    const names = [...theirs.keys()].sort()
    const areFirst = names.every(
      (name, at) => ours[at] === name && asCommitted.get(name) === theirs.get(name),
    )
    if (names.length === 0 || names.length === ours.length || !areFirst) continue
    const found = await git('rev-parse', commit)
    const next = path.basename(ours[names.length] ?? '', '.sql')
    return found ? { commit: found, name: `${found.slice(0, 8)}, the last commit before ${next}` } : null
  }
  return null
}

/** The migrations of a commit, each with the hash of its text; empty: this checkout doesn't have the commit. */
async function migrationsAt(commit: string): Promise<Map<string, string>> {
  const listed = await git('ls-tree', commit, `${MIGRATIONS}/`)
  const lines = (listed ?? '').split('\n').map((line) => /^\d+ blob (\w+)\t(.+\.sql)$/.exec(line))
  return new Map(lines.flatMap((line) => (line ? [[path.basename(line[2] ?? ''), line[1] ?? '']] : [])))
}

/** Checks out the release to upgrade from: the one that is named or asked for, or else found. */
export async function openRelease({ from, newest }: { from?: string; newest: boolean }): Promise<Release> {
  if (newest && from !== undefined) throw new Error('--newest is from this release, so --from says nothing.')
  if (newest) return openWithoutNewest()
  const ref = from ?? null
  const commit = ref === null ? null : await git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`)
  if (ref !== null && !commit) throw new Error(`There is no ${ref} in this checkout.`)
  const found = commit ? { commit, name: ref ?? commit } : await findPrevious()
  if (!found)
    return {
      name: 'this one: the checkout has no commit before the newest migration, so the same code is on both sides',
      dir: ROOT,
      remove: () => Promise.resolve(),
    }
  return checkOut(found)
}

/**
 * This release as it would be without its newest migration: what serves is today's code, so it shows what the next upgrade
 * would be like. Only for migrations of data; code that needs what the migration makes doesn't start without it.
 */
async function openWithoutNewest(): Promise<Release> {
  const head = await git('rev-parse', 'HEAD')
  if (!head) throw new Error('This checkout has no commit.')
  const newest = [...(await migrationsAt(head)).keys()].sort().at(-1)
  if (newest === undefined) throw new Error('There is no migration.')
  const name = `${head.slice(0, 8)}, this release without ${path.basename(newest, '.sql')}`
  const release = await checkOut({ commit: head, name })
  await fs.rm(path.join(release.dir, MIGRATIONS, newest))
  return release
}

async function checkOut({ commit, name }: { commit: string; name: string }): Promise<Release> {
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-release-'))
  await fs.chmod(dir, 0o755)
  const archive = path.join(dir, 'release.tar')
  await execute('git', ['archive', '--format=tar', '--output', archive, commit], { cwd: ROOT })
  await execute('tar', ['-xf', archive, '-C', dir])
  await fs.rm(archive)
  await bringPackages(dir)
  return { name, dir, remove: () => fs.rm(dir, { recursive: true, force: true }) }
}

/** Our packages if they are all it needs, else its own. */
async function bringPackages(dir: string): Promise<void> {
  const [ours, theirs] = await Promise.all([readLock(ROOT), readLock(dir)])
  const hasAll = Object.entries(theirs).every(([name, { version }]) => ours[name]?.version === version)
  if (hasAll) await fs.symlink(path.join(ROOT, 'node_modules'), path.join(dir, 'node_modules'))
  else await execute('npm', ['ci', '--no-audit', '--no-fund'], { cwd: dir })
}

async function readLock(root: string): Promise<Record<string, { version?: string }>> {
  const text = await fs.readFile(path.join(root, 'package-lock.json'), 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, { version?: string }> }
  return packages
}
