import fs from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { describeSchema, SCHEMA_FILE } from '#scripts/schema.ts'

import { startTestApp, type TestApp } from './testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('schema.sql is what the migrations make; `node scripts/schema.ts` writes it anew', async () => {
  expect(await fs.readFile(SCHEMA_FILE, 'utf8')).toBe(await describeSchema(app.db))
})
