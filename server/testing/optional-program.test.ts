import { afterEach, expect, test, vi } from 'vitest'

import { hasPrograms, skipFor } from './optional-program.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('what needs a program that is missing is skipped, with a word', () => {
  vi.stubEnv('OPTIONAL_PROGRAMS', undefined)
  vi.stubEnv('PATH', '/nowhere')
  const said: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  expect(hasPrograms('nginx')).toBe(false)
  expect(said).toEqual(['skipped: no nginx here (Debian: apt-get install nginx-light)\n'])
})

test('nothing is skipped where all programs are required', () => {
  vi.stubEnv('OPTIONAL_PROGRAMS', 'required')
  vi.stubEnv('PATH', '/nowhere')
  expect(() => hasPrograms('nginx')).toThrow('no nginx here')
  expect(() => skipFor('no small disk')).toThrow('Nothing may be skipped, but: no small disk')
})
