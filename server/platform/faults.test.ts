import { execFile } from 'node:child_process'
import path from 'node:path'
import { expect, test } from 'vitest'

interface Ended {
  code: number | string | null | undefined
  said: string
}

function meet(fault: string): Promise<Ended> {
  const file = path.join(import.meta.dirname, 'faults.fixture.ts')
  return new Promise((resolve) => {
    execFile(process.execPath, [file, fault], (error, stdout) => resolve({ code: error?.code, said: stdout }))
  })
}

test.each([
  ['an error event', 'uncaughtException', /ENOENT.*at-all/],
  ['a rejection', 'unhandledRejection', /nobody waits/],
  ['an exception', 'uncaughtException', /out of range/],
  ['what is no error', 'unhandledRejection', /a text/],
])(
  'an uncaught fault (%s) is logged as fatal, and the server stops in order',
  async (fault, origin, what) => {
    const { code, said } = await meet(fault)
    const [logged = '', stopped] = said.trim().split('\n')
    expect(JSON.parse(logged)).toMatchObject({ level: 60, origin })
    expect(logged).toMatch(what)
    expect([stopped, code]).toEqual(['stopped in order', 1])
  },
)
