import fs from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

import { readBuildManifest, scriptFiles } from '#server/platform/pages/build-manifest.ts'
import { loadPageRenderer } from '#server/platform/pages/page-renderer.ts'

import { ensureWebIsBuilt } from './build.ts'

/* The script that a browser loads for each public page, compressed with gzip: a step of `npm run check`. */

const MAX_BYTES = 160_000
const DIST = path.join(import.meta.dirname, '../dist')

await ensureWebIsBuilt()
const renderer = await loadPageRenderer(DIST)
const manifest = await readBuildManifest(path.join(DIST, 'web/.vite/manifest.json'))

for (const asked of [...renderer.indexedPaths(), '/a-creator', '/a-creator/posts/a-post'])
  for (const isReturning of [false, true]) {
    // Some addresses take returning members to another page.
    const address = renderer.addressOf(asked, isReturning)
    const bytes = await sizeOf(renderer.modulesAt(address, isReturning))
    const name = isReturning ? `${address} for members` : address
    console.log(
      `${bytes <= MAX_BYTES ? '✓' : '✗'} ${name.padEnd(40)} ${(bytes / 1000).toFixed(1)} KB of ${MAX_BYTES / 1000}`,
    )
    if (bytes > MAX_BYTES) process.exitCode = 1
  }

/** These modules with everything that they and the entry import. */
async function sizeOf(modules: readonly string[]): Promise<number> {
  const unknown = modules.filter((module) => !manifest[module])
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: not in Vite's manifest`)
  const { atEntry, beside } = scriptFiles(manifest, modules)
  const sizes = await Promise.all(
    [...atEntry, ...beside].map(
      async (file) => gzipSync(await fs.readFile(path.join(DIST, 'web', file))).length,
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
