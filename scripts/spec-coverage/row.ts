/** A file from the root, and a text that stands in it: a symbol, or the title of a test. */
export interface Place {
  file: string
  find: string
}

/** One sentence of the specification, or clauses that belong together. */
export interface Row {
  says: string
  where: readonly Place[]
  tests: readonly Place[]
}

export interface Section {
  title: string
  rows: readonly Row[]
}

/** Reads "file › text" lines; a row without a place or a test is an error when it is written. */
export function row(says: string, where: string | readonly string[], tests: string | readonly string[]): Row {
  return { says, where: placesOf(where), tests: placesOf(tests) }
}

function placesOf(lines: string | readonly string[]): Place[] {
  const places = [lines].flat().map((line) => {
    const [file, find, ...rest] = line.split(' › ')
    if (file === undefined || find === undefined || rest.length > 0)
      throw new Error(`Write "file › text": ${line}`)
    return { file, find }
  })
  if (places.length === 0) throw new Error('Every sentence names a place and a test.')
  return places
}
