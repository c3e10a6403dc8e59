import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { ROOT } from '../steps.ts'

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

/** The newest tag, or else the commit before the newest migration; null: this checkout doesn't have it. */
async function findPrevious(): Promise<{ commit: string; name: string } | null> {
  const tag = await git('describe', '--tags', '--abbrev=0')
  if (tag) return { commit: tag, name: tag }
  const files = (await fs.readdir(path.join(ROOT, MIGRATIONS))).filter((name) => name.endsWith('.sql')).sort()
  const newest = `${MIGRATIONS}/${files.at(-1) ?? ''}`
  // Of the line of releases: a branch may have begun before what they had by then.
  const mainline = ['log', '-1', '--first-parent', '-m', '--diff-filter=A', '--format=%H']
  const added = await git(...mainline, '--', newest)
  // One that isn't committed yet is newer than everything that is.
  const commit = await git('rev-parse', '--verify', '--quiet', added ? `${added}^` : 'HEAD')
  const name = path.basename(newest, '.sql')
  return commit ? { commit, name: `${commit.slice(0, 8)}, the commit before ${name}` } : null
}

/** Checks out the release to upgrade from: `ref`, or the one that is found. */
export async function openRelease(ref: string | null): Promise<Release> {
  const commit = ref === null ? null : await git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`)
  if (ref !== null && !commit) throw new Error(`There is no ${ref} in this checkout.`)
  const found = commit ? { commit, name: ref ?? commit } : await findPrevious()
  if (!found)
    return {
      name: 'this one: the checkout has no commit before the newest migration, so the same code is on both sides',
      dir: ROOT,
      remove: () => Promise.resolve(),
    }
  const dir = await fs.mkdtemp(path.join(os.tmpdir(), 'cheers-release-'))
  await fs.chmod(dir, 0o755)
  const archive = path.join(dir, 'release.tar')
  await execute('git', ['archive', '--format=tar', '--output', archive, found.commit], { cwd: ROOT })
  await execute('tar', ['-xf', archive, '-C', dir])
  await fs.rm(archive)
  await bringPackages(dir)
  return { name: found.name, dir, remove: () => fs.rm(dir, { recursive: true, force: true }) }
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
