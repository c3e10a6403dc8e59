import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '..')
const STAMP = path.join(ROOT, 'dist/web-sources.sha256')

/** Everything the built web app is made of. */
const SOURCES = ['web', 'contract', 'vite.config.ts', 'package-lock.json']

/**
 * Builds the web app for browser and server, unless the last build was made from the same sources. In a process of its
 * own, because Vite sets NODE_ENV for its caller.
 */
export async function ensureWebIsBuilt(): Promise<'built' | 'unchanged'> {
  const built = await fs.readFile(STAMP, 'utf8').catch(() => null)
  if (built === (await hashSources())) return 'unchanged'
  const builder = spawn(process.execPath, [import.meta.filename], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(builder, 'exit')
  if (code !== 0) throw new Error('The web app could not be built.')
  return 'built'
}

async function buildWeb(): Promise<void> {
  // Imported only here: a start from an existing build needs no Vite.
  const { build } = await import('vite')
  const sources = await hashSources()
  await fs.rm(STAMP, { force: true })
  const configFile = path.join(ROOT, 'vite.config.ts')
  await build({ configFile, logLevel: 'warn', mode: 'production' })
  await build({ configFile, logLevel: 'warn', mode: 'production', build: { ssr: 'entry-server.tsx' } })
  await fs.writeFile(STAMP, sources)
}

async function hashSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    const full = path.join(ROOT, source)
    const files = (await fs.stat(full)).isDirectory()
      ? (await fs.readdir(full, { recursive: true, withFileTypes: true }))
          .filter((entry) => entry.isFile())
          .map((entry) => path.join(entry.parentPath, entry.name))
          .sort()
      : [full]
    for (const file of files)
      hash
        .update(path.relative(ROOT, file))
        .update('\0')
        .update(await fs.readFile(file))
  }
  return hash.digest('hex')
}

if (import.meta.main) {
  await buildWeb()
  console.log('The web app is built.')
}
