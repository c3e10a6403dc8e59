import { type Plugin, Visitor } from 'vite'

/** The parts of a route that only the server reads: schemas, possible failures, and the API document's sentence. */
const LEFT_OUT: ReadonlySet<string> = new Set(['input', 'output', 'failures', 'summary', 'stepUp'])

/**
 * The browser calls a route by its method and path and leaves checking to the server, so its copy of the contract's
 * routes carries no schemas; forms import the contract's rules themselves. That keeps zod out of pages without a form.
 */
export function routesWithoutSchemas(trees: { contract: string; web: string }): Plugin {
  return {
    name: 'routes-without-schemas',
    transform(code, id, options) {
      if (options?.ssr) return null
      if (id.startsWith(trees.web))
        for (const read of schemasRead(code))
          this.error(
            `The browser has no ${read}: put the rule into the contract's rules.ts, for both to import`,
          )
      if (!id.startsWith(trees.contract)) return null
      const edits: Edit[] = []
      let functionDepth = 0
      const enter = () => void (functionDepth += 1)
      const leave = () => void (functionDepth -= 1)
      const visitor = new Visitor({
        FunctionDeclaration: enter,
        'FunctionDeclaration:exit': leave,
        FunctionExpression: enter,
        'FunctionExpression:exit': leave,
        ArrowFunctionExpression: enter,
        'ArrowFunctionExpression:exit': leave,
        CallExpression({ start, callee, arguments: [definition] }) {
          // While a contract module loads, calls only create values, and those nobody imports can be left out. Inside a
          // function a call may be there for its effect: `context.issues.push(…)`.
          if (functionDepth > 0) return
          edits.push({ start, end: start, text: '/* @__PURE__ */ ' })
          if (callee.type !== 'Identifier' || callee.name !== 'route') return
          if (definition?.type !== 'ObjectExpression') return
          for (const [at, property] of definition.properties.entries())
            if (property.type === 'Property' && property.key.type === 'Identifier')
              if (LEFT_OUT.has(property.key.name)) {
                // With the comma behind it.
                const end = definition.properties[at + 1]?.start ?? definition.end - 1
                edits.push({ start: property.start, end, text: '' })
              }
        },
      })
      visitor.visit(this.parse(code))
      return { code: applyEdits(code, edits), map: null, moduleSideEffects: false }
    },
  }
}

/** Route schemas that a web module reads: "updateUser.input". */
function schemasRead(code: string): string[] {
  const imports = code.matchAll(/import\s*\{([^}]*)\}\s*from\s*['"]#?[\w./-]*routes\.ts['"]/g)
  const names = new Set([...imports].flatMap(([, list = '']) => list.match(/\w+/g) ?? []))
  return [...code.matchAll(/\b(\w+)\.(?:input|output|failures)\b/g)].flatMap(([read, name]) =>
    names.has(name ?? '') ? [read] : [],
  )
}

interface Edit {
  start: number
  end: number
  text: string
}

function applyEdits(code: string, edits: readonly Edit[]): string {
  let result = ''
  let position = 0
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    // Already inside a replaced part.
    if (start < position) continue
    result += code.slice(position, start) + text
    position = end
  }
  return result + code.slice(position)
}
