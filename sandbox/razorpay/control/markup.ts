import { html, type Html } from '#sandbox/page/html.ts'

/** A moment in UTC; a dash for none. */
export function time(unixSeconds: number | null): Html | string {
  if (unixSeconds === null) return '–'
  const date = new Date(unixSeconds * 1000)
  const text = date.toLocaleString('en-GB', {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  })
  return html`<time datetime="${date.toISOString()}">${text}</time>`
}

/** A status, coloured where the colour means something. */
export function badge(status: string): Html {
  return html`<span class="badge ${status}">${status}</span>`
}

/** A button that posts its fields; `name` tells buttons with the same label apart for screen readers. */
export function button(
  action: string,
  label: string,
  fields: Record<string, string>,
  name: string | null = null,
): Html {
  const inputs = Object.entries(fields).map(
    ([field, value]) => html`<input type="hidden" name="${field}" value="${value}" />`,
  )
  return html`<form method="post" action="${action}">
    ${inputs}<button aria-label="${name ?? label}">${label}</button>
  </form>`
}

/** A section with a table that scrolls within it; `empty` is shown when there are no rows. */
export function table(
  section: { id: string; caption: string; heads: string[] },
  rows: Html[],
  empty: string,
): Html {
  const { id, caption, heads } = section
  if (rows.length === 0)
    return html`<section id="${id}">
      <h2>${caption}</h2>
      <p class="empty">${empty}</p>
    </section>`
  return html`<section id="${id}">
    <h2>${caption}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label="${caption}">
      <table>
        <thead>
          <tr>
            ${heads.map((head) => html`<th scope="col">${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  </section>`
}
