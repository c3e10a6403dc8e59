import fs from 'node:fs'
import path from 'node:path'
import { parseAst, Visitor } from 'vite'

const ROOT = path.join(import.meta.dirname, '../..')
/** Code that handles input. The build's own plug-ins and the tests only handle our own files. */
const CODE = '{contract,server,web}/**/*.{ts,tsx}'
const MEETS_NO_INPUT = /^web\/build\/|-plugin\.ts$|\.test\.tsx?$|\.d\.ts$|testing|fixture|hostile-content/

export interface Pattern {
  /** Path from the root, and its line. */
  place: string
  source: string
  flags: string
}

export interface Patterns {
  literals: Pattern[]
  /** Places of patterns that are built while the program runs. */
  made: string[]
}

/** Every regular expression of the server, the contract and the pages. */
export function findAllPatterns(): Patterns {
  const files = fs
    .globSync(CODE, { cwd: ROOT })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !MEETS_NO_INPUT.test(file))
  const found = files.map((file) => findPatterns(file, fs.readFileSync(path.join(ROOT, file), 'utf8')))
  return {
    literals: found.flatMap(({ literals }) => literals),
    made: found.flatMap(({ made }) => made),
  }
}

export function findPatterns(file: string, text: string): Patterns {
  const literals: Pattern[] = []
  const made: string[] = []
  const placeOf = (offset: number) => `${file}:${text.slice(0, offset).split('\n').length}`
  const look = ({ callee, start }: { callee: { type: string; name?: unknown }; start: number }) => {
    if (callee.type === 'Identifier' && callee.name === 'RegExp') made.push(placeOf(start))
  }
  new Visitor({
    Literal(node) {
      if (!('regex' in node) || !node.regex) return
      literals.push({ place: placeOf(node.start), source: node.regex.pattern, flags: node.regex.flags })
    },
    NewExpression: look,
    CallExpression: look,
  }).visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }))
  return { literals, made }
}
