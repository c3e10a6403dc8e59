import { describe, expect, test } from 'vitest'

import { findImportCycles } from './testing/import-cycles.ts'
import { readSourceTree } from './testing/source-tree.ts'

/* Which way imports lead, imports of types included. The server's domains have an order too: architecture.test.ts. */

/** Each folder may use the ones before it. */
const ORDERS = {
  contract:
    `http site media accounts staff creators plans audiences inbox payments subscriptions/engine subscriptions moderation
    channels polls posts feeds rooms conversations live payouts enforcement notifications analytics takeout console`.split(
      /\s+/,
    ),
  'sandbox/razorpay': 'core wire http webhooks billing api checkout control'.split(' '),
}

/** Files of the contract that belong to no folder: any folder may use them; the list of all routes uses every folder. */
const ABOVE_ALL = new Set(['contract/routes.ts'])

const files = readSourceTree()

/** The longest of the folders that holds the file; null if none does. */
function folderOf(root: string, folders: readonly string[], path: string): string | null {
  const holding = folders.filter((folder) => path.startsWith(`${root}/${folder}/`))
  return holding.sort((a, b) => b.length - a.length)[0] ?? null
}

describe.each(Object.entries(ORDERS))('%s', (root, folders) => {
  const own = files.filter(({ path }) => path.startsWith(`${root}/`) && !path.endsWith('.test.ts'))

  test('has exactly the folders of its order', () => {
    const found = own
      .map(({ path }) => path.slice(root.length + 1).split('/'))
      .filter(({ length }) => length > 1)
    const expected = folders.map((folder) => folder.split('/')[0])
    const all = new Set(found.map(([folder]) => folder))
    expect([...all].filter((folder) => !expected.includes(folder))).toEqual([])
    expect(expected.filter((folder) => !all.has(folder))).toEqual([])
  })

  test('imports from earlier folders only', () => {
    const offenders = own.flatMap(({ path, imports }) => {
      const folder = folderOf(root, folders, path)
      if (folder === null) return []
      return imports
        .filter(({ target }) => {
          const other = target === null ? null : folderOf(root, folders, target)
          return other !== null && folders.indexOf(other) > folders.indexOf(folder)
        })
        .map(({ target }) => `${path} imports ${target}, which comes after ${folder}`)
    })
    expect(offenders).toEqual([])
  })
})

test('what every folder of the contract may use uses none of them', () => {
  const offenders = files
    .filter(({ path }) => /^contract\/[\w-]+\.ts$/.test(path) && !path.endsWith('.test.ts'))
    .filter(({ path }) => !ABOVE_ALL.has(path))
    .flatMap(({ path, imports }) =>
      imports
        .filter(({ target }) => target !== null && /^contract\/(?!http\/)[\w-]+\//.test(target))
        .map(({ target }) => `${path} imports ${target}`),
    )
  expect(offenders).toEqual([])
})

describe('import cycles', () => {
  test.each(['contract', 'server', 'web', 'sandbox', 'scripts', 'lab', 'tests'])('%s has none', (tree) => {
    expect(findImportCycles(files.filter(({ path }) => path.startsWith(`${tree}/`)))).toEqual([])
  })

  test('are found, through types and over several files', () => {
    const file = (path: string, ...targets: string[]) => ({
      path,
      text: '',
      imports: targets.map((target) => ({ specifier: target, target })),
    })
    const circle = [file('a', 'b'), file('b', 'c', 'd'), file('c', 'a'), file('d'), file('e', 'a')]
    expect(findImportCycles(circle)).toEqual([['a', 'b', 'c']])
    expect(findImportCycles(circle.slice(1))).toEqual([])
  })
})

describe("strangers' files", () => {
  test('are decoded by processes of a pool, never by the server', () => {
    const byPath = new Map(files.map((file) => [file.path, file]))
    const loaded = new Set<string>()
    const load = (path: string): void => {
      const file = byPath.get(path)
      // Stand-ins for other services show pictures of their own.
      if (!file || loaded.has(path) || path.startsWith('sandbox/')) return
      loaded.add(path)
      // A task is named by the type of its function; that loads nothing.
      const types = file.text.matchAll(/^import type\b[^;'"`]*?\bfrom\s*'([^']+)'/gm)
      const named = new Set(Array.from(types, ([, specifier]) => specifier))
      for (const { specifier, target } of file.imports)
        if (target !== null && !named.has(specifier)) load(target)
    }
    load('server/main.ts')
    const decoders = [...loaded].filter((path) =>
      byPath.get(path)?.imports.some(({ specifier }) => /^(?:sharp|mediabunny)$/.test(specifier)),
    )
    expect(decoders, 'name the module by a task instead (platform/process-pool/task.ts)').toEqual([])
  })
})
