import fs from 'node:fs'
import { expect, test } from 'vitest'

import { ROOT } from './steps.ts'

const read = (file: string) => fs.readFileSync(`${ROOT}/${file}`, 'utf8')

/** The commands of the README's first block, which start with this. */
function readmeCommand(start: string): string {
  const line = read('README.md')
    .split('\n')
    .find((each) => each.startsWith(`    ${start}`))
  return line?.split('#')[0]?.trim() ?? ''
}

test('CI runs the README’s test command before it installs anything else', () => {
  expect(readmeCommand('npm ci && npm test')).toBe('npm ci && npm test')
  const commands = read('.ci/run')
    .split('\n')
    .filter((line) => /\bnpm |\binstall$/.test(line) && !line.startsWith('#'))
  expect(commands).toEqual([
    'npm ci',
    expect.stringMatching(/optional-programs\.ts hide\) npm test$/),
    expect.stringMatching(/optional-programs\.ts install$/),
    expect.stringMatching(/npm run prove -- short$/),
  ])
})

test('GitHub runs the same', () => {
  const commands = [...read('.github/workflows/ci.yml').matchAll(/- run: (.*)/g)].map(
    ([, command]) => command,
  )
  expect(commands.at(-1)).toBe('.ci/run')
  expect(commands.filter((command) => !command?.startsWith('apt-get'))).toHaveLength(1)
})

test('what CI leaves out runs each night', () => {
  const nightly = read('.github/workflows/nightly.yml')
  const parts = /part: \[([\w, ]+)\]/.exec(nightly)?.[1]?.split(', ') ?? []
  expect(parts).toEqual(['long', 'screens'])
  for (const part of parts) expect(read('lab/prove.ts')).toContain(`group: '${part}'`)
})
