import fs from 'node:fs'
import path from 'node:path'

const ROOT = path.join(import.meta.dirname, '../..')

export interface SourceFile {
  /** From the root, with forward slashes. */
  path: string
  text: string
  imports: readonly Import[]
}

export interface Import {
  /** As written. */
  specifier: string
  /** The imported file of ours, from the root; null for packages. */
  target: string | null
}

const CODE = '{contract,server,web,sandbox,scripts,lab,tests}/**/*.{ts,tsx,js,css,sql,py}'
const FROM = /^\s*(?:import|export)\b[^;'"`]*?\bfrom\s*'([^']+)'/gm
const BARE = /^\s*import\s*'([^']+)'/gm
const DYNAMIC = /\bimport\(\s*'([^']+)'\s*\)/g

/** Every code file and stylesheet in the project, with its imports. */
export function readSourceTree(): SourceFile[] {
  return fs
    .globSync([CODE, '*.config.ts'], { cwd: ROOT })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !file.includes('node_modules/'))
    .sort()
    .map((file) => {
      const text = fs.readFileSync(path.join(ROOT, file), 'utf8')
      return { path: file, text, imports: importsOf(file, text) }
    })
}

/** A file of the project that isn't code. */
export function readText(file: string): string {
  return fs.readFileSync(path.join(ROOT, file), 'utf8')
}

/** Every file and folder name in the code trees. */
export function listNames(): string[] {
  return fs
    .globSync('{contract,server,web,sandbox,scripts,lab,tests}/**', { cwd: ROOT })
    .map((name) => name.replaceAll(path.sep, '/'))
    .filter((name) => !name.includes('node_modules/'))
    .sort()
}

/** The text without its comments, so that words about code aren't taken for code. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[\s;{}(),])\/\/.*$/gm, '$1')
}

function importsOf(file: string, text: string): Import[] {
  if (!/\.tsx?$/.test(file)) return []
  const code = withoutComments(text)
  return [FROM, BARE, DYNAMIC]
    .flatMap((pattern) => [...code.matchAll(pattern)].map((match) => match[1] ?? ''))
    .map((specifier) => ({ specifier, target: targetOf(file, specifier) }))
}

function targetOf(file: string, specifier: string): string | null {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier)
  return null
}
