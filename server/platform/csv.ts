/** A cell that begins like this is a formula to a spreadsheet. */
const FORMULA = /^[=+\-@\t\r]/

/**
 * Rows as CSV (RFC 4180). Strangers write the texts: one that a spreadsheet would run gets an apostrophe in front;
 * numbers are left as they are.
 */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = FORMULA.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The cells of a CSV text, quoted or not; empty lines are left out. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let current = ''
  let isQuoted = false
  const endRow = () => {
    row.push(current)
    if (row.some((value) => value !== '')) rows.push(row)
    row = []
    current = ''
  }
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index)
    if (isQuoted) {
      if (character !== '"') current += character
      else if (text[index + 1] === '"') {
        current += '"'
        index += 1
      } else isQuoted = false
    } else if (character === '"') isQuoted = true
    else if (character === ',') {
      row.push(current)
      current = ''
    } else if (character === '\n') endRow()
    else if (character !== '\r') current += character
  }
  endRow()
  return rows
}
