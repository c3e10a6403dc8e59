/** Without it, Excel reads a file as the system's own encoding, and garbles names. */
const BYTE_ORDER_MARK = '\uFEFF'
/** What spreadsheets pass over before they look whether a cell is a formula: blanks, marks, and what can't be seen. */
const IN_FRONT = /^[\p{Z}\p{C}\p{M}]+/u
/** A cell that begins with one of them is a formula to a spreadsheet, in some of them also with the minus of U+2212. */
const BEGINS_FORMULA = new Set('=+-@−')

/**
 * A file of CSV (RFC 4180), with its headings as the first row. Strangers write the texts: one that a spreadsheet would
 * run gets an apostrophe in front; numbers are left as they are.
 */
export function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return BYTE_ORDER_MARK + csvRows(rows)
}

/** More rows for a file that {@link toCsv} began. */
export function csvRows(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = isFormula(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Full-width and small signs count as the usual ones: NFKC makes them the same. */
function isFormula(text: string): boolean {
  if (/^[\t\r\n]/.test(text)) return true
  const [first = ''] = text.replace(IN_FRONT, '')
  return BEGINS_FORMULA.has(first.normalize('NFKC'))
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
  for (let index = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0; index < text.length; index += 1) {
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
