import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown, Visitor } from 'vite'

import { editorWithoutStyleElements } from './web/features/post-editor/editor-styles-plugin.ts'

/**
 * sonner writes a <style> element as soon as it is imported, which `style-src 'self'` refuses with a console error.
 * web/ui/toaster.tsx imports its stylesheet from the bundle instead; here the writing is taken out.
 */
function sonnerWithoutStyleElement(): Plugin {
  return {
    name: 'sonner-without-style-element',
    transform(code, id) {
      if (!id.includes('/node_modules/sonner/dist/index.mjs')) return null
      const withoutInsertion = code.replace(/^__insertCSS\(.*\)\s*;?$/m, '')
      if (withoutInsertion === code)
        this.error('sonner no longer calls __insertCSS: look at this plugin again')
      return { code: withoutInsertion, map: null }
    },
  }
}

const SCHEMA_PROPERTIES: ReadonlySet<string> = new Set(['input', 'output', 'summary'])

/**
 * The browser calls a route by its method and path and leaves checking to the server, so its copy of the contract's
 * routes carries no schemas; forms import the contract's rules themselves. That keeps zod out of pages without a form.
 */
function routesWithoutSchemas(): Plugin {
  const contract = `${import.meta.dirname}/contract/`
  return {
    name: 'routes-without-schemas',
    transform(code, id, options) {
      if (options?.ssr || !id.startsWith(contract)) return null
      const edits: { start: number; end: number; text: string }[] = []
      const visitor = new Visitor({
        CallExpression({ start, callee, arguments: [definition] }) {
          // Whatever the contract calls only makes a value: what nobody imports can be left out.
          edits.push({ start, end: start, text: '/* @__PURE__ */ ' })
          if (callee.type !== 'Identifier' || callee.name !== 'route') return
          if (definition?.type !== 'ObjectExpression') return
          for (const property of definition.properties)
            if (property.type === 'Property' && property.key.type === 'Identifier')
              if (SCHEMA_PROPERTIES.has(property.key.name))
                edits.push({ start: property.value.start, end: property.value.end, text: 'null' })
        },
      })
      visitor.visit(this.parse(code))
      return { code: applyEdits(code, edits), map: null, moduleSideEffects: false }
    },
  }
}

function applyEdits(code: string, edits: readonly { start: number; end: number; text: string }[]): string {
  let result = ''
  let position = 0
  for (const { start, end, text } of edits.toSorted((a, b) => a.start - b.start)) {
    // Inside of what was replaced already.
    if (start < position) continue
    result += code.slice(position, start) + text
    position = end
  }
  return result + code.slice(position)
}

/**
 * Which modules share a file. Many small files cost more than they spare: each compresses by itself. Public pages have
 * a budget of 120 KB of script; `core` is in all of them, a form adds `zod`, `fields` and `entry`, a creator's page
 * `content`. A module belongs to the first group that fits; the rest, Vite divides by page.
 */
const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'core', tags: ['$initial'] },
  { name: 'core', test: /@tanstack|web\/api\/|web\/ui\/(avatar|badge|banner|icon-button)\b/ },
  { name: 'core', test: /lucide-react\/dist\/esm\/(?!icons|lucide)/ },
  { name: 'zod', test: /node_modules\/zod\/|contract\/fields/ },
  { name: 'fields', test: /web\/ui\/(field|text-field|focus-first)/ },
  {
    name: 'entry',
    test: /contract\/accounts\/rules|web\/features\/(form|sign-in)\/|web\/ui\/(password-field|divider)/,
  },
  {
    name: 'content',
    test: /contract\/(money|\w+\/(routes|messages|failures|pricing)\.)|web\/features\/(post-card|plan-cards|plan-badge|relative-time)\/|web\/ui\/(card|skeleton|empty-state|error-state|page-header)\b/,
    // What a single page uses stays with that page.
    minShareCount: 2,
  },
]

export default defineConfig(({ command, isSsrBuild }) => ({
  root: `${import.meta.dirname}/web`,
  plugins: [
    react(),
    tailwindcss(),
    sonnerWithoutStyleElement(),
    editorWithoutStyleElements(),
    routesWithoutSchemas(),
  ],
  // Left out of pre-bundling so that the plugins above see them in development too.
  optimizeDeps: {
    exclude: [
      'sonner',
      '@editorjs/editorjs',
      '@editorjs/header',
      '@editorjs/link',
      '@editorjs/list',
      '@editorjs/paragraph',
    ],
  },
  // Plain Node runs the server bundle in production, where React and its companions are not installed.
  ssr: command === 'build' ? { noExternal: true, target: 'node' } : {},
  // React asks for this at run time otherwise, and is slower with its development checks.
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  build: isSsrBuild
    ? { outDir: '../dist/web-server', emptyOutDir: true, copyPublicDir: false, target: 'node20' }
    : {
        outDir: '../dist/web',
        emptyOutDir: true,
        manifest: true,
        // Inlined files would be data: URLs, which the content security policy does not allow for fonts.
        assetsInlineLimit: 0,
        rolldownOptions: {
          output: { codeSplitting: { includeDependenciesRecursively: false, groups: chunkGroups } },
        },
      },
}))
