import type { SourceFile } from './source-tree.ts'

/**
 * The import cycles among files, each as the list of files that reach each other. Imports of types count as well: they
 * vanish when the code runs, but not for a person who reads it.
 */
export function findImportCycles(files: readonly SourceFile[]): string[][] {
  const targetsOf = new Map(
    files.map(({ path, imports }) => [path, imports.flatMap(({ target }) => target ?? [])]),
  )
  const reached = new Map<string, number>()
  const earliest = new Map<string, number>()
  const open: string[] = []
  const cycles: string[][] = []

  // Tarjan's algorithm: a file whose imports lead to no earlier one that is still open closes its group.
  function visit(path: string): number {
    const order = reached.size
    reached.set(path, order)
    earliest.set(path, order)
    open.push(path)
    for (const target of targetsOf.get(path) ?? []) {
      if (!targetsOf.has(target)) continue
      const seen = reached.has(target) ? (open.includes(target) ? reached.get(target) : null) : visit(target)
      earliest.set(path, Math.min(earliest.get(path) ?? order, seen ?? order))
    }
    const first = earliest.get(path) ?? order
    if (first === order) {
      const group = open.splice(open.indexOf(path))
      if (group.length > 1) cycles.push(group.sort())
    }
    return first
  }

  for (const path of targetsOf.keys()) if (!reached.has(path)) visit(path)
  return cycles
}
