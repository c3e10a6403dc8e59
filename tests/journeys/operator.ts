import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import type { APIRequestContext } from '@playwright/test'

import { COMPILED_FOLDER } from '#scripts/compile-cache.ts'

import { expect } from './journey.ts'
import type { Product } from './product.ts'

const ROOT = path.join(import.meta.dirname, '../..')
const DAY_SECONDS = 86_400

const run = promisify(execFile)

/** Runs one of the operator's commands beside the product, as `npm run …` does; throws what it printed if it fails. */
export async function runAsOperator(
  product: Product,
  script: 'payouts' | 'audit' | 'staff' | 'enforcement',
  ...parameters: readonly string[]
): Promise<string> {
  const baseUrl = new URL(product.baseUrl)
  const command = run(process.execPath, [`scripts/${script}.ts`, ...parameters], {
    cwd: ROOT,
    env: {
      // Compiling takes most of the time that a command needs.
      NODE_COMPILE_CACHE: COMPILED_FOLDER,
      ...process.env,
      PORT: baseUrl.port,
      DATA_DIR: product.dataDir,
    },
  })
  const { stdout } = await command.catch((error: unknown) => {
    // What is wrong stands there, and not in the error's own text.
    const printed = error instanceof Error && 'stdout' in error ? String(error.stdout) : ''
    throw new Error(`npm run ${script} failed:\n${printed}`, { cause: error })
  })
  return stdout
}

/** What time it is for the product, whose clock an earlier journey may have moved. */
export async function productTime(request: APIRequestContext): Promise<Date> {
  const { now } = (await (await request.get('/dev/clock')).json()) as { now: string }
  return new Date(now)
}

/** Lets time pass on both clocks, as `npx node scripts/clock.ts` does. */
export async function passDays(request: APIRequestContext, days: number): Promise<void> {
  await passSeconds(request, Math.round(days * DAY_SECONDS))
}

/** On their first day, accounts write once in ten seconds: lets these pass. */
export async function passNewcomersPause(request: APIRequestContext): Promise<void> {
  await passSeconds(request, 11)
}

async function passSeconds(request: APIRequestContext, seconds: number): Promise<void> {
  const moved = await request.post('/dev/clock', { data: { advanceSeconds: seconds } })
  expect(moved.ok(), 'the clock moved').toBe(true)
}
