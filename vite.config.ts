import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { isLanguage } from './contract/languages.ts'
import { inLanguage } from './web/build/in-language.ts'

export default defineConfig(({ command, isSsrBuild, mode }) => ({
  root: `${import.meta.dirname}/web`,
  plugins: [
    // The mode of a build is its language.
    inLanguage(isLanguage(mode) ? mode : 'en', `${import.meta.dirname}/`),
    react(),
    tailwindcss(),
  ],
  // In production plain Node runs the server bundle, and React and its companions are not installed there.
  ssr: command === 'build' ? { noExternal: true, target: 'node' } : {},
  // Otherwise React checks this at run time, and is slower with its development checks.
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  build: isSsrBuild
    ? { outDir: '../dist/web-server', emptyOutDir: true, copyPublicDir: false, target: 'node20' }
    : {
        outDir: '../dist/web',
        emptyOutDir: true,
        manifest: true,
        // Inlined files would be data: URLs, which the content security policy does not allow for fonts.
        assetsInlineLimit: 0,
        modulePreload: {
          polyfill: false,
          // The first page would list every file of every other one: 2 KB. Its own are in its document's head.
          resolveDependencies: (_, files, { hostType }) =>
            hostType === 'js' ? files.filter((file) => file.endsWith('.css')) : files,
        },
        rolldownOptions: {
          output: {
            // Files name each other, so short names save a kilobyte; .vite/manifest.json says what is in them.
            chunkFileNames: 'assets/[hash].js',
            // Otherwise what several pages share is a file each, and a page of a creator loads eighty.
            codeSplitting: {
              groups: [
                { name: 'core', tags: ['$initial'] },
                { name: 'ui', test: isOfDesignSystem, minShareCount: 2 },
              ],
            },
          },
        },
      },
}))

/** Not the tabs: they bring Base UI, which public pages do without. */
function isOfDesignSystem(file: string): boolean {
  return (file.includes('/web/ui/') && !file.endsWith('/tabs.tsx')) || file.includes('/lucide-react/')
}
