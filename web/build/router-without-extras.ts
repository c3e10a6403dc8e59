import type { Plugin } from 'vite'

/**
 * Lets the build leave out what we do not use of react-router: its Link with the prefetching of its framework, forms
 * and fetchers. They are made by calls at the top level, which count as used until they are marked as harmless.
 */
export function routerWithoutExtras(): Plugin {
  return {
    name: 'router-without-extras',
    transform(code, id) {
      if (!/\/node_modules\/react-router\/dist\/production\/.*\.js/.test(id)) return null
      return {
        code: code.replace(/(?<== )(?=React\$1\.(?:forwardRef|createContext|memo)\()/g, '/* @__PURE__ */ '),
        map: null,
      }
    },
  }
}
