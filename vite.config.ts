import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { isLanguage } from './contract/languages.ts'
import { iconGroup } from './scripts/icon-groups.ts'
import { chunkGroups } from './web/build/chunk-groups.ts'
import { inLanguage } from './web/build/in-language.ts'
import { routesWithoutSchemas } from './web/build/routes-without-schemas.ts'

export default defineConfig(({ command, isSsrBuild, mode }) => ({
  root: `${import.meta.dirname}/web`,
  plugins: [
    // The mode of a build is its language.
    inLanguage(isLanguage(mode) ? mode : 'en', `${import.meta.dirname}/`),
    react(),
    tailwindcss(),
    routesWithoutSchemas({
      contract: `${import.meta.dirname}/contract/`,
      web: `${import.meta.dirname}/web/`,
    }),
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
          // Files name each other, so short names save a kilobyte; .vite/manifest.json says what is in them.
          output: {
            chunkFileNames: 'assets/[hash].js',
            codeSplitting: { includeDependenciesRecursively: false, groups: chunkGroups(iconGroup()) },
          },
        },
      },
}))
