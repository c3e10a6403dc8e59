import type { Plugin } from 'vite'

/**
 * sonner writes a <style> element as soon as it is imported, which `style-src 'self'` refuses with a console error.
 * web/ui/toaster.tsx imports its stylesheet from the bundle instead; the writing is removed here.
 */
export function sonnerWithoutStyleElement(): Plugin {
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
