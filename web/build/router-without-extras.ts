import type { Plugin } from 'vite'

/**
 * Lets the build leave out what we do not use of react-router: its Link with the prefetching of its framework, forms
 * and fetchers. They are made by calls at the top level and named afterwards, both of which count as use: the calls are
 * marked as harmless here, and the names, which only React's developer tools show, are taken away.
 */
export function routerWithoutExtras(): Plugin {
  return {
    name: 'router-without-extras',
    apply: 'build',
    transform(code, id) {
      if (!/\/node_modules\/react-router\/dist\/production\/.*\.js/.test(id)) return null
      const marked = code
        .replace(/(?<== )(?=React\$1\.(?:forwardRef|createContext|memo)\()/g, '/* @__PURE__ */ ')
        .replace(/^\w+\.displayName = "\w+";$/gm, '')
      if (id.endsWith('/dom/lib.js') && marked === code)
        this.error('react-router is written in another way now: look at this plugin again')
      return { code: marked, map: null }
    },
  }
}
