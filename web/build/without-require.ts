import type { Plugin } from 'vite'

const AAC_ENCODER = /node_modules\/@mediabunny\/aac-encoder\//

/**
 * The AAC encoder asks whether there is a `require`, which browsers don't have. The bundler would answer with a helper
 * of its own, and put it into what every page loads first.
 */
export function withoutRequire(): Plugin {
  return {
    name: 'without-require',
    apply: 'build',
    transform: (code, id) =>
      AAC_ENCODER.test(id) ? { code: `const require = undefined;\n${code}`, map: null } : null,
  }
}
