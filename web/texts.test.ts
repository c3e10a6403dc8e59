import fs from 'node:fs'
import path from 'node:path'
import { parseAst, Visitor } from 'vite'
import { describe, expect, test } from 'vitest'

/* A precondition for a second language: all texts of a screen or feature are in the messages beside it. */

/** Pages that are one long text each: their file is the module. */
const TEXT_PAGES = ['about', 'digital-delivery', 'privacy', 'refund', 'terms'].map(
  (page) => `screens/${page}/`,
)

const TEXT_ATTRIBUTES: ReadonlySet<string> = new Set(
  'alt aria-label confirmLabel description help hint label note placeholder subtitle title'.split(' '),
)

const isWords = (text: unknown): text is string => typeof text === 'string' && /\p{L}{2,}/u.test(text)

/** Readable texts inside a component: JSX text, and the attributes that are read aloud. */
function textsIn(source: string): string[] {
  const found: string[] = []
  const visitor = new Visitor({
    JSXText({ value }) {
      if (isWords(value)) found.push(value.trim())
    },
    JSXAttribute({ name, value }) {
      const isText = name.type === 'JSXIdentifier' && TEXT_ATTRIBUTES.has(name.name)
      if (isText && value?.type === 'Literal' && isWords(value.value)) found.push(value.value)
    },
  })
  visitor.visit(parseAst(source, { lang: 'tsx' }))
  return found
}

function componentsBelow(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .map((file) => path.join(folder, file))
}

describe('texts for people', () => {
  test('are found inside a component', () => {
    expect(textsIn('const a = <p title="Say it">Hello <b>you</b> {name}</p>')).toEqual([
      'Say it',
      'Hello',
      'you',
    ])
    expect(textsIn('const a = <p className="text-sm" id="main">{texts.hello}·</p>')).toEqual([])
  })

  test('are in the messages of their screen', () => {
    const misplaced = componentsBelow(import.meta.dirname)
      .map((file) => [path.relative(import.meta.dirname, file), file] as const)
      .filter(([name]) => !name.endsWith('messages.tsx') && !TEXT_PAGES.some((page) => name.startsWith(page)))
      .flatMap(([name, file]) => textsIn(fs.readFileSync(file, 'utf8')).map((text) => `${name}: ${text}`))
    expect(misplaced).toEqual([])
  })
})
