import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs/promises'
import path from 'node:path'

import { isLanguage, type Language } from '#contract/languages.ts'
import { distOf } from '#server/platform/pages/page-renderer.ts'

const ROOT = path.join(import.meta.dirname, '..')

/** Everything the built web app is made of. */
const SOURCES = ['web', 'contract', 'vite.config.ts', 'package-lock.json']

/**
 * Builds the web app for browser and server, unless the last build was made from the same sources. In a process of its
 * own, because Vite sets NODE_ENV for its caller.
 */
export async function ensureWebIsBuilt(language: Language = 'en'): Promise<'built' | 'unchanged'> {
  const built = await fs.readFile(stampOf(language), 'utf8').catch(() => null)
  if (built === (await hashSources())) return 'unchanged'
  const builder = spawn(process.execPath, [import.meta.filename, language], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(builder, 'exit')
  if (code !== 0) throw new Error('The web app could not be built.')
  return 'built'
}

function stampOf(language: Language): string {
  return path.join(distOf(language), 'web-sources.sha256')
}

async function buildWeb(language: Language): Promise<void> {
  // Imported only here: a start from an existing build needs no Vite.
  const { build } = await import('vite')
  const sources = await hashSources()
  await fs.rm(stampOf(language), { force: true })
  // Vite takes the language as its mode; both builds are for production all the same.
  const each = { configFile: path.join(ROOT, 'vite.config.ts'), logLevel: 'warn', mode: language } as const
  const dist = distOf(language)
  await build({ ...each, build: { outDir: path.join(dist, 'web') } })
  await build({ ...each, build: { ssr: 'entry-server.tsx', outDir: path.join(dist, 'web-server') } })
  await fs.writeFile(stampOf(language), sources)
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
  const language = process.argv[2] ?? 'en'
  if (!isLanguage(language)) throw new Error(`There is no language “${language}”.`)
  await buildWeb(language)
  console.log('The web app is built.')
}
