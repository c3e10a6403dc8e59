/** Markup that is safe to put in a page as it is. */
export interface Html {
  markup: string
}

type HtmlValue = string | number | Html | Html[] | null

/** Builds markup from a template; every interpolated text is escaped. */
export function html(strings: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const parts = strings.map((text, index) => text + toMarkup(values[index] ?? null))
  return { markup: parts.join('') }
}

function toMarkup(value: HtmlValue): string {
  if (value === null) return ''
  if (Array.isArray(value)) return value.map((part) => part.markup).join('')
  return typeof value === 'object' ? value.markup : escapeHtml(String(value))
}

/** Escapes text for element content and for quoted attributes. */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
