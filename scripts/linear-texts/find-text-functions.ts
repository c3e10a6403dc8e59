import fs from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'

const ROOT = path.join(import.meta.dirname, '../..')
const CODE = '{contract,server}/**/*.ts'
const MEETS_NO_STRANGER = /\.test\.ts$|testing|fixture|hostile-content|^server\/(?:migrations|platform\/db\/)/

interface Type {
  type: string
  types?: Type[]
}

/** Exported functions of the contract and the server whose first parameter is a text, as `file#name`. */
export function findTextFunctions(): string[] {
  return fs
    .globSync(CODE, { cwd: ROOT })
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => !MEETS_NO_STRANGER.test(file))
    .flatMap((file) => {
      const { body } = parseAst(fs.readFileSync(path.join(ROOT, file), 'utf8'), { lang: 'ts' })
      return body.flatMap((statement) => {
        const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : null
        if (declared?.type !== 'FunctionDeclaration' || !declared.id) return []
        const [first] = declared.params
        const type =
          first && 'typeAnnotation' in first
            ? (first.typeAnnotation?.typeAnnotation as Type | undefined)
            : undefined
        return isText(type) ? [`${file}#${declared.id.name}`] : []
      })
    })
    .toSorted()
}

function isText(type: Type | undefined): boolean {
  return type?.type === 'TSStringKeyword' || (type?.types ?? []).some(isText)
}
