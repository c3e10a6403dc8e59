import type { Plugin } from 'vite'

import { INERT_STYLE_TAG } from './adopted-styles.ts'

/**
 * Editor.js and its tools write <style> elements as soon as they are imported, each of which `style-src 'self'` refuses
 * with a console error. Here they become elements the browser ignores; adopted-styles.ts reads them.
 */
export function editorWithoutStyleElements(): Plugin {
  return {
    name: 'editor-without-style-elements',
    transform(code, id) {
      if (!/\/node_modules\/@editorjs\/[^/]+\/dist\/[^/]+\.mjs/.test(id)) return null
      const inert = code
        .replaceAll('createElement("style")', `createElement("${INERT_STYLE_TAG}")`)
        .replaceAll('.make("style"', `.make("${INERT_STYLE_TAG}"`)
      if (inert === code) this.error(`${id} writes no styles any more: look at this plugin again`)
      return { code: inert, map: null }
    },
  }
}
