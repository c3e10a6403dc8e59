import { parseAst, type Plugin, Visitor } from 'vite'

import type { Language } from '#contract/languages.ts'
import { conventionsOf } from '#contract/locale.ts'
import { isTextModule, isTextPage } from './text-modules.ts'

const PSEUDO_IMPORT = `import { pseudo as pseudo__ } from '#contract/pseudo.ts'\n`

/**
 * Builds the web app in one language. The texts of a language are in modules beside the English ones, of the same
 * shape (`messages.hi.ts` beside `messages.ts`), and are imported in their place: a build carries one language. The
 * pseudo-language has no modules; its texts are made from the English ones when they are loaded.
 */
export function inLanguage(language: Language, root: string): Plugin {
  return {
    name: 'in-language',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (HAS_NO_MODULES.has(language) || !/\.tsx?$/.test(source)) return null
      const english = await this.resolve(source, importer, { skipSelf: true })
      if (!english?.id.startsWith(root)) return null
      const translated = english.id.replace(/(?=\.tsx?$)/, `.${language}`)
      return this.resolve(translated, importer, { skipSelf: true })
    },
    transform(code, id) {
      if (!id.startsWith(root) || !/\.tsx?$/.test(id)) return null
      const file = id.slice(root.length)
      if (file === 'contract/language.ts') return code.replace(`= 'en'`, `= '${language}'`)
      // Decided before bundling, so that what only other languages need isn't in this build.
      if (code.includes(IS_ENGLISH)) return code.replaceAll(IS_ENGLISH, String(language === 'en'))
      return language === 'pseudo' ? inPseudo(code, file) : null
    },
    transformIndexHtml(html) {
      if (language === 'en') return html
      const { tag, direction } = conventionsOf(language)
      return html.replace('<html lang="en">', `<html lang="${tag}" dir="${direction}">`)
    },
  }
}

interface Edit {
  start: number
  end: number
  text: string
}

/** English is the original, and the pseudo-language is made from it. */
const HAS_NO_MODULES: ReadonlySet<Language> = new Set(['en', 'pseudo'])

const IS_ENGLISH = `LANGUAGE === 'en'`

const SENTENCE = /^\p{Lu}\S* /u

/** A module with its texts made pseudo; null: it has none. */
export function inPseudo(code: string, file: string): string | null {
  const edits: Edit[] = []
  const around = ({ start, end }: { start: number; end: number }) =>
    edits.push({ start, end: start, text: 'pseudo__(' }, { start: end, end, text: ')' })
  const isPage = isTextPage(file)
  const attributes = new Set<number>()
  const titles = new Set<number>()
  const visitor = new Visitor({
    ExportNamedDeclaration({ declaration }) {
      if (!isTextModule(file) || declaration?.type !== 'VariableDeclaration') return
      for (const { init } of declaration.declarations) if (init) around(init)
    },
    CallExpression({ callee, arguments: [failures] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'defineFailures') return
      if (failures?.type !== 'ObjectExpression') return
      for (const failure of failures.properties)
        if (failure.type === 'Property' && failure.value.type === 'ObjectExpression')
          for (const part of failure.value.properties)
            if (part.type === 'Property' && part.key.type === 'Identifier' && part.key.name === 'message')
              around(part.value)
    },
    JSXText({ value, start, end }) {
      const text = jsxWords(value)
      if (isPage && text.trim() !== '')
        edits.push({ start, end, text: `{pseudo__(${JSON.stringify(text)})}` })
    },
    JSXAttribute({ name, value }) {
      if (!isPage || value?.type !== 'Literal') return
      attributes.add(value.start)
      if (name.name === 'title' || name.name === 'aria-label')
        edits.push({ start: value.start, end: value.end, text: `{pseudo__(${JSON.stringify(value.value)})}` })
    },
    Property({ key, value }) {
      if (isPage && key.type === 'Identifier' && key.name === 'title') titles.add(value.start)
    },
    Literal(literal) {
      if (!isPage || typeof literal.value !== 'string' || attributes.has(literal.start)) return
      if (titles.has(literal.start) || SENTENCE.test(literal.value)) around(literal)
    },
    TemplateLiteral(template) {
      if (isPage && SENTENCE.test(template.quasis.map(({ value }) => value.cooked).join(''))) around(template)
    },
  })
  visitor.visit(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  return edits.length === 0 ? null : PSEUDO_IMPORT + applyEdits(code, edits)
}

/** JSX text as React gets it: lines are trimmed, except at the ends of the text, and joined by a space. */
function jsxWords(text: string): string {
  const lines = text.split('\n')
  return lines
    .map((line, index) => {
      const begun = index === 0 ? line : line.trimStart()
      return index === lines.length - 1 ? begun : begun.trimEnd()
    })
    .filter((line) => line !== '')
    .join(' ')
}

function applyEdits(code: string, edits: readonly Edit[]): string {
  let result = ''
  let position = 0
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    result += code.slice(position, start) + text
    position = end
  }
  return result + code.slice(position)
}
