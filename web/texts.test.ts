import fs from 'node:fs'
import path from 'node:path'
import { parseAst, Visitor } from 'vite'
import { describe, expect, test } from 'vitest'

import { inPseudo } from './build/in-language.ts'
import { isTextModule, isTextPage } from './build/text-modules.ts'

/* A precondition for a second language: all texts of a screen or feature are in the messages beside it. */

const TEXT_ATTRIBUTES: ReadonlySet<string> = new Set(
  'alt aria-label confirmLabel description help hint label note placeholder subtitle title'.split(' '),
)

const isWords = (text: unknown): text is string => typeof text === 'string' && /\p{L}{2,}/u.test(text)

/** A sentence, or words as on a button; not a list of classes or a message for engineers. */
const isSentence = (text: unknown): text is string =>
  isWords(text) && !text.includes('!') && /^\p{Lu}\p{L}* \p{L}{2,}|\p{L} \p{L}+[.?…]$/u.test(text.trim())

/** Readable texts in a module: sentences, JSX text, and the attributes that are read aloud. */
function textsIn(source: string): string[] {
  const found: string[] = []
  let thrown = 0
  const visitor = new Visitor({
    ThrowStatement: () => void (thrown += 1),
    'ThrowStatement:exit': () => void (thrown -= 1),
    NewExpression({ callee }) {
      if (callee.type === 'Identifier' && callee.name === 'Error') thrown += 1
    },
    'NewExpression:exit'({ callee }) {
      if (callee.type === 'Identifier' && callee.name === 'Error') thrown -= 1
    },
    Literal({ value }) {
      if (thrown === 0 && isSentence(value)) found.push(value)
    },
    TemplateLiteral({ quasis }) {
      const text = quasis.map(({ value }) => value.cooked).join(' x ')
      if (thrown === 0 && isSentence(text)) found.push(text)
    },
    JSXText({ value }) {
      if (isWords(value)) found.push(value.trim())
    },
    JSXAttribute({ name, value }) {
      const isText = name.type === 'JSXIdentifier' && TEXT_ATTRIBUTES.has(name.name)
      if (!isText || value?.type !== 'Literal' || !isWords(value.value)) return
      if (!isSentence(value.value)) found.push(value.value)
    },
  })
  visitor.visit(parseAst(source, { lang: 'tsx' }))
  return found
}

/** The glossary of docs/voice.md: what we don't say, and what we say instead. */
const GLOSSARY: readonly (readonly [RegExp, string])[] = [
  [/\blogins?\b|\bsign(?:s|ed|ing)?[ -](?:in|out)\b/i, 'log in, log out'],
  [/\bmembership of\b/i, 'membership with'],
  [/\btiers?\b/i, 'plan'],
  [/\bfans?\b|\bpatrons?\b/i, 'member, supporter'],
  [/\bpledg/i, 'join, support'],
  [/\bmails?\b|\bmail(?:ed|ing)\b/i, 'email'],
  [/\bgo(?:es)? on\b/i, 'continue'],
  [/\bby the month\b/i, 'per month, a month'],
  [/\b(?:is|are) not renewed\b/i, 'won’t renew'],
  [/\bstep by step\b|\bin steps\b/i, 'in stages'],
  [/\boops\b|\bwhoops\b/i, 'what happened'],
]

/** Texts that were specified word for word, names of others' things, and what the glossary doesn't mean. */
const AS_SPECIFIED =
  /^(?:Login|Go to Login|Login successful!|Not a creator\? Join as a fan|For dedicated fans who want more interaction|Monetize content with flexible subscription tiers|Large files shared with specific tiers or all supporters\.|You aren't pledging to anyone right now\.|Mail server|Login to Join.*)$|\bsign(?:ing)?[ -]in with Google\b/i

/** Every text of a module, in the order it stands there. */
function allTexts(source: string): string[] {
  const found: string[] = []
  const visitor = new Visitor({
    Literal({ value }) {
      if (isWords(value)) found.push(value)
    },
    TemplateLiteral({ quasis }) {
      found.push(quasis.map(({ value }) => value.cooked).join('…'))
    },
  })
  visitor.visit(parseAst(source, { lang: 'tsx' }))
  return found
}

/** Class lists that name a side of the screen instead of a side of the text. */
const PHYSICAL =
  /(?<![\w-])(?:[a-z0-9-]+:)*-?(?:(?:[mp][lr]|scroll-[mp][lr]|left|right)-(?:\d|\[|auto|px|full)|(?:border|rounded)-[lr](?=[-\s"'`])|rounded-[tb][lr]-)|\btext-(?:left|right)\b|\bfloat-(?:left|right)\b/
const PHYSICAL_CSS =
  /^\s*(?:(?:margin|padding|border)-(?:left|right)|left|right|text-align: (?:left|right))\b/m

const TREES = ['web', 'contract']

/** Modules of texts are checked on the server as well. */
const TREES_WITH_TEXTS = [...TREES, 'server']

/** Loaded by no browser, or read by engineers alone. */
const NOT_SHOWN = [
  /^web\/build\//,
  // Words that a browser names itself, in the language of the page.
  /^web\/screens\/settings\/account\/countries\.ts$/,
  // Summaries are for the API document; failures of a route are translated where they are defined.
  /routes\.ts$|^contract\/http\/route\.ts$|\/failures\.ts$/,
]

function sourcesBelow(tree: string, ending: RegExp): [file: string, source: string][] {
  const root = path.join(import.meta.dirname, '..')
  return fs
    .readdirSync(path.join(root, tree), { recursive: true, encoding: 'utf8' })
    .map((file) => path.join(tree, file))
    .filter((file) => ending.test(file) && !/\.test\.|\/public\//.test(file))
    .map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8')])
}

describe('texts for people', () => {
  test('are found in a module', () => {
    expect(textsIn('const a = <p title="Say it">Hello <b>you</b> {name}</p>')).toEqual([
      'Say it',
      'Hello',
      'you',
    ])
    expect(textsIn('const a = <p className="text-sm" id="main">{texts.hello}·</p>')).toEqual([])
    expect(textsIn('toast("Your card has been changed.")')).toEqual(['Your card has been changed.'])
    expect(textsIn('toast(`You paid ${amount} today.`)')).toHaveLength(1)
    expect(textsIn('throw new Error("This cannot be.")')).toEqual([])
  })

  test('are in modules of texts', () => {
    const misplaced = TREES.flatMap((tree) => sourcesBelow(tree, /\.tsx?$/))
      .filter(([file]) => !isTextModule(file) && !isTextPage(file))
      .filter(([file]) => !NOT_SHOWN.some((pattern) => pattern.test(file)))
      .flatMap(([file, source]) => textsIn(source).map((text) => `${file}: ${text}`))
    expect(misplaced).toEqual([])
  })

  test('of mails are in modules of texts too: a letter only chooses its sentences', () => {
    const letters = sourcesBelow('server', /(?:^|[/-])(?:emails|letters)\.ts$/)
    expect(letters.length).toBeGreaterThan(5)
    expect(letters.flatMap(([file, source]) => textsIn(source).map((text) => `${file}: ${text}`))).toEqual([])
  })

  test("are the page's own: what a call answers in English is not shown", () => {
    const shown = sourcesBelow('web', /\.tsx?$/).filter(([, source]) => /\bmsg\b/.test(source))
    expect(shown.map(([file]) => file)).toEqual([])
  })

  test('use the words of the glossary', () => {
    expect(allTexts("const a = { b: 'Cancel your membership of this page' }")).toEqual([
      'Cancel your membership of this page',
    ])
    const others = TREES_WITH_TEXTS.flatMap((tree) =>
      sourcesBelow(tree, /(?:messages|failures)\.tsx?$/),
    ).flatMap(([file, source]) =>
      allTexts(source)
        .filter((text) => /\s|^\p{Lu}/u.test(text) && !AS_SPECIFIED.test(text))
        .flatMap((text) =>
          GLOSSARY.filter(([word]) => word.test(text)).map(([, better]) => `${file}: ${text} → ${better}`),
        ),
    )
    expect(others).toEqual([])
  })

  test('choose their form by the rules of the language, not by comparing with one', () => {
    const compared = TREES_WITH_TEXTS.flatMap((tree) => sourcesBelow(tree, /messages\.tsx?$/)).filter(
      ([, source]) => /[!=]== 1 \?/.test(source),
    )
    expect(compared.map(([file]) => file)).toEqual([])
  })

  test('are translated in modules, failures and long pages, and nowhere else', () => {
    const messages = inPseudo("export const texts = { hello: 'Hello' } as const", 'web/ui/messages.ts')
    expect(messages).toContain("export const texts = pseudo__({ hello: 'Hello' } as const)")
    const failures = inPseudo(
      "export const f = defineFailures({ gone: { status: 404, message: 'It is gone.', field: 'id' } })",
      'contract/x/failures.ts',
    )
    expect(failures).toContain("message: pseudo__('It is gone.'), field: 'id'")
    expect(inPseudo('const a = <p>Our\n  terms</p>', 'web/screens/terms/terms.tsx')).toContain(
      '{pseudo__("Our terms")}',
    )
    expect(inPseudo("export const a = 'Hello you'", 'web/ui/button.tsx')).toBeNull()
  })
})

describe('the layout', () => {
  test('follows the direction of the text', () => {
    expect(
      ['ml-2', 'sm:-pr-1.5', 'text-left', 'border-l', 'left-0'].every((name) => PHYSICAL.test(` ${name} `)),
    ).toBe(true)
    expect(
      ['ms-2', 'border-line', 'start-0', 'rounded-large'].some((name) => PHYSICAL.test(` ${name} `)),
    ).toBe(false)
    const physical = sourcesBelow('web', /\.tsx$/).flatMap(([file, source]) =>
      [...source.matchAll(/["'`][^"'`\n]*["'`]/g)]
        .filter(([text]) => PHYSICAL.test(text))
        .map(([text]) => `${file}: ${text}`),
    )
    const sheets = sourcesBelow('web', /\.css$/).filter(([, source]) => PHYSICAL_CSS.test(source))
    expect([...physical, ...sheets.map(([file]) => file)]).toEqual([])
  })
})
