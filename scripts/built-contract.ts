import fs from 'node:fs/promises'
import path from 'node:path'
import { build, type Plugin } from 'vite'

const ROOT = path.join(import.meta.dirname, '..')
const CONTRACT = path.join(ROOT, 'contract')
const BUILT = path.join(ROOT, 'dist/contract')

/** Tests, and modules only they import: those run unbuilt. */
const OF_TESTS = /(?:\.test|-testing)\.ts$/

/**
 * Builds each module of the contract the way the browser gets it: the same plugins, the same minifier. The tests of its
 * rules run on the result too, because a build may behave differently from its source: a plugin of ours once declared
 * every call of the contract free of side effects, and the browser no longer refused a price.
 */
export async function buildContract(): Promise<void> {
  const files = await fs.readdir(CONTRACT, { recursive: true })
  const modules = files.filter((file) => file.endsWith('.ts') && !OF_TESTS.test(file))
  await build({
    configFile: path.join(ROOT, 'vite.config.ts'),
    logLevel: 'warn',
    mode: 'production',
    build: {
      outDir: BUILT,
      copyPublicDir: false,
      rolldownOptions: {
        input: Object.fromEntries(modules.map((file) => [file, path.join(CONTRACT, file)])),
        preserveEntrySignatures: 'allow-extension',
        output: { entryFileNames: '[name].js' },
      },
    },
  })
}

/** Makes tests of the contract import the built modules instead of the sources. */
export function importsBuiltContract(): Plugin {
  return {
    name: 'imports-built-contract',
    enforce: 'pre',
    resolveId(source, importer) {
      if (!importer?.startsWith(`${CONTRACT}/`) || !OF_TESTS.test(importer)) return null
      const file = path.resolve(path.dirname(importer), source)
      if (!source.startsWith('.') || OF_TESTS.test(file)) return null
      return path.join(BUILT, `${path.relative(CONTRACT, file)}.js`)
    },
  }
}
