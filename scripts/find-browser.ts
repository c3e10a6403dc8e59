import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { chromium } from '@playwright/test'

import { canInstallWithApt, installWithApt, mustRun } from './install-program.ts'

/** Chromium without a window to draw, as Playwright itself prefers: the journeys take a quarter less time in it. */
const HEADLESS = 'chromium-headless-shell'

/** Where systems keep a Chromium that Playwright can drive. */
const CANDIDATES = [
  `/usr/bin/${HEADLESS}`,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]
const ANSWER_MAX_MS = 20_000

interface Installer {
  isPossible: () => boolean
  /** Answers where the browser is afterwards. */
  install: () => Promise<string>
}

const INSTALLERS: readonly Installer[] = [
  { isPossible: canInstallWithApt, install: installFromDebian },
  { isPossible: () => true, install: downloadWithPlaywright },
]

/** There is no browser to be had; the message says what to do. */
class NoBrowserError extends Error {
  override name = 'NoBrowserError'
}

/**
 * The path of a Chromium for the journeys: the one CHROMIUM names, else the system's, else one it installs. Throws with
 * what to do if there is none to be had.
 */
export async function findOrInstallBrowser(
  options: {
    env?: Readonly<Record<string, string | undefined>>
    candidates?: readonly string[]
    installers?: readonly Installer[]
  } = {},
): Promise<string> {
  const { env = process.env, installers = INSTALLERS } = options
  const named = env['CHROMIUM']
  if (named) {
    if (await isBrowser(named)) return named
    throw new NoBrowserError(`CHROMIUM names ${named}, which does not start.`)
  }
  for (const candidate of options.candidates ?? [...CANDIDATES, chromium.executablePath()])
    if (await isBrowser(candidate)) return candidate

  const problems: string[] = []
  for (const { isPossible, install } of installers) {
    if (!isPossible()) continue
    try {
      const installed = await install()
      if (await isBrowser(installed)) return installed
      problems.push(`${installed} does not start.`)
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error))
    }
  }
  const tried = problems.map((problem) => `  - ${problem}`).join('\n')
  throw new NoBrowserError(
    `The journeys need Chromium, and none was found or could be installed.\n${tried}\n` +
      `Install it (Debian and Ubuntu: apt-get install ${HEADLESS}), or set CHROMIUM to the path of one.`,
  )
}

/** Starting it once tells a browser from a left-over link and from a script that only advertises another package. */
async function isBrowser(file: string): Promise<boolean> {
  if (!fs.existsSync(file)) return false
  const child = spawn(file, ['--version'], { stdio: 'ignore', timeout: ANSWER_MAX_MS })
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null))
    child.once('exit', resolve)
  })
  return code === 0
}

async function installFromDebian(): Promise<string> {
  console.log('No Chromium found: installing it with apt-get (once; about 65 MB) …')
  await installWithApt(HEADLESS)
  return `/usr/bin/${HEADLESS}`
}

async function downloadWithPlaywright(): Promise<string> {
  console.log('No Chromium found: downloading it with Playwright (once; about 150 MB) …')
  const cli = path.join(import.meta.dirname, '../node_modules/@playwright/test/cli.js')
  await mustRun(process.execPath, [cli, 'install', 'chromium'])
  return chromium.executablePath()
}

if (import.meta.main) console.log(await findOrInstallBrowser())
