import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const STORE = path.join(import.meta.dirname, '../scripts/compile-cache.ts')

/** Says which process it is and with which arguments, once nothing has to be compiled. */
const PROGRAM = `
  import { keepCompiled, startAgainIfCompiled } from ${JSON.stringify(pathToFileURL(STORE).href)}
  keepCompiled()
  startAgainIfCompiled()
  console.log(process.pid, ...process.argv.slice(2))
`

let folder: string
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cheers-compiled-'))
  fs.writeFileSync(path.join(folder, 'program.mjs'), PROGRAM)
})
afterAll(() => fs.rmSync(folder, { recursive: true }))

function run() {
  const { pid, stdout, stderr } = spawnSync(process.execPath, [path.join(folder, 'program.mjs'), 'given'], {
    env: { ...process.env, NODE_COMPILE_CACHE: path.join(folder, 'store'), NODE_OPTIONS: '' },
    encoding: 'utf8',
  })
  return { said: stdout.trim(), expected: String(pid), stderr }
}

test('the first start of a version begins anew as the same process, and the next has nothing to compile', () => {
  const first = run()
  expect(first.said).toBe(`${first.expected} given --compiled`)
  expect(first.stderr).toBe('')
  const second = run()
  expect(second.said).toBe(`${second.expected} given`)
})
