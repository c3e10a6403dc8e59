import { describe, expect, test } from 'vitest'

import {
  type Import,
  listNames,
  readSourceTree,
  readText,
  type SourceFile,
  withoutComments,
} from './testing/source-tree.ts'

/* The rules of ARCHITECTURE.md, executable. A failing rule names the file and what to do about it. */

/** Each may use the ones before it. */
const DOMAINS =
  `accounts staff media creators plans audiences ledger inbox payments subscriptions moderation channels polls posts feeds
  rooms conversations live explore payouts enforcement notifications analytics console`.split(/\s+/)

const files = readSourceTree()

/** Checks every import of `importers` against a rule; the rule returns what is wrong with it, or null. */
function expectImports(
  importers: (file: SourceFile) => boolean,
  problemOf: (target: string | null, file: SourceFile, specifier: string) => string | null,
): void {
  const check =
    (file: SourceFile) =>
    ({ specifier, target }: Import) => {
      const problem = problemOf(target, file, specifier)
      return problem === null ? [] : [`${file.path} imports ${specifier}: ${problem}`]
    }
  expect.soft(files.filter(importers).flatMap((file) => file.imports.flatMap(check(file)))).toEqual([])
}

function isIn(...folders: string[]): (file: SourceFile) => boolean {
  return (file) => folders.some((folder) => file.path.startsWith(`${folder}/`))
}

function isTest({ path }: SourceFile): boolean {
  return path.endsWith('.test.ts') || /(?:^|\/|-)testing(?:\.ts|\/)/.test(path)
}

/** The folder that owns a file: one domain, one feature, one screen, one stand-in, the platform … */
function partOf(path: string): string {
  return (
    /^(?:server\/domains|web\/features|web\/screens|sandbox)\/[^/]+(?=\/)/.exec(path)?.[0] ??
    /^(?:server|web)\/[^/]+(?=\/)/.exec(path)?.[0] ??
    /^[^/]+(?=\/)/.exec(path)?.[0] ??
    ''
  )
}

/** The folder name that follows a prefix in a path, up to the next slash. */
function childOf(folder: string, path: string | null): string | null {
  return path?.startsWith(`${folder}/`) ? (path.slice(folder.length + 1).split('/')[0] ?? null) : null
}

describe('the trees', () => {
  test('are scanned, imports included', () => {
    const main = files.find(({ path }) => path === 'server/main.ts')
    expect(main?.imports.map(({ target }) => target)).toContain('server/app.ts')
    expect(files.some(isIn('web')) && files.some(isIn('contract')) && files.some(isIn('sandbox'))).toBe(true)
  })

  test('nothing but the lab imports the lab', () => {
    expectImports(
      (file) => !isIn('lab')(file),
      (target) =>
        target?.startsWith('lab/') ? 'the product does without it; move what both need to scripts/' : null,
    )
  })

  test('the contract imports zod/mini and itself', () => {
    expectImports(isIn('contract'), (target, file, specifier) => {
      if (target?.startsWith('contract/') || specifier === 'zod/mini') return null
      if (isTest(file) && (specifier === 'vitest' || specifier === 'fast-check')) return null
      return 'browser and server both load the contract; keep it to zod/mini and contract/'
    })
  })

  test('the web imports the contract, itself and packages for browsers', () => {
    expectImports(isIn('web'), (target, file, specifier) => {
      if (target !== null && !/^(?:contract|web)\//.test(target))
        return 'a browser never loads this; go through contract/'
      if (specifier.startsWith('node:') && !isTest(file)) return 'a browser has no Node modules'
      return null
    })
  })

  test('a browser gets the calls of the contract; its routes and their schemas are for the server', () => {
    const rendersOnServer = new Set(['web/entry-server.tsx', 'web/server-head.ts'])
    const valuesOf = /^import (?!type\b)[^;'"`]*?\bfrom\s*'([^']*\broutes\.ts)'/gm
    const offenders = files
      .filter((file) => isIn('web', 'contract')(file) && !isTest(file) && !rendersOnServer.has(file.path))
      .filter(({ path }) => !/^contract\/.*\broutes\.ts$/.test(path))
      .flatMap(({ path, text, imports }) => {
        const loaded = new Set(Array.from(text.matchAll(valuesOf), ([, specifier]) => specifier))
        return imports
          .filter(({ specifier, target }) => target?.startsWith('contract/') && loaded.has(specifier))
          .map(({ target }) => `${path}: import calls.ts, or the type alone, and not ${target}`)
      })
    expect(offenders).toEqual([])
  })

  test('the server does not import the web, and only embedded.ts and tests start stand-ins', () => {
    expectImports(isIn('server'), (target, file) => {
      if (target?.startsWith('web/'))
        return 'the server gets pages through platform/pages, from the built bundle'
      if (target?.startsWith('sandbox/') && file.path !== 'server/embedded.ts' && !isTest(file))
        return 'real and stand-in services are reached alike, by their address; only server/embedded.ts starts stand-ins'
      return null
    })
  })

  test('stand-ins know us over the wire alone', () => {
    expectImports(isIn('sandbox'), (target) =>
      target === null || target.startsWith('sandbox/') ? null : 'a stand-in shares no code with the product',
    )
  })
})

describe('domains', () => {
  test('are exactly those in the order', () => {
    const unknown = files.map(({ path }) => childOf('server/domains', path)).filter((name) => name !== null)
    expect([...new Set(unknown)].filter((name) => !DOMAINS.includes(name))).toEqual([])
  })

  test('are listed by app.ts in that order, each by its domain.ts, which nothing else imports', () => {
    const folders = new Set(files.map(({ path }) => childOf('server/domains', path)))
    const app = files.find(({ path }) => path === 'server/app.ts')
    const listed = /const domains: readonly Domain\[\] = \[([^\]]*)\]/.exec(app?.text ?? '')?.[1] ?? ''
    expect(listed.match(/\w+/g)).toEqual(DOMAINS.filter((name) => folders.has(name)))
    expectImports(
      ({ path }) => path !== 'server/app.ts',
      (target) =>
        target?.endsWith('/domain.ts') && target.includes('/domains/') ? 'only app.ts does' : null,
    )
  })

  test('use earlier domains only, through service.ts or events.ts', () => {
    expectImports(isIn('server/domains'), (target, file) => {
      const own = childOf('server/domains', file.path) ?? ''
      const other = childOf('server/domains', target)
      if (target === null || other === null || other === own) return null
      // Tests go through HTTP; a later domain's builders may set the scene for them.
      if (file.path.endsWith('.test.ts') && target === `server/domains/${other}/testing.ts`) return null
      if (DOMAINS.indexOf(other) > DOMAINS.indexOf(own))
        return `${other} comes after ${own}; let ${own} raise an event that ${other} reacts to`
      const doors = isTest(file) ? ['service.ts', 'events.ts', 'testing.ts'] : ['service.ts', 'events.ts']
      return doors.some((door) => target === `server/domains/${other}/${door}`)
        ? null
        : `reach ${other} through its ${doors.join(' or ')}`
    })
  })

  test('depend on the contract and the platform alone', () => {
    expectImports(isIn('server/domains'), (target, file) => {
      if (target === null || /^(?:contract|server\/domains|server\/platform)\//.test(target)) return null
      if (isTest(file) && /^(?:server\/testing|sandbox)\//.test(target)) return null
      return 'a domain imports contract/, server/platform/ and earlier domains'
    })
  })

  test('keep SQL in queries.ts, *-queries.ts and access.ts', () => {
    const offenders = files
      .filter((file) => isIn('server')(file) && !isIn('server/platform')(file) && !isTest(file))
      .filter(({ path }) => path.endsWith('.ts') && !/\/(?:(?:[\w-]+-)?queries|access)\.ts$/.test(path))
      .filter(({ text }) => /\bsql(?:<[^`]*>)?`|\b(?:pool|client)\.query\(/.test(withoutComments(text)))
    expect(offenders.map(({ path }) => `${path}: move its SQL to the queries.ts beside it`)).toEqual([])
  })

  test('send no mail themselves: the outbox does, outside of any transaction', () => {
    const offenders = files
      .filter(
        (file) => isIn('server')(file) && !isTest(file) && file.path !== 'server/platform/mail/outbox.ts',
      )
      .filter(({ text }) => /\bmailer\.send\(/.test(text))
    expect(offenders.map(({ path }) => `${path}: call enqueueLetter`)).toEqual([])
  })

  test('open transactions through transactionsOf, which knows what runs inside', () => {
    const offenders = files
      .filter(
        (file) => isIn('server')(file) && !isTest(file) && file.path !== 'server/platform/db/transaction.ts',
      )
      .filter(({ path }) => !path.startsWith('server/testing/') && !path.endsWith('testing.ts'))
      .filter(({ text }) => /\.transaction\(\)/.test(text))
    expect(offenders.map(({ path }) => `${path}: call transactionsOf`)).toEqual([])
  })
})

describe('money', () => {
  test('is converted in contract/money.ts alone', () => {
    const converts =
      /(?:[cC]ents|[dD]ollars|[pP]rice|[aA]mount|[fF]ee|[bB]alance|[bB]udget|BasisPoints|percentCharge|available|pending)\)* [*/%] 100\b/
    const offenders = files
      .filter((file) => !isTest(file) && file.path !== 'contract/money.ts')
      .filter((file) => isIn('web')(file) || isIn('server')(file) || isIn('contract')(file))
      .filter(({ text }) => converts.test(withoutComments(text)))
    expect(offenders.map(({ path }) => `${path}: use a function of contract/money.ts`)).toEqual([])
  })
})

describe('the platform', () => {
  test('knows no domain', () => {
    expectImports(isIn('server/platform'), (target, file) => {
      if (target === null || target.startsWith('server/platform/')) return null
      // Contract files outside a domain's folder: the shape of a route, money.
      if (/^contract\/(?:http\/)?[\w-]+\.ts$/.test(target)) return null
      // The routes' common behaviour is tested with existing routes.
      if (isTest(file) && /^(?:contract|server\/testing)\/|\/testing\.ts$/.test(target)) return null
      return 'the platform serves any domain; pass in what it needs'
    })
  })
})

describe('the web', () => {
  const screens = isIn('web/screens')

  test('screens do not import screens', () => {
    expectImports(screens, (target, file) =>
      target?.startsWith('web/screens/') && partOf(target) !== partOf(file.path)
        ? 'move what both need to web/features'
        : null,
    )
  })

  test('is layered: screens → features → ui, api → routing', () => {
    expectImports(isIn('web/features', 'web/ui', 'web/api'), (target) =>
      target?.startsWith('web/screens/') ? 'move what both need to web/features' : null,
    )
    expectImports(isIn('web/ui', 'web/api'), (target) =>
      target?.startsWith('web/features/') ? 'ui and api know no feature; pass in what they need' : null,
    )
    expectImports(isIn('web/ui'), (target) =>
      target === null || /^web\/(ui|routing)\//.test(target)
        ? null
        : 'the design system knows neither domain nor server',
    )
    expectImports(isIn('web/routing'), (target) =>
      target === null || target.startsWith('web/routing/') ? null : 'the router knows no page',
    )
    expectImports(isIn('web/api'), (target) =>
      target?.startsWith('web/ui/') ? 'calls have no looks; let the caller show what came back' : null,
    )
  })
})

describe('files', () => {
  const code = files.filter(({ path }) => !path.endsWith('.sql'))

  test('are named for their content', () => {
    const forbidden = /^(?:utils?|helpers?|common|misc|lib|shared|types)$/
    const offenders = listNames().filter((name) =>
      forbidden.test((name.split('/').at(-1) ?? '').replace(/\..*/, '')),
    )
    expect(offenders).toEqual([])
  })

  test('are written in kebab-case', () => {
    const kebab = /^\.?[a-z0-9]+(?:-[a-z0-9]+)*(?:\.[a-z0-9]+(?:-[a-z0-9]+)*)*$/
    const offenders = listNames().filter((name) => !kebab.test(name.split('/').at(-1) ?? ''))
    expect(offenders.filter((name) => !/\/(?:README\.md|OFL\.txt)$/.test(name))).toEqual([])
  })

  test('are imported by their name, never through an index', () => {
    expect(files.map(({ path }) => path).filter((path) => /\/index\.[jt]sx?$/.test(path))).toEqual([])
  })

  test('stay at 450 lines or fewer', () => {
    const long = code.map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    expect(
      long.filter(({ lines }) => lines > 450).map(({ path, lines }) => `${path}: ${lines} lines`),
    ).toEqual([])
  })

  test('export by name; only modules that a tool loads have a default export', () => {
    const byTool = /(?:^[\w.-]+\.config|\/global-setup)\.ts$/
    const offenders = code.filter(({ path, text }) => !byTool.test(path) && /^export default\b/m.test(text))
    expect(offenders.map(({ path }) => path)).toEqual([])
  })

  test('import by path within their part, by package import across parts', () => {
    expectImports(
      () => true,
      (target, file, specifier) => {
        if (target === null) return null
        const isSamePart = partOf(target) === partOf(file.path)
        if (specifier.startsWith('../') && !isSamePart) return `write #${target}`
        if (specifier.startsWith('#') && isSamePart && partOf(target).includes('/'))
          return 'write a relative path'
        return null
      },
    )
  })

  test('answer most of "Where is…?" by their names', () => {
    const [, below = ''] = readText('ARCHITECTURE.md').split('\n## Where is…?\n')
    const [table = ''] = below.split('\n## ')
    const rows = table.match(/^\| .+$/gm)?.slice(1) ?? []
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.length).toBeLessThanOrEqual(25)
  })

  test('name an issue for anything left to do', () => {
    const bare = /\b(?:TODO|FIXME|XXX|HACK)\b(?!\(#\d+\))/
    const others = files.filter(({ path }) => path !== 'server/architecture.test.ts')
    expect(others.filter(({ text }) => bare.test(text)).map(({ path }) => path)).toEqual([])
  })

  test('have types for everything', () => {
    const untyped = /(?:[:<|&,(=]|=>|\bas)\s*any\b\s*(?=[;,)>\]=|&[{]|$)/m
    const typed = code.filter(({ path }) => /\.tsx?$/.test(path))
    expect(typed.filter(({ text }) => untyped.test(withoutComments(text))).map(({ path }) => path)).toEqual(
      [],
    )
  })
})
