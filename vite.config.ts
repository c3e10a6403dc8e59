import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, Visitor } from 'vite'

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
      return { code: applyEdits(code, edits), map: null }
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
      },
}))
