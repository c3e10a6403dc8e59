import type { Plugin } from 'vite'

/**
 * Lets the build leave out the parts of react-router we don't use: its Link with the framework's prefetching, forms and
 * fetchers. They are created by top-level calls and named afterwards, both of which count as use: here the calls are
 * marked as pure, and the names, which only React's developer tools show, are removed.
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
