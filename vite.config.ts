import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

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

export default defineConfig(({ command, isSsrBuild }) => ({
  root: `${import.meta.dirname}/web`,
  plugins: [react(), tailwindcss(), sonnerWithoutStyleElement(), editorWithoutStyleElements()],
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
