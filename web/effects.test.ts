import fs from 'node:fs'
import path from 'node:path'
import { parseAst, Visitor } from 'vite'
import { expect, test } from 'vitest'

/*
 * An effect without dependencies runs after every render, whatever rendered: messages were sent again that way. The linter
 * compares dependencies where there are some, and has no rule for none.
 */

const EFFECTS: ReadonlySet<string> = new Set(['useEffect', 'useLayoutEffect', 'useInsertionEffect'])

/** How many effects of a module name no dependencies. */
function bareEffectsIn(source: string): number {
  let found = 0
  const visitor = new Visitor({
    CallExpression({ callee, arguments: given }) {
      const name = callee.type === 'MemberExpression' ? callee.property : callee
      if (name.type === 'Identifier' && EFFECTS.has(name.name) && given.length < 2) found += 1
    },
  })
  visitor.visit(parseAst(source, { lang: 'tsx' }))
  return found
}

test('an effect without dependencies is found', () => {
  expect(bareEffectsIn('useEffect(() => tell()); React.useLayoutEffect(() => tell())')).toBe(2)
  expect(bareEffectsIn('useEffect(() => tell(), [])')).toBe(0)
})

test('every effect says when it runs again', () => {
  const files = fs.globSync('**/*.{ts,tsx}', { cwd: import.meta.dirname })
  const bare = files.filter((file) => {
    const source = fs.readFileSync(path.join(import.meta.dirname, file), 'utf8')
    return source.includes('Effect(') && bareEffectsIn(source) > 0
  })
  expect(files.length).toBeGreaterThan(100)
  expect(bare).toEqual([])
})
