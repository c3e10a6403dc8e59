import { afterEach, expect, test, vi } from 'vitest'

import { startSwift } from './start-swift.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('a message says so where no S3 server can be had', async () => {
  // A file, in which no folder can be made.
  vi.stubEnv('XDG_CACHE_HOME', import.meta.filename)
  vi.stubEnv('OPTIONAL_PROGRAMS', undefined)
  const said: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  expect(await startSwift()).toBeNull()
  expect(said.join('')).toMatch(/^skipped: no S3 server here \(.+\)\n$/)
})
