const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Markup that needs no escaping. */
export interface Html {
  readonly markup: string
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

type Part = Html | string | number | null | false | Part[]

function render(part: Part): string {
  if (part === null || part === false) return ''
  if (Array.isArray(part)) return part.map(render).join('')
  if (typeof part === 'object') return part.markup
  return escape(String(part))
}

/** A template whose values are escaped unless they are already markup. */
export function html(strings: TemplateStringsArray, ...values: Part[]): Html {
  return { markup: strings.map((text, index) => text + render(values[index] ?? null)).join('') }
}
