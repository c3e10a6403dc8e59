import fs from 'node:fs'
import { expect, test } from 'vitest'

import { CONFIGURATION_PAGE, writeConfiguration } from './configuration.ts'

test('the page about settings is the one that is written from them', () => {
  expect(fs.readFileSync(CONFIGURATION_PAGE, 'utf8')).toBe(writeConfiguration())
})
