import path from 'node:path'
import { describe, expect, test } from 'vitest'

import { findOrInstallBrowser } from './find-browser.ts'

/* Anything that answers `--version` stands in for a browser here. */
const NODE = process.execPath
const NOT_A_PROGRAM = path.join(import.meta.dirname, 'find-browser.ts')

function failing(message: string) {
  return { isPossible: () => true, install: () => Promise.reject(new Error(message)) }
}

describe('the browser for the journeys', () => {
  test('is the one that CHROMIUM names', async () => {
    expect(await findOrInstallBrowser({ env: { CHROMIUM: NODE }, candidates: [], installers: [] })).toBe(NODE)
  })

  test('is not silently another one when CHROMIUM names one that does not start', async () => {
    const found = findOrInstallBrowser({ env: { CHROMIUM: '/nowhere' }, candidates: [NODE], installers: [] })
    await expect(found).rejects.toThrow('CHROMIUM names /nowhere')
  })

  test('is the first one on the system that starts', async () => {
    const candidates = ['/nowhere', NOT_A_PROGRAM, NODE]
    expect(await findOrInstallBrowser({ env: {}, candidates, installers: [] })).toBe(NODE)
  })

  test('is installed when there is none', async () => {
    const installers = [
      { isPossible: () => false, install: () => Promise.resolve('/never-asked') },
      failing('no network'),
      { isPossible: () => true, install: () => Promise.resolve(NODE) },
    ]
    expect(await findOrInstallBrowser({ env: {}, candidates: [], installers })).toBe(NODE)
  })

  test('that cannot be had is explained with what was tried and what to do', async () => {
    const found = findOrInstallBrowser({
      env: {},
      candidates: [],
      installers: [failing('apt-get failed: no network')],
    })
    await expect(found).rejects.toThrow(/none was found[^]*apt-get failed: no network[^]*set CHROMIUM/)
  })
})
