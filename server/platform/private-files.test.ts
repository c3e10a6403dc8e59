import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let folder: string

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cheers-private-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

/** In a process of its own, because the mask belongs to the process. Returns the paths that couldn't be closed. */
function keepPrivate(dataDir: string, letsThrough: boolean, then = ''): string[] {
  const program = `import { keepFilesPrivate } from '#server/platform/private-files.ts'
    import fs from 'node:fs'
    const dataDir = ${JSON.stringify(dataDir)}
    const problems = keepFilesPrivate(dataDir, { letsThrough: ${letsThrough} })
    ${then}
    console.log(JSON.stringify(problems))`
  const options = { cwd: path.join(import.meta.dirname, '../..'), encoding: 'utf8' } as const
  const problems: string[] = JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', program], options),
  )
  return problems
}

function modeOf(...parts: string[]): string {
  return (fs.statSync(path.join(folder, ...parts)).mode & 0o7777).toString(8)
}

describe('files below DATA_DIR', () => {
  test('are created for our account alone, whatever the mask was', () => {
    const make = `fs.mkdirSync(dataDir + '/media/x', { recursive: true }); fs.writeFileSync(dataDir + '/media/x/y', 'z')`
    expect(keepPrivate(path.join(folder, 'data'), false, make)).toEqual([])
    expect([
      modeOf('data'),
      modeOf('data', 'media'),
      modeOf('data', 'media', 'x'),
      modeOf('data', 'media', 'x', 'y'),
    ]).toEqual(['700', '700', '700', '600'])
  })

  test('are closed if an earlier start left them open', () => {
    for (const name of ['media', 'postgresql']) fs.mkdirSync(path.join(folder, name))
    fs.writeFileSync(path.join(folder, 'secret-key'), 'x')
    for (const [name, mode] of [
      ['', 0o775],
      ['media', 0o755],
      ['postgresql', 0o755],
      ['secret-key', 0o644],
    ] as const)
      fs.chmodSync(path.join(folder, name), mode)
    expect(keepPrivate(folder, true)).toEqual([])
    // The database's account passes through where it has to, and sees nothing.
    expect([modeOf(), modeOf('media'), modeOf('postgresql'), modeOf('secret-key')]).toEqual([
      '711',
      '700',
      '711',
      '600',
    ])
    expect(keepPrivate(folder, false)).toEqual([])
    expect([modeOf(), modeOf('postgresql')]).toEqual(['700', '700'])
  })

  test('are left alone, with a warning, in a folder that everyone shares', () => {
    fs.chmodSync(folder, 0o1777)
    expect(keepPrivate(folder, false)).toEqual([expect.stringContaining('a folder of its own')])
    expect(modeOf()).toBe('1777')
  })
})
