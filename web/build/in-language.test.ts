import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build } from 'vite'

import type { Language } from '#contract/languages.ts'

import { inLanguage } from './in-language.ts'

/* The build of a language that has modules of its own. The product has none yet, so its texts are made up here. */

const HINDI = 'hi' as Language

const FILES = {
  'messages.ts': "export const texts = { hello: 'Hello', bye: 'Goodbye' }",
  'messages.hi.ts': "export const texts = { hello: 'नमस्ते', bye: 'अलविदा' }",
  'shared.ts': "export const shared = 'the same in every language'",
  'main.ts':
    "import { shared } from './shared.ts'\nimport { texts } from './messages.ts'\nconsole.log(texts.hello, texts.bye, shared)",
}

let root: string

beforeAll(() => {
  root = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'cheers-language-'))
  for (const [name, text] of Object.entries(FILES)) fs.writeFileSync(path.join(root, name), text)
})
afterAll(() => fs.rmSync(root, { recursive: true, force: true }))

async function builtIn(plugin: ReturnType<typeof inLanguage>): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [plugin],
    build: { write: false, lib: { entry: path.join(root, 'main.ts'), formats: ['es'] }, minify: false },
  })
  const [bundle] = Array.isArray(built) ? built : [built]
  return bundle && 'output' in bundle
    ? bundle.output.map((part) => (part.type === 'chunk' ? part.code : '')).join('')
    : ''
}

describe('a build in one language', () => {
  test('has the texts of the translated modules and none of the English ones', async () => {
    const code = await builtIn(inLanguage(HINDI, `${root}/`))
    expect(code).toContain('नमस्ते')
    expect(code).toContain('the same in every language')
    expect(code).not.toContain('Hello')
  })

  test('has the English texts in English, beside translations', async () => {
    const code = await builtIn(inLanguage('en', `${root}/`))
    expect(code).toContain('Hello')
    expect(code).not.toContain('नमस्ते')
  })
})
