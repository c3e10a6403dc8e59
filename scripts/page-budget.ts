import fs from 'node:fs/promises'
import path from 'node:path'
import { gzipSync } from 'node:zlib'

import { type BuildManifest, readBuildManifest, scriptFiles } from '#server/platform/pages/build-manifest.ts'
import { loadPageRenderer, type PageData, type PageRenderer } from '#server/platform/pages/page-renderer.ts'

import { ensureWebIsBuilt } from './build.ts'
import { STORY_POST_ADDRESS, storyPageAnswers } from './story/page-answers.ts'

/*
 * What a visitor's browser loads before a public page works, compressed with gzip, compared with the budget. A step of
 * `npm run check`. Sizes are in bytes, and a KB is 1000 of them.
 */

const DIST = path.join(import.meta.dirname, '../dist')

/** Script of each public page, before what its posts need; react-dom alone is 60 KB. */
const SCRIPT_MAX_BYTES = 160_000
/** A creator's page of the story with its document, styles and fonts, without pictures and other media. */
const PAGE_MAX_BYTES = 200_000
const CREATOR_HANDLE = 'asha'
const POST_ADDRESS = `/${CREATOR_HANDLE}/posts/${STORY_POST_ADDRESS}`

/** Whether a page is the one for visitors, or for returning members; both have the same budget. */
const VARIANTS = [false, true]

interface PageSize {
  name: string
  scriptBytes: number
}

async function measure(renderer: PageRenderer, manifest: BuildManifest): Promise<PageSize[]> {
  return Promise.all(
    VARIANTS.flatMap((isReturning) =>
      [...addressesOf(renderer, isReturning)].map(async (address) => ({
        name: nameOf(address, isReturning),
        scriptBytes: await sumOfSizes(scriptsAt(renderer, manifest, address, isReturning)),
      })),
    ),
  )
}

/** Some addresses take returning members to another page. */
function addressesOf(renderer: PageRenderer, isReturning: boolean): Set<string> {
  const addresses = [...renderer.indexedPaths(), `/${CREATOR_HANDLE}`, POST_ADDRESS]
  return new Set(addresses.map((address) => renderer.addressOf(address, isReturning)))
}

function nameOf(address: string, isReturning: boolean): string {
  return isReturning ? `${address} for members` : address
}

function scriptsAt(
  renderer: PageRenderer,
  manifest: BuildManifest,
  address: string,
  isReturning: boolean,
): string[] {
  for (const module of renderer.modulesAt(address, isReturning))
    if (!manifest[module])
      throw new Error(`${module} has no file of its own, so the browser is not told of it in time`)
  const { atEntry, beside } = scriptFiles(manifest, renderer.modulesAt(address, isReturning))
  return [...atEntry, ...beside]
}

/** Document, scripts, styles and fonts of a creator's page. */
async function measureCreatorPage(
  renderer: PageRenderer,
  manifest: BuildManifest,
  isReturning: boolean,
): Promise<number> {
  const address = `/${CREATOR_HANDLE}`
  const chunks = Object.values(manifest)
  const page: PageData = { config: CONFIG, isReturning, answers: storyPageAnswers(CREATOR_HANDLE) }
  const { status, html, head, modules } = renderer.render(address, page, [])
  if (status !== 200) throw new Error(`${address} was rendered with status ${status}`)
  const scripts = new Set([
    ...scriptsAt(renderer, manifest, address, isReturning),
    ...scriptFiles(manifest, modules).beside,
  ])
  const styles = new Set(chunks.filter(({ file }) => scripts.has(file)).flatMap(({ css = [] }) => css))
  const fonts = chunks.map(({ file }) => file).filter((file) => file.endsWith('.woff2'))
  const document = renderer.template + head + html + JSON.stringify(page)
  return gzipSync(document).length + (await sumOfSizes([...scripts, ...styles, ...fonts]))
}

const CONFIG: PageData['config'] = {
  publicUrl: 'http://localhost:3000',
  handlePrefix: 'localhost:3000/',
  checkoutUrl: 'http://localhost:3000/checkout.js',
  operator: {
    name: 'Cheers',
    address: '1 Example Street',
    email: 'hello@example.com',
    phone: '+91 00000 00000',
    grievanceOfficer: 'The Grievance Officer',
    termsEffectiveDate: '3rd July 2005',
    copyrightYear: 2026,
  },
}

async function sumOfSizes(files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(
    files.map(async (file) => {
      const bytes = await fs.readFile(path.join(DIST, 'web', file))
      // Fonts are sent as they are: their format is compressed.
      return file.endsWith('.woff2') ? bytes.length : gzipSync(bytes).length
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

/**
 * Files that import each other in a circle: of two such files, one runs before its imports from the other exist. Vite
 * doesn't report this when groups of modules cause it.
 */
function circlesOf(manifest: BuildManifest): string[] {
  const done = new Set<string>()
  const circles: string[] = []
  function follow(name: string, way: readonly string[]): void {
    if (way.includes(name)) {
      const circle = [...way.slice(way.indexOf(name)), name]
      circles.push(circle.map((part) => manifest[part]?.file ?? part).join(' → '))
    } else if (!done.has(name)) {
      for (const imported of manifest[name]?.imports ?? []) follow(imported, [...way, name])
      done.add(name)
    }
  }
  for (const name of Object.keys(manifest)) follow(name, [])
  return circles
}

function row(name: string, bytes: number, maxBytes: number): string {
  const kilobytes = (bytes / 1000).toFixed(1)
  return `${bytes <= maxBytes ? '✓' : '✗'} ${name.padEnd(40)} ${kilobytes.padStart(6)} KB of ${maxBytes / 1000}`
}

await ensureWebIsBuilt()
const renderer = await loadPageRenderer(DIST)
const manifest = await readBuildManifest(path.join(DIST, 'web/.vite/manifest.json'))
const pages = await measure(renderer, manifest)
for (const { name, scriptBytes } of pages) {
  console.log(row(`script of ${name}`, scriptBytes, SCRIPT_MAX_BYTES))
  if (scriptBytes > SCRIPT_MAX_BYTES) process.exitCode = 1
}
for (const isReturning of VARIANTS) {
  const wholeBytes = await measureCreatorPage(renderer, manifest, isReturning)
  console.log(
    row(`media aside, all of ${nameOf(`/${CREATOR_HANDLE}`, isReturning)}`, wholeBytes, PAGE_MAX_BYTES),
  )
  if (wholeBytes > PAGE_MAX_BYTES) process.exitCode = 1
}
const circles = circlesOf(manifest)
for (const circle of circles) console.log(`✗ these files import each other: ${circle}`)
if (circles.length > 0) process.exitCode = 1
