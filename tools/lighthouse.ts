import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'

/*
 * Lighthouse, as a phone sees it, on the pages visitors come to: `npm --prefix tools ci`, then
 * `npm --prefix tools run lighthouse`. Starts Cheers with the demo story on a port of its own (PORT), or looks at the
 * one that BASE_URL names. The median of three runs a page; fails when a figure is below what is expected.
 */

const RUNS = 3
const PAGES = ['/', '/asha', '/asha/posts/the-record-is-mixed', '/explore', '/terms-and-conditions']
const LEAST: Readonly<Record<string, number>> = {
  performance: 95,
  accessibility: 100,
  'best-practices': 100,
  seo: 100,
}
const START_MAX_MS = 180_000
const ROOT = path.join(import.meta.dirname, '..')

interface Run {
  scores: Record<string, number>
  /** Audits that took points, by the category they belong to. */
  lost: string[]
  largestPaintMs: number
}

async function startDemo(): Promise<{ baseUrl: string; stop: () => Promise<void> }> {
  if (process.env['BASE_URL']) return { baseUrl: process.env['BASE_URL'], stop: async () => {} }
  const port = process.env['PORT'] ?? '3960'
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'cheers-lighthouse-'))
  // As root the database runs under another account, which has to pass through.
  await chmod(dataDir, 0o755)
  const node = path.join(ROOT, 'node_modules/.bin/node')
  const child = spawn(node, ['scripts/start.ts', '--demo'], {
    cwd: ROOT,
    env: { ...process.env, PORT: port, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  const deadlineMs = Date.now() + START_MAX_MS
  while (!said.includes('Ctrl-C') && child.exitCode === null && Date.now() < deadlineMs) await sleep(200)
  const stop = async () => {
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
    await rm(dataDir, { recursive: true, force: true })
  }
  if (said.includes('Ctrl-C')) return { baseUrl: `http://localhost:${port}`, stop }
  await stop()
  throw new Error('The demo did not start.')
}

async function run(url: string, port: number): Promise<Run> {
  const result = await lighthouse(url, { port, output: 'json', logLevel: 'error' })
  if (!result) throw new Error(`Lighthouse said nothing about ${url}`)
  const { categories, audits } = result.lhr
  const scores = Object.fromEntries(
    Object.entries(categories).map(([id, { score }]) => [id, Math.round((score ?? 0) * 100)]),
  )
  const lost = Object.values(categories).flatMap(({ id, auditRefs }) =>
    auditRefs
      .filter((audit) => audit.weight > 0 && (audits[audit.id]?.score ?? 1) < 1)
      .map((audit) => `${id}: ${audits[audit.id]?.title} ${audits[audit.id]?.displayValue ?? ''}`.trim()),
  )
  return { scores, lost, largestPaintMs: audits['largest-contentful-paint']?.numericValue ?? 0 }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

const demo = await startDemo()
const chrome = await launch({
  chromePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  chromeFlags: ['--headless=new', '--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
})
try {
  console.log(`| page | ${Object.keys(LEAST).join(' | ')} | largest paint |`)
  console.log(`|---|${'---:|'.repeat(Object.keys(LEAST).length + 1)}`)
  for (const page of PAGES) {
    const runs: Run[] = []
    for (let index = 0; index < RUNS; index += 1) runs.push(await run(demo.baseUrl + page, chrome.port))
    const scores = Object.keys(LEAST).map((id) => median(runs.map((one) => one.scores[id] ?? 0)))
    const paintMs = median(runs.map(({ largestPaintMs }) => largestPaintMs))
    console.log(`| ${page} | ${scores.join(' | ')} | ${(paintMs / 1000).toFixed(1)} s |`)
    const isBelow = Object.values(LEAST).some((least, index) => (scores[index] ?? 0) < least)
    if (!isBelow) continue
    process.exitCode = 1
    for (const audit of new Set(runs.flatMap(({ lost }) => lost))) console.error(`  ${page} ${audit}`)
  }
} finally {
  chrome.kill()
  await demo.stop()
}
