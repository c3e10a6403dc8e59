/** The <style> elements that Editor.js creates, as the build rewrites them; see editor-styles-plugin.ts. */
export const INERT_STYLE_TAG = 'editor-style'

/** Decorative icons; the policy's `img-src` doesn't allow data: addresses. */
const DATA_URL = /url\((?:"data:[^"]*"|'data:[^']*'|data:[^()]*)\)/g

let adopted: CSSStyleSheet | null = null

/**
 * Gives Editor.js its styles as one constructed sheet. The content security policy governs <style> elements and style
 * attributes, not sheets that script constructs, so `style-src 'self'` can stay as strict as it is.
 */
export function adoptEditorStyles(): void {
  const texts = Array.from(document.querySelectorAll(INERT_STYLE_TAG), (element) => element.textContent)
  if (texts.length === 0) return
  adopted ??= new CSSStyleSheet()
  adopted.replaceSync(texts.join('\n').replace(DATA_URL, 'none'))
  if (!document.adoptedStyleSheets.includes(adopted)) document.adoptedStyleSheets.push(adopted)
}
