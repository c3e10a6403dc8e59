/* What a migration says, statement by statement, with comments and texts out of the way. */

export interface Migration {
  /** The file's name without its ending. */
  name: string
  text: string
}

export interface Statement {
  /** In lower case, on one line; texts are `''` and bodies `$$`. */
  words: string
  /** What stood between dollar quotes, read in the same way. */
  bodies: readonly string[]
  /** Of `alter table`: the table, and what is done to it, one by one; else empty. */
  table: string
  actions: readonly string[]
}

/** Comments, texts, quoted names, dollar-quoted bodies, and all other characters one by one. */
const TOKEN = /--[^\n]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$|[^]/g

export function statementsOf(text: string): Statement[] {
  const statements: Statement[] = []
  let words = ''
  let bodies: string[] = []
  let bodyEndsAt = 0
  const end = () => {
    const said = onOneLine(words)
    if (said !== '') statements.push({ words: said, bodies, ...tableChangesOf(said) })
    words = ''
    bodies = []
  }
  for (const { 0: token, 1: tag, index } of text.matchAll(TOKEN)) {
    if (index < bodyEndsAt) continue
    if (tag !== undefined) {
      const from = index + token.length
      const to = text.indexOf(token, from)
      bodies.push(onOneLine(withoutTexts(text.slice(from, to < 0 ? text.length : to))))
      bodyEndsAt = to < 0 ? text.length : to + token.length
      words += '$$'
    } else if (token.startsWith('--') || token.startsWith('/*')) words += ' '
    else if (token.startsWith("'")) words += "''"
    else if (token === ';') end()
    else words += token.replaceAll('"', '')
  }
  end()
  return statements
}

function withoutTexts(text: string): string {
  return text.replaceAll(TOKEN, (token) =>
    token.startsWith('--') || token.startsWith('/*') ? ' ' : token.startsWith("'") ? "''" : token,
  )
}

function onOneLine(text: string): string {
  return text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
}

const ALTER_TABLE = /^alter table (?:if exists )?(?:only )?([\w.]+) (.*)$/

function tableChangesOf(words: string): Pick<Statement, 'table' | 'actions'> {
  const [, table = '', changes = ''] = ALTER_TABLE.exec(words) ?? []
  return { table, actions: table === '' ? [] : atCommas(changes) }
}

/** Parts between commas that aren't within brackets. */
function atCommas(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of text) {
    if (character === '(' || character === '[') depth += 1
    else if (character === ')' || character === ']') depth -= 1
    if (character === ',' && depth === 0) parts.push('')
    else parts.push(`${parts.pop() ?? ''}${character}`)
  }
  return parts.map((part) => part.trim())
}

/** It runs outside a transaction (`platform/db/migrate.ts`). */
export function isOutsideTransaction({ text }: Migration): boolean {
  return text.startsWith('-- Outside a transaction')
}
